import { openLibraryPool } from '@plumbline/store';
import type { QueueOptions } from './queueOptions';

/** Connections for the library that does the queued work. */
export const openWorkerPool = ({ connectionString, use, log }: QueueOptions, name: string, size: number) =>
  openLibraryPool({
    connectionString,
    applicationName: name,
    size,
    listens: !use?.pooled,
    lost: (error) => log.warn({ error: error.message }, 'a connection of the queue was lost'),
  });
