import type { Database, Sql } from '../database';
import { sql } from '../sql';
import type { TableSpec } from '../table';
import { identifier } from './identifier';
import { readTables } from './readSchema';
import { createIndex, createTable, foreignKeyDefinition } from './tableStatements';

/** Carries what was read out of a transaction that is to be rolled back. */
class RolledBack {
  constructor(readonly tables: TableSpec[]) {}
}

/**
 * The specs in PostgreSQL's own words. It rewrites the expressions of defaults, checks and indexes, so the tables are
 * made as temporary ones, read back by the same reader that reads the real ones, and never committed.
 */
export async function asPostgresSpells(database: Database, wanted: TableSpec[]): Promise<TableSpec[]> {
  try {
    await database.transaction(
      async (tx, made) => {
        await made;
        throw new RolledBack(await readTables(tx, sql.fragment`pg_my_temp_schema()`));
      },
      { first: [beforeOthers, ...makingOf(wanted).map(statement)] },
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.tables;
    throw error;
  }
  return [];
}

/** A role that may not create schemas may still create temporary tables; they are found before those of the same name. */
const beforeOthers = sql.fragment`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`;

const makingOf = (wanted: TableSpec[]): string[] => [
  ...wanted.map(createTable),
  ...wanted.flatMap((table) => table.indexes.map((index) => createIndex(table, index))),
  ...wanted.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map((key) => `alter table ${identifier(name)} add ${foreignKeyDefinition(key)};`),
  ),
];

/** Our own generated text as a statement without parameters. */
const statement = (text: string): Sql => Object.freeze({ ...sql.fragment``, sql: text });
