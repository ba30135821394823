import type { App, Settings } from '@plumbline/config';
import type { Engine } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { pendingMigrations } from '@plumbline/process';
import { attachServices } from './attachedServices';
import { servicesOf } from './services';
import { type Databases, withDatabases } from './withDatabases';

/** Works with all services on the databases they have, for a command; Plumbline may be running. */
export const withServices = <T>(
  settings: Settings,
  command: string,
  log: Log,
  work: (engines: ReadonlyMap<App, Engine>) => Promise<T>,
): Promise<T> =>
  withDatabases(settings, command, log, async (databases) => {
    await refuseUnlessCurrent(settings, databases, command);
    const { engines, detach } = await attachServices(settings, databases, log);
    try {
      return await work(engines);
    } finally {
      await detach();
    }
  });

/** Throws when tables are not those that this version knows. */
export async function refuseUnlessCurrent(settings: Settings, databases: Databases, command: string): Promise<void> {
  const services = servicesOf(settings);
  for (const [app, database] of databases)
    if ((await pendingMigrations(services.of(app), database)).length > 0)
      throw new Error(
        `The tables of ${app} are older than this version of Plumbline. Start it once, or give plumbline migrate, and then plumbline ${command} again.`,
      );
}
