import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '@plumbline/command';
import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { type WorkerSurroundings, workerEnvironment } from '../supervisor/childEnvironments';
import { type KeptRunning, keepRunning } from '../supervisor/keepRunning';
import { programEntry } from './programEntry';

/** Milliseconds that others wait at most for workers to begin. */
const longestBeginning = 15_000;

/** Workers that are kept running. */
export interface Workers {
  /** Resolves when each has begun, or has had time enough to. */
  begun: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the workers the settings ask for, and each again when it dies; `stop` ends them all. */
export function keepWorkers(
  settings: Settings,
  surroundings: WorkerSurroundings,
  log: Log,
  environment: NodeJS.ProcessEnv = process.env,
): Workers {
  const env = workerEnvironment(settings, surroundings, environment);
  const workers = Array.from(
    { length: settings.workers },
    (_, index): KeptRunning =>
      keepRunning(
        {
          name: settings.workers > 1 ? `worker ${index + 1}` : 'worker',
          path: process.execPath,
          arguments: ['--max-old-space-size=256', programEntry, '--target=worker'],
          env,
          parentLiveness: 'channel',
        },
        { log, fatalExitCodes: [exitCodes.settings] },
      ),
  );
  return {
    begun: Promise.race([
      Promise.all(workers.map((worker) => worker.ready)),
      sleep(longestBeginning, undefined, { ref: false }),
    ]),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
