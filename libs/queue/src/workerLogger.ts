import type { Log } from '@plumbline/log';
import type { Logger as WorkerLogger } from 'graphile-worker';

/** The library's lines among ours; what it tells of every job is of no interest. */
export async function workerLogger(log: Log): Promise<WorkerLogger> {
  const { Logger } = await import('graphile-worker');
  return new Logger((scope) => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ ...scope }, message);
    else log.debug({ ...scope }, message);
  });
}
