import { Problem } from '@plumbline/http';
import type { Count, Metrics, Timing } from '@plumbline/metrics';
import type { Bus, Call, Subject } from './bus';
import { changedBus } from './changedBus';

const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

interface Measures {
  duration: Timing;
  failures: Count;
}

/**
 * The same bus, its requests counted by the application asked and the verb: how many, how long they took, and how many
 * were not answered. A client's mistake is an answer.
 */
export function measuredBus(bus: Bus, metrics: Metrics): Bus {
  const labels = ['asked', 'verb'];
  const durations = metrics.timings({
    name: 'plumbline_bus_request_duration_seconds',
    help: 'Time until requests over the bus were answered, by the application asked.',
    labels,
    buckets,
  });
  const failures = metrics.counts({
    name: 'plumbline_bus_request_failures_total',
    help: 'Requests over the bus that nobody answered, or whose handler failed.',
    labels,
  });
  const known = new Map<string, Measures>();
  const measuresOf = ({ app, verb }: Subject): Measures => {
    const key = `${app} ${verb}`;
    const found = known.get(key) ?? { duration: durations.of(app, verb), failures: failures.of(app, verb) };
    known.set(key, found);
    return found;
  };

  return changedBus(bus, {
    async request<T>(subject: Subject, payload: unknown, call: Call): Promise<T> {
      const measures = measuresOf(subject);
      const started = performance.now();
      try {
        return await bus.request<T>(subject, payload, call);
      } catch (error) {
        if (!(error instanceof Problem)) measures.failures.add();
        throw error;
      } finally {
        measures.duration.observe((performance.now() - started) / 1000);
      }
    },
  });
}
