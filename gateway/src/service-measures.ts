import type { Bus } from '@plumbline/bus';
import { type App, apps } from '@plumbline/config';
import { Gauge, Registry } from 'prom-client';

/** A number a service tells of itself. */
interface Measure {
  name: string;
  help: string;
  value: number;
}

/** Milliseconds a service has to tell how it is doing. */
const patience = 1_000;

/** What the services tell of themselves, in the Prometheus text format; who does not answer in time is left out. */
export async function measureServices(bus: Bus, requestId: string): Promise<string> {
  const deadline = Date.now() + patience;
  const registry = new Registry();
  const gauges = new Map<string, Gauge<'service'>>();
  const gaugeOf = ({ name, help }: Measure) => {
    const known = gauges.get(name) ?? new Gauge({ name, help, labelNames: ['service'], registers: [registry] });
    gauges.set(name, known);
    return known;
  };
  const ask = async (service: App) => {
    const subject = { app: service, model: 'service', verb: 'measures' };
    const told = await bus.request<Measure[]>(subject, {}, { requestId, deadline }).catch(() => []);
    for (const measure of told) gaugeOf(measure).set({ service }, measure.value);
  };
  await Promise.all(apps.map(ask));
  return registry.metrics();
}
