import type { Bus } from '@plumbline/bus';
import { apps } from '@plumbline/config';
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
  const told = await Promise.all(
    apps.map((app) =>
      bus
        .request<Measure[]>({ app, model: 'service', verb: 'measures' }, {}, { requestId, deadline })
        .catch((): Measure[] => []),
    ),
  );
  const registry = new Registry();
  for (const { name, help, value } of told.flat()) new Gauge({ name, help, registers: [registry] }).set(value);
  return registry.metrics();
}
