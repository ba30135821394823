import type { Count, Metrics, Timing } from '@plumbline/metrics';
import { actionOf } from './modelAction';
import type { RequestRecord } from './requestRecord';

/** Counts the requests that come to the gateway. */
export interface RequestMetrics {
  observe(record: RequestRecord, method: string, status: number, milliseconds: number): void;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Observed {
  duration: Timing;
  latency: Timing;
  responses: Count;
  modelRequests: Count | undefined;
}

/** Starts counting, among everything else the process measures. */
export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const durations = metrics.timings({
    name: 'plumbline_http_request_duration_seconds',
    help: 'Time to answer HTTP requests, by verb, pattern of the URL and class of the status.',
    labels: ['method', 'route', 'status'],
    buckets,
  });
  const modelRequests = metrics.counts({
    name: 'plumbline_model_requests_total',
    help: 'Requests by the model they are about and what they ask of it.',
    labels: ['model', 'action'],
  });
  /** Dashboards made for this contract look for these two names. */
  const latencies = metrics.timings({
    name: 'django_http_requests_latency_seconds_by_view_method',
    help: 'The same time under the name known dashboards use.',
    labels: ['view', 'method'],
    buckets,
  });
  const responses = metrics.counts({
    name: 'django_http_responses_total_by_status_view_method',
    help: 'Answers under the name known dashboards use.',
    labels: ['status', 'view', 'method'],
  });

  const replicaReads = metrics.counts({
    name: 'plumbline_replica_reads_total',
    help: 'Answers that came from a read replica, in whole or in part.',
    labels: ['route'],
  });

  /** Looking up a series by its labels costs more than counting in it. */
  const known = new Map<string, Observed>();

  function observedOf({ route, address }: RequestRecord, method: string, status: number): Observed {
    return {
      duration: durations.of(method, route, `${Math.floor(status / 100)}xx`),
      latency: latencies.of(route, method),
      responses: responses.of(String(status), route, method),
      modelRequests: address && modelRequests.of(address.label, actionOf(address, method)),
    };
  }

  return {
    observe(record, method, status, milliseconds) {
      const key = `${method} ${status} ${record.route}`;
      let observed = known.get(key);
      if (!observed) {
        observed = observedOf(record, method, status);
        known.set(key, observed);
      }
      const seconds = milliseconds / 1000;
      observed.duration.observe(seconds);
      observed.latency.observe(seconds);
      observed.responses.add();
      observed.modelRequests?.add();
      if (record.cost.replica) replicaReads.of(record.route).add();
    },
  };
}
