import { randomUUID } from 'node:crypto';
import type { Bus } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import type { Family } from '@plumbline/metrics';

/** A number, the same from whichever process tells it. */
export interface Measure {
  name: string;
  help: string;
  value: number;
  labels?: Record<string, string>;
}

/** Milliseconds a service has to tell how it is doing. */
const patience = 1_000;

/** What the services tell of themselves, and which of them did so in time. */
export async function measureServices(bus: Bus, apps: readonly App[]): Promise<Family[]> {
  const call = { requestId: randomUUID(), deadline: Date.now() + patience };
  const ask = async (service: App): Promise<Family[]> => {
    const told = await bus
      .request<Measure[]>({ app: service, model: 'service', verb: 'measures' }, {}, call)
      .catch(() => undefined);
    const all = [up(told !== undefined), ...(told ?? [])];
    return all.map((measure) => gauge({ ...measure, labels: { ...measure.labels, service } }));
  };
  return (await Promise.all(apps.map(ask))).flat();
}

const up = (answered: boolean): Measure => ({
  name: 'plumbline_service_up',
  help: 'Whether a service told its measures in time: 1 or 0.',
  value: Number(answered),
});

/** A measure as pages of measures have it. */
export const gauge = ({ name, help, value, labels = {} }: Measure): Family => ({
  name,
  help,
  type: 'gauge',
  values: [{ labels, value }],
});
