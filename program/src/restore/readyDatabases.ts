import type { Settings } from '@plumbline/config';
import { type ServiceDefinition, systemScope, unitOfWork as workOf } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { bringUpToDate, provideRole, type Server } from '@plumbline/process';
import { type Database, describeDifference } from '@plumbline/store';
import { isEmpty } from '@plumbline/upkeep';
import { refuseWhileAtWork } from '../dump/consistentSnapshots';
import { wantedTables } from '../schema/draft';
import { findLost } from '../schema/lost';
import { attachServices } from '../start/attachedServices';
import { allServicesOf } from '../start/services';
import { type Databases, withDatabases } from '../start/withDatabases';

/**
 * Opens databases that nobody else works on, with their tables brought up to date; throws when Plumbline is running, or
 * when tables are gone.
 */
export const withIdleDatabases = <T>(
  settings: Settings,
  log: Log,
  work: (databases: Databases) => Promise<T>,
): Promise<T> =>
  withRoles(settings, 'restore', log, async (databases, server) => {
    await refuseWhileAtWork(databases);
    const services = allServicesOf(settings);
    for (const service of services.all) await bringUpToDate(service, settings, server, log);
    for (const [app, database] of databases) await refuseWhatIsLost(services.of(app), database);
    return work(databases);
  });

/** Opens databases that may be new: their roles and schemas are made where they are missing, their tables are not. */
export const withRoles = <T>(
  settings: Settings,
  command: string,
  log: Log,
  work: (databases: Databases, server: Server) => Promise<T>,
): Promise<T> =>
  withDatabases(settings, command, log, work, async (server) => {
    for (const service of allServicesOf(settings).all) await provideRole(service, settings, server, log);
  });

/** Tables that somebody has removed by hand can be neither emptied nor filled. */
async function refuseWhatIsLost(service: ServiceDefinition, database: Database): Promise<void> {
  const [lost] = await findLost(database, wantedTables(service));
  if (lost)
    throw new Error(
      `The tables of ${service.app} are not whole: ${describeDifference(lost)} Nothing was changed. Restore into an empty database.`,
    );
}

/** Throws when something would stand in the way of a restore, before anybody has gone to any length for it. */
export const refuseUnlessEmpty = (settings: Settings, log: Log): Promise<void> =>
  withIdleDatabases(settings, log, async (databases) => {
    const { engines, detach } = await attachServices(settings, databases, log);
    try {
      for (const engine of engines.values())
        if (!(await isEmpty(workOf(engine, systemScope())))) throw new Error(notEmpty([engine.app]));
    } finally {
      await detach();
    }
  });

/** What is said of a server that holds something already. */
export const notEmpty = (used: string[]): string =>
  `This server is not empty (${used.join(', ')}). Take an empty one, or say --reset to have everything in it removed first.`;
