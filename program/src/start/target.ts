import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import type { Tracing } from '@plumbline/tracing';
import { tellRefused } from '../apps/tellRefused';
import { startGatewayToNeighbours } from './gateway';
import { openNatsBus } from './natsBus';
import { observed } from './observed';
import { processMetrics } from './processMetrics';
import { runAll } from './runAll';
import type { RunningTarget } from './runningTarget';
import { runService } from './runService';
import { runWorker } from './runWorker';
import { servicesOf } from './services';

/** Starts what the settings name as target; resolves when it answers, rejects when it cannot start. */
export type StartTarget = (settings: Settings, log: Log, tracing?: Tracing) => Promise<RunningTarget>;

export const startTarget: StartTarget = async (settings, log, tracing) => {
  if (settings.target === 'all') return runAll(settings, log, tracing);
  if (settings.target === 'worker') return runWorker(settings, log, tracing);
  if (settings.target !== 'gateway') return runService(settings.target, settings, log, tracing);
  const metrics = processMetrics(settings);
  const bus = observed(await openNatsBus('gateway', settings, log), metrics, tracing);
  const services = servicesOf(settings);
  tellRefused(services, log);
  const gateway = await startGatewayToNeighbours({ settings, bus, log, metrics, tracing }, services.all);
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop();
      await bus.close();
    },
  };
};
