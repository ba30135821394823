import type { Log } from '@plumbline/log';
import { Logger } from 'graphile-worker';

/** The library's lines among ours; what it tells of every job is of no interest. */
export const workerLogger = (log: Log): Logger =>
  new Logger((scope) => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ ...scope }, message);
    else log.debug({ ...scope }, message);
  });
