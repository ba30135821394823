import { type App, apps, type Settings } from '@plumbline/config';
import type { ServiceParts } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { openQueue, provideQueue } from '@plumbline/queue';
import {
  asService,
  type Database,
  migrate,
  openDatabase,
  openReplicas,
  provideSchema,
  provisionService,
  queueSchema,
  unappliedMigrations,
} from '@plumbline/store';
import { startEmbeddedPostgres } from '../embedded-postgres';
import { definitions } from './services';

/** Of a service's connections those that are kept for answers. */
const shareOfAnswers = 0.3;

/** The PostgreSQL server in use, and what has to be done when it is no longer needed. */
export interface Server {
  url: string | undefined;
  stop(): Promise<void>;
}

/** The server the settings name for these services, or the embedded one; none when each has a database of its own. */
export async function provideServer(settings: Settings, log: Log, of: readonly App[] = apps): Promise<Server> {
  if (settings.databaseUrl || of.every((app) => settings.databaseUrls[app]))
    return { url: settings.databaseUrl, stop: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  return { url: embedded.url, stop: embedded.stop };
}

/** A service's database, and the same over connections kept for answers to other services. */
export type ServiceDatabases = Required<Pick<ServiceParts, 'database' | 'answers'>> &
  Pick<ServiceParts, 'queue' | 'replicas'>;

/** Gives a service its schema and role, brings its tables up to date and opens its database. */
export async function provideDatabases(
  app: App,
  settings: Settings,
  server: Server,
  log: Log,
): Promise<ServiceDatabases> {
  const { connectionString } = await bringUpToDate(app, settings, server, log);
  const queue = queueOf(app, connectionString, log);
  const { databasePoolSize } = settings;
  const forAnswers = Math.max(1, Math.floor(databasePoolSize * shareOfAnswers));
  const name = applicationName(app, settings.target === 'all');
  const database = open(app, connectionString, databasePoolSize - forAnswers, log, name);
  const replicas = openReplicas(replicaUrls(app, settings), {
    primary: database,
    poolSize: databasePoolSize,
    applicationName: `${name} replica`,
    log,
  });
  return {
    database,
    answers: open(app, connectionString, forAnswers, log, name),
    ...(replicas ? { replicas } : {}),
    ...(queue ? { queue: openQueue(queue) } : {}),
  };
}

/** The read replicas of a service: they have the same roles as their primary. */
export function replicaUrls(app: App, { databaseUrls, readReplicas, secretKey }: Settings): string[] {
  const urls = readReplicas.urls[app] ?? [];
  return databaseUrls[app] ? urls : urls.map((url) => asService(url, app, secretKey));
}

/**
 * Gives a service its schema and role and brings its tables and its queue up to date; tells which migrations had to be
 * applied.
 */
export async function bringUpToDate(
  app: App,
  settings: Settings,
  server: Server,
  log: Log,
): Promise<{ connectionString: string; applied: string[] }> {
  const connectionString = await connectionFor(app, settings, server, log);
  const applied = await migrate({ connectionString, schema: app, folder: definitions[app].migrations, log });
  const queue = queueOf(app, connectionString, log);
  if (queue) await provideQueue(queue);
  return { connectionString, applied };
}

const queueOf = (app: App, connectionString: string, log: Log) =>
  definitions[app].queued ? { connectionString, schema: queueSchema(app), log } : undefined;

/** The migrations of a service that its database has not seen yet. */
export const pendingMigrations = (app: App, database: Database): Promise<string[]> =>
  unappliedMigrations(database, definitions[app].migrations);

/** Opens the database of a service as it is, through its own role, for a command. */
export async function reachDatabase(
  app: App,
  settings: Settings,
  server: Server,
  log: Log,
  command: string,
): Promise<Database> {
  const connectionString = await connectionFor(app, settings, server, log);
  return open(app, connectionString, 3, log, `plumbline ${command} ${app}`);
}

/** What a process that runs one service, or all of them, calls itself in that service's part of `pg_stat_activity`. */
export const applicationName = (app: App, isWhole: boolean): string => `plumbline ${app}${isWhole ? ' of all' : ''}`;

/** Both names a process that serves requests can have. */
export const applicationNames = (app: App): string[] => [applicationName(app, false), applicationName(app, true)];

const open = (app: App, connectionString: string, poolSize: number, log: Log, name: string): Database =>
  openDatabase({ connectionString, schema: app, poolSize, applicationName: name, log });

/** The connection string of a service's own role, which is made when it is missing. */
async function connectionFor(app: App, settings: Settings, server: Server, log: Log): Promise<string> {
  const own = settings.databaseUrls[app];
  if (own) {
    await provideSchema({ connectionString: own, app, queued: definitions[app].queued === true, log });
    return own;
  }
  return provisionService({
    adminUrl: server.url!,
    app,
    secretKey: settings.secretKey,
    queued: definitions[app].queued === true,
    log,
  });
}
