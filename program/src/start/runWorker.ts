import type { RunningTarget } from '@plumbline/command';
import { exitCodes } from '@plumbline/command';
import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { bringUpToDate } from '@plumbline/process';
import { startWorker } from '@plumbline/service-extras';
import type { Tracing } from '@plumbline/tracing';
import { programEntry } from './programEntry';
import { provideServer } from './provideServer';
import { servicesOf } from './services';

/** Runs jobs in this process' children: it needs the database of extras and the gateway, and nothing else. */
export async function runWorker(settings: Settings, log: Log, tracing?: Tracing): Promise<RunningTarget> {
  const server = await provideServer(settings, log, ['extras']);
  const { connectionString } = await bringUpToDate(servicesOf(settings).of('extras'), settings, server, log);
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
}

/** A worker that cannot take jobs any more is of no use; whoever keeps it starts it again. */
const end = (log: Log) => (error: unknown) => {
  log.fatal({ error }, 'the worker cannot go on');
  process.exit(exitCodes.failed);
};
