import type { App, Settings } from '@plumbline/config';
import { migrationsOf, type ServiceDefinition, type ServiceParts } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { openQueue, provideQueue, type Queue } from '@plumbline/queue';
import {
  asService,
  checkAddress,
  checkRole,
  type Database,
  DatabaseProblem,
  isOnlyReading,
  isUpToDate,
  migrate,
  openDatabase,
  openReplicas,
  openWithAnswers,
  provideSchema,
  provisionService,
  queueSchema,
  type RoleOptions,
  type StrangeMigrations,
  startHeartbeat,
  strangeMigrations,
  TlsProblem,
  unappliedMigrations,
  unusableDatabase,
} from '@plumbline/store';

/** The PostgreSQL server in use, and what has to be done when it is no longer needed. */
export interface Server {
  url: string | undefined;
  stop(): Promise<void>;
}

/** The server the settings name for these services, or that each has of its own; undefined when one has none. */
export const namedServer = (settings: Settings, of: readonly App[]): Server | undefined =>
  settings.databaseUrl || of.every((app) => settings.databaseUrls[app])
    ? { url: settings.databaseUrl, stop: async () => {} }
    : undefined;

/** What of a service its tables and its queue follow from. */
export type StoredService = Pick<ServiceDefinition, 'app' | 'migrations' | 'queued'>;

/** A service's database, and the same over connections kept for answers to other services. */
export type ServiceDatabases = Required<Pick<ServiceParts, 'database' | 'answers'>> &
  Pick<ServiceParts, 'queue' | 'replicas'>;

/** Gives a service its schema and role, brings its tables up to date and opens its database. */
export async function provideDatabases(
  service: StoredService,
  settings: Settings,
  server: Server,
  log: Log,
): Promise<ServiceDatabases> {
  const { app } = service;
  const { connectionString } = await bringUpToDate(service, settings, server, log);
  const queue = queueOf(service, connectionString, settings, log);
  const { databasePoolSize, databaseUse } = settings;
  const name = applicationName(app, settings.target === 'all');
  const { database, answers } = openWithAnswers({
    connectionString,
    answersAt: addressForAnswers(connectionString, settings, log),
    schema: app,
    poolSize: databasePoolSize,
    applicationName: name,
    use: databaseUse,
    log,
  });
  const alive = startHeartbeat(database, name, log);
  const replicas = openReplicas(replicaUrls(app, settings), {
    primary: database,
    poolSize: databasePoolSize,
    applicationName: `${name} replica`,
    use: databaseUse,
    log,
  });
  return {
    database: { ...database, close: () => alive.stop().then(() => database.close()) },
    answers,
    ...(replicas ? { replicas } : {}),
    ...(queue ? { queue: openQueue(queue) } : {}),
  };
}

/** Behind a pooler, answers come over connections of their own when it has the database under a second name. */
function addressForAnswers(connectionString: string, { databaseUse }: Settings, log: Log): string {
  const { pooled, answersName } = databaseUse;
  if (answersName === undefined) {
    if (pooled)
      log.warn('Answers to other services share the pooler’s connections: set PLUMBLINE_DATABASE_POOLER_ANSWERS.');
    return connectionString;
  }
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(answersName)}`;
  return url.href;
}

/** The read replicas of a service: they have the same roles as their primary. */
export function replicaUrls(app: App, settings: Settings): string[] {
  const urls = settings.readReplicas.urls[app] ?? [];
  return settings.databaseUrls[app] ? urls : urls.map((url) => asService(url, app, rolesOf(settings)));
}

/** What the roles of this installation are named and protected by. */
export const rolesOf = ({ databaseRolePrefix, secretKey }: Settings): RoleOptions => ({
  secretKey,
  ...(databaseRolePrefix === undefined ? {} : { rolePrefix: databaseRolePrefix }),
});

/**
 * Gives a service its schema and role and brings its tables and its queue up to date; tells which migrations had to be
 * applied. A role that is there keeps its password, unless that is to be the secret key's again.
 */
export async function bringUpToDate(
  service: StoredService,
  settings: Settings,
  server: Server,
  log: Log,
  { resetPassword = false } = {},
): Promise<{ connectionString: string; applied: string[] }> {
  const { app, queued = false } = service;
  const folders = migrationsOf(service);
  const { databaseUse: use } = settings;
  const { connectionString, applied } = await naming(app, settings, server, async () => {
    const reached = addressOf(app, settings, server);
    if (await isUpToDate({ connectionString: reached, app, queued, folders, use }))
      return { connectionString: reached, applied: [] };
    const connectionString = await connectionFor(service, settings, server, log, resetPassword);
    return { connectionString, applied: await migrate({ connectionString, schema: app, folders, use, log }) };
  });
  const queue = queueOf(service, connectionString, settings, log);
  if (queue) await provideQueue(queue);
  return { connectionString, applied };
}

const queueOf = ({ app, queued }: StoredService, connectionString: string, settings: Settings, log: Log) =>
  queued ? { connectionString, schema: queueSchema(app), use: settings.databaseUse, log } : undefined;

/** The queue of a service, where it has one, for a command that may leave it something to do. */
export function reachQueue(service: StoredService, settings: Settings, server: Server, log: Log): Queue | undefined {
  const queue = queueOf(service, addressOf(service.app, settings, server), settings, log);
  return queue && openQueue(queue);
}

/** The migrations of a service that its database has not seen yet. */
export const pendingMigrations = (service: StoredService, database: Database): Promise<string[]> =>
  unappliedMigrations(database, migrationsOf(service));

/** What another version has applied to the database of a service, and what was changed since it was. */
export const migrationsOfOthers = (service: StoredService, database: Database): Promise<StrangeMigrations> =>
  strangeMigrations(database, migrationsOf(service));

/** Where a service reaches its database, once that was provided. */
const addressOf = (app: App, settings: Settings, server: Server): string =>
  settings.databaseUrls[app] ?? asService(server.url!, app, rolesOf(settings));

/** Opens the database of a service as it is, through its own role, for a command; nothing is made that is missing. */
export async function reachDatabase(
  app: App,
  settings: Settings,
  server: Server,
  log: Log,
  command: string,
): Promise<Database> {
  const connectionString = addressOf(app, settings, server);
  await naming(app, settings, server, () =>
    settings.databaseUrls[app]
      ? checkAddress(connectionString)
      : checkRole({ adminUrl: server.url!, app, ...rolesOf(settings) }),
  );
  const applicationName = `plumbline ${command} ${app}`;
  return openDatabase({ connectionString, schema: app, poolSize: 3, applicationName, use: settings.databaseUse, log });
}

/** What a process that runs one service, or all of them, calls itself in that service's part of `pg_stat_activity`. */
export const applicationName = (app: App, isWhole: boolean): string => `plumbline ${app}${isWhole ? ' of all' : ''}`;

/** Both names a process that serves requests can have. */
export const applicationNames = (app: App): string[] => [applicationName(app, false), applicationName(app, true)];

/** Makes the role and the schema of a service where they are missing, and leaves its tables as they are. */
export async function provideRole(service: StoredService, settings: Settings, server: Server, log: Log): Promise<void> {
  await naming(service.app, settings, server, () => connectionFor(service, settings, server, log, false));
}

/** Where something keeps us from a database, or it takes no writes, says in which setting that is to be mended. */
async function naming<T>(app: App, settings: Settings, server: Server, connect: () => Promise<T>): Promise<T> {
  const setting = settings.databaseUrls[app] ? `${app.toUpperCase()}_DATABASE_URL` : 'DATABASE_URL';
  const whose = server.url === settings.databaseUrl || settings.databaseUrls[app] ? `${setting}: ` : '';
  try {
    return await connect();
  } catch (error) {
    const problem = unusableDatabase(addressOf(app, settings, server), error) ?? error;
    if (problem instanceof TlsProblem || problem instanceof DatabaseProblem)
      problem.message = `${whose}${problem.message}`;
    if (isOnlyReading(error)) throw new DatabaseProblem(`${whose}this PostgreSQL only reads. ${onlyReads}`, error);
    throw problem;
  }
}

/** What to do about a server that takes no writes. */
export const onlyReads =
  'It is a replica, or is still going back to a moment: name the primary, or start again when ' +
  '`SELECT pg_is_in_recovery()` is false there and `SHOW default_transaction_read_only` is off.';

/** The connection string of a service's own role, which is made when it is missing. */
async function connectionFor(
  service: StoredService,
  settings: Settings,
  server: Server,
  log: Log,
  resetPassword: boolean,
): Promise<string> {
  const { app } = service;
  const queued = service.queued === true;
  const own = settings.databaseUrls[app];
  if (own) {
    await provideSchema({ connectionString: own, app, queued, log });
    return own;
  }
  return provisionService({
    adminUrl: server.url!,
    app,
    ...rolesOf(settings),
    queued,
    resetPassword,
    log,
  });
}
