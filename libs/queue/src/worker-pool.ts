import { Pool } from 'pg';
import type { QueueOptions } from './provide-queue';

/**
 * Connections for the library. It could open its own, but would stop listening to them before they are closed: one that
 * the server ends just then, as when a whole program stops, would end this process with an error.
 */
export function openWorkerPool({ connectionString, log }: QueueOptions, name: string, size: number): Pool {
  const pool = new Pool({ connectionString, application_name: name, max: size });
  const tell = (error: Error) => {
    if (!pool.ending) log.warn({ error: error.message }, 'a connection of the queue was lost');
  };
  pool.on('error', tell);
  pool.on('connect', (client) => client.on('error', tell));
  return pool;
}
