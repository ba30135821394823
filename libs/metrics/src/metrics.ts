import { collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import { type Counts, type CountsOptions, createCounts } from './counts';
import type { Family } from './family';
import { createTimings, type Timings, type TimingsOptions } from './timings';

/** Everything a process measures of itself. */
export interface Metrics {
  timings(options: TimingsOptions): Timings;
  counts(options: CountsOptions): Counts;
  /** What has been measured so far, the process' memory, processor time and event loop included. */
  families(): Promise<Family[]>;
}

/** Which process it is; the same after it was started again. */
export interface MeasuredProcess {
  /** What it runs: `gateway`, `ipam`, `all`. */
  service: string;
  /** `<host>:<port>` */
  process: string;
}

/** Starts measuring; every number says which process it is of. */
export function createMetrics({ service, process }: MeasuredProcess): Metrics {
  const ofTheProcess = new Registry();
  collectDefaultMetrics({ register: ofTheProcess });
  // What takes the place of something that measured goes on where that left off.
  const timings = new Map<string, Timings>();
  const counts = new Map<string, Counts>();
  return {
    timings: (options) => kept(timings, options.name, () => createTimings(options)),
    counts: (options) => kept(counts, options.name, () => createCounts(options)),
    async families() {
      const standard = (await ofTheProcess.getMetricsAsJSON()) as MetricObjectWithValues<MetricValue<string>>[];
      const families = [
        ...standard.map(asFamily),
        ...[...timings.values(), ...counts.values()].map((one) => one.family()),
      ];
      return families.map((family) => ({
        ...family,
        values: family.values.map((sample) => ({ ...sample, labels: { ...sample.labels, service, process } })),
      }));
    },
  };
}

function kept<T>(known: Map<string, T>, name: string, make: () => T): T {
  const one = known.get(name) ?? make();
  known.set(name, one);
  return one;
}

const asFamily = ({ name, help, type, values }: MetricObjectWithValues<MetricValue<string>>): Family => ({
  name,
  help,
  type: String(type) as Family['type'],
  values: values as Family['values'],
});
