import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { exitCodes } from '../command/exit-codes';
import { handedOn } from '../supervisor/child-environments';
import { type KeptRunning, keepRunning } from '../supervisor/keep-running';
import { programEntry } from './program-entry';

/** What workers have to be told beside the environment they inherit. */
export interface WorkerSurroundings {
  /** Absent when the settings' own database addresses are used. */
  databaseUrl: string | undefined;
  /** `http://127.0.0.1:8080` */
  gatewayUrl: string;
}

/** Starts the workers the settings ask for, and each again when it dies; `stop` ends them all. */
export function keepWorkers(
  settings: Settings,
  { databaseUrl, gatewayUrl }: WorkerSurroundings,
  log: Log,
  environment: NodeJS.ProcessEnv = process.env,
): { stop(): Promise<void> } {
  const env = handedOn(environment, {
    PLUMBLINE_DATA: settings.dataDir,
    PLUMBLINE_SECRET_KEY: settings.secretKey,
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
          tether: 'channel',
        },
        { log, hopelessExitCodes: [exitCodes.settings] },
      ),
  );
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
