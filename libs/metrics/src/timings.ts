import type { Family, Sample } from './family';
import { type Labelled, labelled } from './labelled';

/** How often something took how long. */
export interface Timing {
  observe(seconds: number): void;
}

interface Counted extends Timing {
  /** By bucket, the last one for everything longer. */
  counts: number[];
  sum: number;
}

/** A histogram; its label values have to be few, and never made up by clients. */
export interface Timings extends Pick<Labelled<Timing>, 'of'> {
  family(): Family;
}

export interface TimingsOptions {
  name: string;
  help: string;
  labels: readonly string[];
  /** Upper bounds in seconds, rising. */
  buckets: readonly number[];
}

/** Starts a histogram. Counting costs some twenty nanoseconds; what Prometheus is told is worked out when it asks. */
export function createTimings({ name, help, labels, buckets }: TimingsOptions): Timings {
  const series = labelled<Counted>(labels, () => countInto(buckets));
  return {
    of: series.of,
    family: () => ({
      name,
      help,
      type: 'histogram',
      values: [...series.entries()].flatMap(([labels, counted]) => samplesOf(name, labels, counted, buckets)),
    }),
  };
}

function countInto(buckets: readonly number[]): Counted {
  const counts = new Array<number>(buckets.length + 1).fill(0);
  return {
    counts,
    sum: 0,
    observe(seconds) {
      let place = 0;
      while (place < buckets.length && seconds > buckets[place]!) place++;
      counts[place]!++;
      this.sum += seconds;
    },
  };
}

function samplesOf(name: string, labels: Record<string, string>, counted: Counted, buckets: readonly number[]) {
  let total = 0;
  const samples = counted.counts.map((count, place): Sample => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { le: buckets[place] ?? '+Inf', ...labels }, value: total };
  });
  samples.push({ metricName: `${name}_sum`, labels, value: counted.sum });
  samples.push({ metricName: `${name}_count`, labels, value: total });
  return samples;
}
