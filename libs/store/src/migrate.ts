import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@plumbline/log';
import { Umzug, type UmzugStorage } from 'umzug';
import { connectionSettings } from './connection-settings';
import type { Database } from './database';
import { sql } from './sql';
import { type Connection, inTransaction, withConnection } from './with-connection';

export interface MigrateOptions {
  connectionString: string;
  schema: string;
  /** Holds `0001_<name>.sql` and so on, applied in the order of their names. */
  folder: string;
  log: Log;
}

interface MigrationFile {
  name: string;
  text: string;
  checksum: string;
}

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Brings a schema up to date: applies the files not applied yet, each in a transaction, and returns their names. Any
 * number of processes may start at once; one works, the others wait. Throws when an applied file was changed since.
 */
export async function migrate({ connectionString, schema, folder, log }: MigrateOptions): Promise<string[]> {
  const files = readFiles(folder);
  const settings = connectionSettings(connectionString, schema, `plumbline migrate ${schema}`);
  return withConnection(settings, async (connection) => {
    // Waiting for another process, and rewriting a large table, may take longer than a request is allowed to.
    await connection.script('set statement_timeout = 0; set lock_timeout = 0');
    await connection.run(sql.fragment`select pg_advisory_lock(hashtext(${`plumbline migrate ${schema}`}))`);
    await connection.script("set lock_timeout = '60s'");
    await connection.script(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    await refuseChanges(connection, files, log);
    const umzug = new Umzug({
      migrations: files.map((file) => ({ name: file.name, up: () => apply(connection, file) })),
      storage: recordedBy(connection),
      logger: undefined,
    });
    const applied = (await umzug.up()).map(({ name }) => name);
    if (applied.length > 0) log.info({ schema, applied }, 'Migrations applied.');
    return applied;
  });
}

/** Names of the migrations in a folder that a database has not seen yet. */
export async function unappliedMigrations(database: Database, folder: string): Promise<string[]> {
  const there = await database.first(sql.fragment`select from information_schema.tables
    where table_schema = current_schema() and table_name = 'schema_migrations'`);
  const applied = there ? await database.rows<{ name: string }>(sql.fragment`select name from schema_migrations`) : [];
  const known = new Set(applied.map(({ name }) => name));
  return readFiles(folder).flatMap(({ name }) => (known.has(name) ? [] : [name]));
}

function readFiles(folder: string): MigrationFile[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    if (!fileName.test(name)) throw new Error(`${join(folder, name)} is not named like 0001_words_apart.sql.`);
    const number = name.slice(0, 4);
    if (numbers.has(number)) throw new Error(`Two migrations in ${folder} have the number ${number}.`);
    numbers.add(number);
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

async function refuseChanges(connection: Connection, files: MigrationFile[], log: Log): Promise<void> {
  const applied = await connection.rows<{ name: string; checksum: string }>(
    sql.fragment`select name, checksum from schema_migrations order by name`,
  );
  for (const { name, checksum } of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (file === undefined)
      log.warn({ migration: name }, 'The database is ahead: a migration unknown to this version was applied.');
    else if (file.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it had been applied. Undo the change and put it into a new migration.`,
      );
    }
  }
}

async function apply(connection: Connection, { name, text, checksum }: MigrationFile): Promise<void> {
  await inTransaction(connection, async () => {
    try {
      await connection.script(text);
    } catch (error) {
      const { message, position } = error as { message: string; position?: string };
      const line = position ? ` in line ${text.slice(0, Number(position)).split('\n').length}` : '';
      throw new Error(`The migration ${name} failed${line}: ${message}`, { cause: error });
    }
    await connection.run(sql.fragment`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`);
  });
}

/** Umzug asks what was applied; the record itself is written by the migration, in the same transaction. */
function recordedBy(connection: Connection): UmzugStorage {
  return {
    executed: async () =>
      (await connection.rows<{ name: string }>(sql.fragment`select name from schema_migrations`)).map(
        ({ name }) => name,
      ),
    logMigration: async () => undefined,
    unlogMigration: async () => {
      throw new Error('Migrations only go forward.');
    },
  };
}
