import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@plumbline/log';
import { connectionSettings } from '../connect/connectionSettings';
import { processTable, processTableStatement } from '../connect/heartbeat';
import { type Connection, transactionOn, withConnection } from '../connect/withConnection';
import type { ConnectionUse, Database, Queryable } from '../database';
import { isConnectionLoss } from '../databaseErrors';
import { sql } from '../sql';

/** A folder with `0001_<name>.sql` and so on, applied in the order of their names. */
export interface MigrationFolder {
  path: string;
  /** Stands before the names of its files where it is written down what was applied, as in `engine/0001_<name>.sql`. */
  name?: string;
}

export interface MigrateOptions {
  connectionString: string;
  schema: string;
  /** One after the other. */
  folders: readonly MigrationFolder[];
  use?: ConnectionUse;
  log: Log;
}

interface MigrationFile {
  name: string;
  text: string;
  checksum: string;
  /** Migrations of earlier versions in whose place it stands: where one of them was applied, it needs not be. */
  replaces: readonly string[];
}

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;
/** What the first line of a file that stands in the place of others looks like. */
const replacing = /^-- replaces: (.+)\n/;

/** Tables cannot be brought up to date: the message says by which migration, and why. */
export class MigrationProblem extends Error {
  override name = 'MigrationProblem';
}

/**
 * Brings a schema up to date: applies the files not applied yet, each in a transaction, and returns the names of those
 * it has applied. Any number of processes may do so at once: a file is applied by one of them, while the others wait.
 * Throws when an applied file was changed since.
 */
export async function migrate({ connectionString, schema, folders, use, log }: MigrateOptions): Promise<string[]> {
  const files = folders.flatMap(readFiles);
  const { address, opening } = connectionSettings(connectionString, schema, `plumbline migrate ${schema}`, use);
  const work = async (connection: Connection): Promise<string[]> => {
    const known = await underMigrationLock(connection, schema, () => provideLedger(connection, files, log));
    const applied: string[] = [];
    for (const file of files)
      if (!known.has(file.name) && (await underMigrationLock(connection, schema, () => apply(connection, file))))
        applied.push(file.name);
    if (applied.length > 0) log.info({ schema, applied }, 'Migrations applied.');
    return applied;
  };
  return withConnection(address, work, opening);
}

/** Does something in a transaction that no other process has at the same time. */
const underMigrationLock = <T>(connection: Connection, schema: string, work: () => Promise<T>): Promise<T> =>
  transactionOn(connection, async () => {
    // Waiting for another process, and rewriting a large table, may take longer than a request is allowed to.
    await connection.script('set local statement_timeout = 0; set local lock_timeout = 0');
    await connection.run(sql.fragment`select pg_advisory_xact_lock(hashtext(${`plumbline migrate ${schema}`}))`);
    await connection.script("set local lock_timeout = '60s'");
    return work();
  });

/** Names of migrations that were applied to a database, and are not as these folders have them. */
export interface StrangeMigrations {
  /** Another version, a newer one, has applied them. */
  unknown: string[];
  /** The files were changed since. */
  changed: string[];
}

/** What was applied to a database otherwise than these folders have it. */
export const strangeMigrations = async (
  database: Database,
  folders: readonly MigrationFolder[],
): Promise<StrangeMigrations> => compare(await readLedgerIfThere(database), folders.flatMap(readFiles));

/** Names of the migrations in these folders that a database has not seen yet. */
export async function unappliedMigrations(database: Database, folders: readonly MigrationFolder[]): Promise<string[]> {
  const ledger = await readLedgerIfThere(database);
  const known = new Set(ledger.keys());
  const files = folders.flatMap(readFiles);
  return files.filter((file) => !known.has(file.name) && !standsForOne(file, known)).map(({ name }) => name);
}

function readFiles({ path, name: prefix }: MigrationFolder): MigrationFile[] {
  const names = readdirSync(path)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    if (!fileName.test(name)) throw new Error(`${join(path, name)} is not named like 0001_words_apart.sql.`);
    const number = name.slice(0, 4);
    if (numbers.has(number)) throw new Error(`Two migrations in ${path} have the number ${number}.`);
    numbers.add(number);
    const text = readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n');
    return {
      name: prefix === undefined ? name : `${prefix}/${name}`,
      text,
      checksum: createHash('sha256').update(text).digest('hex'),
      replaces: replacing.exec(text)?.[1]?.split(', ') ?? [],
    };
  });
}

/** What was applied: the checksums of migrations, by name. */
type Ledger = Map<string, string>;

const ledgerTable = 'schema_migrations';

async function readLedger(queryable: Queryable): Promise<Ledger> {
  const rows = await queryable.rows<{ name: string; checksum: string }>(
    sql.fragment`select name, checksum from schema_migrations order by name`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

const readLedgerIfThere = async (database: Database): Promise<Ledger> =>
  (await hasTables(database, [ledgerTable])) ? readLedger(database) : new Map();

/** Whether the schema at hand has tables of these names. */
async function hasTables(queryable: Queryable, names: string[]): Promise<boolean> {
  const found = await queryable.first<{ all: boolean }>(sql.fragment`select count(*) = ${names.length} as all
    from information_schema.tables where table_schema = current_schema() and table_name = any(${sql.array(names, 'text')})`);
  return found?.all === true;
}

/** Whether a schema was migrated by these very files, none of them changed since, and by no others. */
export async function isMigrated(connection: Connection, folders: readonly MigrationFolder[]): Promise<boolean> {
  if (!(await hasTables(connection, [ledgerTable, processTable]))) return false;
  const files = folders.flatMap(readFiles);
  const known = new Set(files.flatMap(({ name, replaces }) => [name, ...replaces]));
  const ledger = await readLedger(connection);
  return (
    files.every(({ name, checksum }) => ledger.get(name) === checksum) &&
    [...ledger.keys()].every((one) => known.has(one))
  );
}

function compare(ledger: Ledger, files: readonly MigrationFile[]): StrangeMigrations {
  const replaced = new Set(files.flatMap(({ replaces }) => replaces));
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const applied = [...ledger.keys()].filter((name) => !replaced.has(name));
  return {
    unknown: applied.filter((name) => !checksums.has(name)),
    changed: applied.filter((name) => checksums.has(name) && checksums.get(name) !== ledger.get(name)),
  };
}

/** Logs what a newer version has applied; throws when an applied file was changed since. */
function demandUnchanged(ledger: Ledger, files: readonly MigrationFile[], log: Log): void {
  const { unknown, changed } = compare(ledger, files);
  for (const migration of unknown)
    log.warn({ migration }, 'The database is ahead: a migration unknown to this version was applied.');
  if (changed.length > 0)
    throw new MigrationProblem(
      `The migration ${changed[0]} was changed after it had been applied. Undo the change and put it into a new migration.`,
    );
}

/**
 * Answers the names of the migrations that were applied; those that stand in the place of an applied one are among them
 * from now on. Throws when an applied file was changed since.
 */
async function provideLedger(connection: Connection, files: MigrationFile[], log: Log): Promise<Set<string>> {
  await connection.script(
    `create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now()); ${processTableStatement}`,
  );
  const ledger = await readLedger(connection);
  demandUnchanged(ledger, files, log);
  const known = new Set(ledger.keys());
  for (const file of files.filter((file) => !known.has(file.name) && standsForOne(file, known))) {
    await note(connection, file);
    known.add(file.name);
  }
  return known;
}

const lockNotAvailable = '55P03';
const ofLocks =
  'A transaction holds a table that is to be changed, as those of a backup do (pg_stat_activity names it): end it or wait for its end, and migrate again.';

/** Whether it was still to be applied, and is now. */
async function apply(connection: Connection, file: MigrationFile): Promise<boolean> {
  const { name, text } = file;
  if (await connection.first(sql.fragment`select from schema_migrations where name = ${name}`)) return false;
  try {
    await connection.script(text);
  } catch (error) {
    // A server that goes away meanwhile may be waited for, as one that was away before.
    if (isConnectionLoss(error)) throw error;
    const { message, position, code } = error as { message: string; position?: string; code?: string };
    const line = position ? ` in line ${text.slice(0, Number(position)).split('\n').length}` : '';
    const advice = code === lockNotAvailable ? `. ${ofLocks}` : '';
    throw new MigrationProblem(`The migration ${name} failed${line}: ${message}${advice}`, { cause: error });
  }
  await note(connection, file);
  return true;
}

/** Whether a migration stands in the place of one of these. */
const standsForOne = ({ replaces }: MigrationFile, known: ReadonlySet<string>): boolean =>
  replaces.some((one) => known.has(one));

/** Writes down that a migration is applied. */
const note = (connection: Connection, { name, checksum }: MigrationFile) =>
  connection.run(sql.fragment`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`);
