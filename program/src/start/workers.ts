import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '@plumbline/command';
import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { keysOfPart } from '@plumbline/process';
import { handedOn } from '../supervisor/childEnvironments';
import { type KeptRunning, keepRunning } from '../supervisor/keepRunning';
import { programEntry } from './programEntry';

/** What workers have to be told beside the environment they inherit. */
export interface WorkerSurroundings {
  /** Absent when the settings' own database addresses are used. */
  databaseUrl: string | undefined;
  /** `http://127.0.0.1:8080` */
  gatewayUrl: string;
}

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
  { databaseUrl, gatewayUrl }: WorkerSurroundings,
  log: Log,
  environment: NodeJS.ProcessEnv = process.env,
): Workers {
  const env = handedOn(environment, {
    PLUMBLINE_DATA: settings.dataDir,
    PLUMBLINE_SECRET_KEY: keysOfPart('worker', settings, databaseUrl),
    // Jobs ask the gateway: neither they nor the worker have any business on the bus.
    NATS_URL: undefined,
    // Nor do they listen; what they were told of where may be wrong, and an option have told us better.
    HOST: undefined,
    PORT: undefined,
    GATEWAY_URL: gatewayUrl,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
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
