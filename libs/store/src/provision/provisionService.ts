import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { keyFor, rolePurpose } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { type Address, readAddress } from '../connect/address';
import { checkedSchemaName } from '../connect/connectionSettings';
import { type Connection, transactionOn, withConnection } from '../connect/withConnection';
import { sql } from '../sql';
import { createExtensions, hasExtensions } from './createExtensions';
import { demandUnicode } from './demandUnicode';
import { schemasOf } from './queueSchema';
import { scramVerifier } from './scramVerifier';

/** What the roles of an installation are named and protected by. */
export interface RoleOptions {
  /**
   * What stands before the application in the names of its roles, which belong to the whole server; absent: the name of
   * the database.
   */
  rolePrefix?: string;
  /** The passwords of roles are derived from it. */
  secretKey: string;
}

export interface ProvisionOptions extends RoleOptions {
  /** Connection string of a role that may create roles and schemas (`DATABASE_URL`). */
  adminUrl: string;
  /** The service; its schema carries the same name. */
  app: string;
  /** It has a queue, in a schema of its own (`queueSchema`). */
  queued?: boolean;
  /** Gives a role that is there the password of this secret key; without it such a role is never changed. */
  resetPassword?: boolean;
  /** Hears about what could not be done and is not strictly needed. */
  log?: Log;
}

/** A role of a service is not as it has to be: the message says what to do. */
export class RoleProblem extends Error {
  override name = 'RoleProblem';
}

/** A role was made with another secret key than the one we were told. */
export class SecretKeyProblem extends RoleProblem {
  readonly liesInSettings = true;
}

/**
 * Gives a service its own schema and a role that can use nothing else, and returns the connection string of that role.
 * Does only what is still missing; any number of processes may do it at once. Throws when the role is there with another
 * password: it was made with another secret key, or by another installation.
 */
export async function provisionService(options: ProvisionOptions): Promise<string> {
  const { adminUrl, secretKey, log } = options;
  const app = checkedSchemaName(options.app);
  const role = roleOf(adminUrl, app, options);
  const connectionString = asService(adminUrl, app, options);
  const admin = readAddress(adminUrl);
  const isRefused = (await logIn(connectionString)) === 'refused';
  await withConnection({ ...admin, application_name: 'plumbline provisioning' }, (connection) =>
    patiently(() =>
      transactionOn(connection, async () => {
        // One at a time; the key is our own choice and means nothing.
        await connection.run(sql.fragment`select pg_advisory_xact_lock(hashtext('plumbline provisioning'))`);
        if (isRefused) await provideRole(connection, role, passwordOf(role, secretKey), options);
        for (const schema of schemasOf(app, options.queued === true)) await provideSchema(connection, schema, role);
        await adjustRights(connection, role, log);
        await createExtensions(connection, log);
      }),
    ),
  );
  if (isRefused && (await logIn(connectionString)) === 'refused') throw hasOtherPassword(connectionString);
  return connectionString;
}

/** Throws a `RoleProblem` when the role of a service cannot log in, or what keeps us from the database where that is not the role. */
export async function checkRole({
  adminUrl,
  app,
  ...options
}: RoleOptions & { adminUrl: string; app: string }): Promise<void> {
  const connectionString = asService(adminUrl, app, options);
  if ((await logIn(connectionString)) !== 'refused') return;
  const { user, where } = namesIn(connectionString);
  const role = await withConnection(readAddress(adminUrl), (connection) =>
    connection.first(sql.fragment`select from pg_roles where rolname = ${user}`),
  );
  if (role !== undefined) throw hasOtherPassword(connectionString);
  throw new RoleProblem(
    `The role ${user} is not there on ${where}: nothing was started or migrated on this database yet, or under another ` +
      'PLUMBLINE_DATABASE_ROLE_PREFIX.',
  );
}

/** Logs in and out again; throws what keeps us from it. */
export const checkAddress = (connectionString: string): Promise<void> =>
  withConnection(readAddress(connectionString), async () => {});

function hasOtherPassword(connectionString: string): SecretKeyProblem {
  const { user, where } = namesIn(connectionString);
  return new SecretKeyProblem(
    `The role ${user} on ${where} has another password. Either PLUMBLINE_SECRET_KEY is not the one its roles were made with: ` +
      'set that one, or run `plumbline migrate --reset-role-passwords` if the key was changed on purpose; or the role belongs ' +
      'to another installation: set PLUMBLINE_DATABASE_ROLE_PREFIX to a name of its own for this one.',
  );
}

function namesIn(connectionString: string) {
  const { user, host, port } = readAddress(connectionString);
  return { user: user!, where: `${host}:${port ?? 5432}` };
}

const longestName = 63;

/** Roles belong to the whole server: their names say which installation they are of. */
export function roleOf(url: string, app: string, { rolePrefix }: Pick<RoleOptions, 'rolePrefix'>): string {
  const { database, user } = readAddress(url);
  const name = rolePrefix ?? database ?? user ?? 'plumbline';
  const isPlain = /^[a-z_][a-z0-9_]*$/.test(name) && !name.startsWith('pg_') && name.length + app.length < longestName;
  if (isPlain) return `${name}_${app}`;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `db_${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 30)}_${digest}_${app}`;
}

const passwordOf = (role: string, secretKey: string): string =>
  keyFor(rolePurpose(role), secretKey).toString('base64url');

/** The connection string of a service's own role on a server that has it. */
export function asService(url: string, app: string, options: RoleOptions): string {
  const role = roleOf(url, app, options);
  return withUser(withDatabase(url), role, passwordOf(role, options.secretKey));
}

/** The address with the name of its database, which is, as libpq has it, that of the user where none is said. */
function withDatabase(url: string): string {
  const { database, user } = readAddress(url);
  if (database || !user) return url;
  const name = encodeURIComponent(process.env.PGDATABASE || user);
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)\/?/, `$1/${name}`);
}

async function provideRole(
  connection: Connection,
  role: string,
  password: string,
  { resetPassword = false }: ProvisionOptions,
): Promise<void> {
  const name = sql.identifier([role]);
  const exists = await connection.first(sql.fragment`select from pg_roles where rolname = ${role}`);
  // Somebody else's, or made by a process that started at the same moment: what it is shows when we log in.
  if (exists !== undefined && !resetPassword) return;
  // The salt follows from the password, so that processes starting at once all write the same.
  const salt = createHash('sha256').update(`salt ${password}`).digest().subarray(0, 16);
  const verifier = sql.literalValue(scramVerifier(password, salt));
  if (exists === undefined)
    await connection.run(sql.fragment`create role ${name} login password ${verifier}`).catch(explain);
  else await connection.run(sql.fragment`alter role ${name} login password ${verifier}`).catch(explain);

  function explain(error: unknown): never {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new RoleProblem(
      `The role in DATABASE_URL may not ${exists ? 'change' : 'create'} the role ${role}. ` +
        'Grant it CREATEROLE (alter role ... createrole), or give each service a database of its own with <APP>_DATABASE_URL.',
      { cause: error },
    );
  }
}

async function provideSchema(connection: Connection, app: string, role: string): Promise<void> {
  const found = await connection.first<{ owner: string }>(
    sql.fragment`select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = ${app}`,
  );
  if (found?.owner === role) return;
  const [schema, owner] = [sql.identifier([app]), sql.identifier([role])];
  // Whoever gives a schema to a role has to be a member of it; superusers always are.
  const member = await connection.first(sql.fragment`select from pg_roles where rolname = current_user and rolsuper`);
  if (member === undefined) await connection.run(sql.fragment`grant ${owner} to current_user`);
  if (found === undefined) {
    await demandUnicode(connection);
    await connection.run(sql.fragment`create schema ${schema} authorization ${owner}`);
  } else await takeOver(connection, app, found.owner, role);
}

/**
 * Makes a role the owner of a schema and of everything in it: the database was copied, renamed or restored by somebody
 * else. The other role stays as it is.
 */
async function takeOver(connection: Connection, schema: string, before: string, role: string): Promise<void> {
  const [from, to] = [sql.identifier([before]), sql.identifier([role])];
  // Of other roles than a service's own everything else in the database stays theirs.
  const isOfService = before.endsWith(`_${schema.replace(/_queue$/, '')}`);
  if (!isOfService) {
    await connection.run(sql.fragment`alter schema ${sql.identifier([schema])} owner to ${to}`);
    return;
  }
  const member = await connection.first(sql.fragment`select from pg_roles where rolname = current_user and rolsuper`);
  if (member === undefined) await connection.run(sql.fragment`grant ${from} to current_user`);
  // Whoever is given a function has to be allowed to create one in its schema already.
  const owned = await connection.rows<{ name: string }>(
    sql.fragment`select nspname as name from pg_namespace where pg_get_userbyid(nspowner) = ${before}`,
  );
  for (const { name } of owned)
    await connection.run(sql.fragment`alter schema ${sql.identifier([name])} owner to ${to}`);
  await connection.run(sql.fragment`reassign owned by ${from} to ${to}`);
}

/**
 * Until PostgreSQL 14 everybody may create tables in `public`, where a service only needs to use the extensions'
 * operators; and some servers let nobody connect who was not told so.
 */
async function adjustRights(connection: Connection, role: string, log?: Log): Promise<void> {
  const name = sql.identifier([role]);
  const has = await connection.first<{
    create: boolean;
    use: boolean;
    connect: boolean;
    database: string;
  }>(sql.fragment`
    select has_schema_privilege(${role}, 'public', 'create') as create, has_schema_privilege(${role}, 'public', 'usage') as use,
      has_database_privilege(${role}, current_database(), 'connect') as connect, current_database() as database`);
  if (has === undefined) return;
  const changes = [
    has.create && sql.fragment`revoke create on schema public from public`,
    !has.use && sql.fragment`grant usage on schema public to ${name}`,
    !has.connect && sql.fragment`grant connect on database ${sql.identifier([has.database])} to ${name}`,
  ];
  for (const change of changes) {
    if (change === false) continue;
    await connection.script('savepoint rights');
    try {
      await connection.run(change);
    } catch (error) {
      await connection.script('rollback to savepoint rights');
      log?.warn({ role, statement: change.sql, error }, 'A right could not be changed; a superuser should do it.');
    }
  }
}

/** Whether a role is let in; `closed` where only the database is not open to it. */
const logIn = (connectionString: string) => asRole(readAddress(connectionString), async () => 'let in' as const);

/** Whether the role of a connection owns schemas, may write, and has the rights and extensions that it would be given. */
export async function hasSchemas(connection: Connection, schemas: string[]): Promise<boolean> {
  const found = await connection.first<{ all: boolean }>(sql.fragment`
    select (select count(*) from pg_namespace join pg_roles owner on owner.oid = nspowner
        where nspname = any(${sql.array(schemas, 'text')}) and owner.rolname = current_user) = ${schemas.length}
      and not has_schema_privilege(to_regnamespace('public')::oid, 'create') and has_schema_privilege(to_regnamespace('public')::oid, 'usage')
      and current_setting('transaction_read_only') = 'off' and ${hasExtensions} as all`);
  return found?.all === true;
}

/** What PgBouncer says of everything it refuses. */
const poolerRefuses = '08P01';

/** Does something as a role; tells where it is not let in, `closed` where only the database is not open to it. */
export async function asRole<T>(
  address: Address,
  work: (connection: Connection) => Promise<T>,
  opening?: string,
): Promise<T | 'closed' | 'refused'> {
  try {
    return await withConnection(address, work, opening);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    // 28: no such role or a wrong password; 42501: not allowed to connect. Anything else is not about the role.
    if (code.startsWith('28') || (code === poolerRefuses && /authentication failed|no such user/.test(message)))
      return 'refused';
    if (code === '42501' || (code === poolerRefuses && message.includes('permission denied for database')))
      return 'closed';
    throw error;
  }
}

/** Roles belong to the whole server, the lock to one database: two databases may still get in each other's way. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code = '', message = '' } = error as { code?: string; message?: string };
      const collision = ['23505', '42710', '40P01'].includes(code) || message.startsWith('tuple concurrently');
      if (!collision || attempt === 10) throw error;
      await delay(30 * attempt * Math.random());
    }
  }
}

function withUser(connectionString: string, user: string, password: string): string {
  return connectionString.replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?/, `$1${user}:${password}@`);
}
