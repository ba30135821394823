import { exitCodes, type StartTarget } from '@plumbline/command';
import type { Log } from '@plumbline/log';
import { bringUpToDate } from '@plumbline/process';
import { extrasService, startWorker } from '@plumbline/service-extras';
import { programEntry } from './programEntry';
import { provideServer } from './provideServer';

/** Runs jobs in this process' children: it needs the database of extras and the gateway, and nothing else. */
export const runWorker: StartTarget = async (settings, log, tracing) => {
  const server = await provideServer(settings, log, ['extras']);
  const { connectionString } = await bringUpToDate(extrasService, settings, server, log);
  const worker = await startWorker({
    settings,
    connectionString,
    entry: programEntry,
    log,
    tracing,
    onFailure: end(log),
  });
  return {
    stop: async () => {
      await worker.stop();
      await server.stop();
    },
  };
};

/** A worker that cannot take jobs any more is of no use; whoever keeps it starts it again. */
const end = (log: Log) => (error: unknown) => {
  log.fatal({ error }, 'the worker cannot go on');
  process.exit(exitCodes.failed);
};
