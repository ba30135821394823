import { createNatsBus } from '@plumbline/bus';
import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import type { Tracing } from '@plumbline/tracing';
import { startGateway } from './gateway';
import { observed } from './observed';
import { processMetrics } from './process-metrics';
import { runAll } from './run-all';
import { runService } from './run-service';
import { runWorker } from './run-worker';

/** A target at work. */
export interface RunningTarget {
  /** Lets what is under way finish, then lets go of everything. */
  stop(): Promise<void>;
  /** Where it can be reached over HTTP, for people to read. */
  address?: string;
}

/** Starts what the settings name as target; resolves when it answers, rejects when it cannot start. */
export type StartTarget = (settings: Settings, log: Log, tracing?: Tracing) => Promise<RunningTarget>;

export const startTarget: StartTarget = async (settings, log, tracing) => {
  if (settings.target === 'all') return runAll(settings, log, tracing);
  if (settings.target === 'worker') return runWorker(settings, log, tracing);
  if (settings.target !== 'gateway') return runService(settings.target, settings, log, tracing);
  const metrics = processMetrics(settings);
  const bus = observed(await createNatsBus({ url: settings.natsUrl!, log, name: 'gateway' }), metrics, tracing);
  const gateway = await startGateway({ settings, bus, log, metrics, tracing }, (app) => ({
    kind: 'remote',
    url: settings.serviceUrls[app]!,
  }));
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop();
      await bus.close();
    },
  };
};
