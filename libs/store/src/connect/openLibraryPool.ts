import type { Pool, PoolClient } from 'pg';
import { createPool } from '../fast/postgresClient';
import { readAddress } from './address';
import { pipelined, watched } from './connectionSettings';

/** What a library is given that brings statements of its own. */
export interface LibraryPoolOptions {
  connectionString: string;
  /** What PostgreSQL shows of its connections. */
  applicationName: string;
  size: number;
  /** Whether it may listen for notices: behind a pooler they would reach whoever has the connection at that moment. */
  listens: boolean;
  /** Hears of connections that break while the pool is open. */
  lost(error: Error): void;
}

/**
 * Connections for a library. It could open its own, but would stop listening to them before they are closed: one that
 * the server ends just then, as when a whole program stops, would end this process with an error.
 */
export function openLibraryPool(options: LibraryPoolOptions): Pool {
  const { connectionString, applicationName, size, listens, lost } = options;
  const pool = createPool({
    ...readAddress(connectionString),
    ...watched,
    ...pipelined,
    application_name: applicationName,
    max: size,
  });
  const tell = (error: Error) => {
    if (!pool.ending) lost(error);
  };
  pool.on('error', tell);
  pool.on('connect', (client) => {
    client.on('error', tell);
    if (!listens) leaveListening(client);
  });
  return pool;
}

/** A library that cannot be told not to listen is answered as if it did. */
function leaveListening(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const isAboutListening = (text: unknown) => typeof text === 'string' && /^(UN)?LISTEN\b/.test(text);
  const others = (...given: unknown[]) => (isAboutListening(given[0]) ? Promise.resolve() : query(...given));
  Object.assign(client, { query: others });
}
