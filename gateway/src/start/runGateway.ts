import type { RunningTarget } from '@plumbline/command';
import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { observed, openNatsBus, processMetrics } from '@plumbline/process';
import type { Tracing } from '@plumbline/tracing';
import type { Catalog } from '../catalog';
import { startGatewayToNeighbours } from './startGateway';

/** Runs the gateway in a process of its own: NATS and HTTP to services elsewhere, which are known as the catalog has them to begin with. */
export async function runGateway(
  catalog: Catalog,
  settings: Settings,
  log: Log,
  tracing?: Tracing,
  ending?: AbortSignal,
): Promise<RunningTarget> {
  const metrics = processMetrics(settings);
  const bus = observed(await openNatsBus('gateway', settings, log, { ending }), metrics, tracing);
  const gateway = await startGatewayToNeighbours({ settings, bus, log, metrics, tracing }, catalog);
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop();
      await bus.close();
    },
  };
}
