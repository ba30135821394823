import { randomUUID } from 'node:crypto';
import type { Bus } from '@plumbline/bus';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { measureServices } from './service-measures';

/** Counts what this process does; shown on `/metrics/` with what the services tell of themselves. */
export interface RequestMetrics {
  observe(method: string, route: string, status: number, milliseconds: number): void;
  contentType: string;
  /** Everything counted so far, and how the services are doing, in the Prometheus text format. */
  text(): Promise<string>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes a registry of its own, so that several gateways in one process (as in tests) do not share numbers. */
export function createRequestMetrics(bus: Bus): RequestMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'plumbline_http_request_duration_seconds',
    help: 'Time to answer HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  new Counter({
    name: 'plumbline_bus_requests_total',
    help: 'Requests made over the bus by this process.',
    registers,
    collect() {
      this.reset();
      this.inc(bus.requests);
    },
  });
  /** Dashboards made for this contract look for these two names. */
  const latencies = new Histogram({
    name: 'django_http_requests_latency_seconds_by_view_method',
    help: 'The same time under the name known dashboards use.',
    labelNames: ['view', 'method'],
    buckets,
    registers,
  });
  const responses = new Counter({
    name: 'django_http_responses_total_by_status_view_method',
    help: 'Answers under the name known dashboards use.',
    labelNames: ['status', 'view', 'method'],
    registers,
  });

  /** Looking up a series by its labels costs more than counting in it. */
  const observers = new Map<string, (seconds: number) => void>();

  function observerOf(method: string, route: string, status: number): (seconds: number) => void {
    const duration = durations.labels(method, route, String(status));
    const latency = latencies.labels(route, method);
    const response = responses.labels(String(status), route, method);
    return (seconds) => {
      duration.observe(seconds);
      latency.observe(seconds);
      response.inc();
    };
  }

  return {
    observe(method, route, status, milliseconds) {
      const key = `${method} ${status} ${route}`;
      let observe = observers.get(key);
      if (!observe) {
        observe = observerOf(method, route, status);
        observers.set(key, observe);
      }
      observe(milliseconds / 1000);
    },
    contentType: registry.contentType,
    text: async () => (await Promise.all([registry.metrics(), measureServices(bus, randomUUID())])).join(''),
  };
}
