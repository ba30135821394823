import type { App, Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { reachDatabase, type Server } from '@plumbline/process';
import type { Database } from '@plumbline/store';
import { provideServer } from './provideServer';
import { allServicesOf } from './services';

export type Databases = ReadonlyMap<App, Database>;

/**
 * Opens the databases of all services for a command as they are, or as `prepare` leaves them, does the work and lets go
 * of everything.
 */
export async function withDatabases<T>(
  settings: Settings,
  command: string,
  log: Log,
  work: (databases: Databases, server: Server) => Promise<T>,
  prepare?: (server: Server) => Promise<void>,
): Promise<T> {
  const server = await provideServer(settings, log);
  try {
    await prepare?.(server);
    return await onDatabases(settings, server, command, log, (databases) => work(databases, server));
  } finally {
    await server.stop();
  }
}

/** The same on a server somebody else has provided. */
export async function onDatabases<T>(
  settings: Settings,
  server: Server,
  command: string,
  log: Log,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const databases = new Map<App, Database>();
  try {
    for (const app of allServicesOf(settings).apps)
      databases.set(app, await reachDatabase(app, settings, server, log, command));
    return await work(databases);
  } finally {
    for (const database of databases.values()) await database.close();
  }
}
