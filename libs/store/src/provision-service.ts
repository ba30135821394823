import { createHash, createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@plumbline/log';
import { parseIntoClientConfig } from 'pg-connection-string';
import { checkedSchemaName } from './connection-settings';
import { createExtensions } from './create-extensions';
import { queueSchema } from './queue-schema';
import { scramVerifier } from './scram-verifier';
import { sql } from './sql';
import { type Connection, inTransaction, withConnection } from './with-connection';

export interface ProvisionOptions {
  /** Connection string of a role that may create roles and schemas (`DATABASE_URL`). */
  adminUrl: string;
  /** The service; its schema carries the same name. */
  app: string;
  /** The role's password is derived from it. */
  secretKey: string;
  /** It has a queue, in a schema of its own (`queueSchema`). */
  queued?: boolean;
  /** Hears about what could not be done and is not strictly needed. */
  log?: Log;
}

/**
 * Gives a service its own schema and a role that can use nothing else, and returns the connection string of that role.
 * Does only what is still missing; any number of processes may do it at once.
 */
export async function provisionService(options: ProvisionOptions): Promise<string> {
  const { adminUrl, secretKey, log } = options;
  const app = checkedSchemaName(options.app);
  const role = roleOf(app);
  const connectionString = asService(adminUrl, app, secretKey);
  const password = passwordOf(role, secretKey);
  const admin = parseIntoClientConfig(adminUrl);
  const passwordFits = await canLogIn(connectionString);
  await withConnection({ ...admin, application_name: 'plumbline provisioning' }, (connection) =>
    patiently(() =>
      inTransaction(connection, async () => {
        // One at a time; the key is our own choice and means nothing.
        await connection.run(sql.fragment`select pg_advisory_xact_lock(hashtext('plumbline provisioning'))`);
        if (!passwordFits) await provideRole(connection, role, password);
        await provideSchema(connection, app, role);
        if (options.queued) await provideSchema(connection, queueSchema(app), role);
        await adjustRights(connection, role, log);
        await createExtensions(connection, log);
      }),
    ),
  );
  return connectionString;
}

const roleOf = (app: string): string => `plumbline_${app}`;

const passwordOf = (role: string, secretKey: string): string =>
  createHmac('sha256', secretKey).update(`database role ${role}`).digest('base64url');

/** The connection string of a service's own role on a server that has it. */
export function asService(url: string, app: string, secretKey: string): string {
  const role = roleOf(app);
  return withUser(url, role, passwordOf(role, secretKey));
}

async function provideRole(connection: Connection, role: string, password: string): Promise<void> {
  // The salt follows from the password, so that processes starting at once all write the same.
  const salt = createHash('sha256').update(`salt ${password}`).digest().subarray(0, 16);
  const verifier = sql.literalValue(scramVerifier(password, salt));
  const name = sql.identifier([role]);
  const exists = await connection.first(sql.fragment`select from pg_roles where rolname = ${role}`);
  if (exists === undefined)
    await connection.run(sql.fragment`create role ${name} login password ${verifier}`).catch(explain);
  else await connection.run(sql.fragment`alter role ${name} login password ${verifier}`).catch(explain);

  function explain(error: unknown): never {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new Error(
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
  if (found === undefined) await connection.run(sql.fragment`create schema ${schema} authorization ${owner}`);
  else await connection.run(sql.fragment`alter schema ${schema} owner to ${owner}`);
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

async function canLogIn(connectionString: string): Promise<boolean> {
  try {
    await withConnection({ ...parseIntoClientConfig(connectionString) }, async () => undefined);
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // 28: no such role or a wrong password; 42501: not allowed to connect. Anything else is not about the role.
    if (code.startsWith('28') || code === '42501') return false;
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
