import type { Database, Queryable, Sql } from '../database';
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
    await database.transaction(async (tx) => {
      throw new RolledBack(await makeAndRead(tx, wanted));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.tables;
    throw error;
  }
  return [];
}

async function makeAndRead(tx: Queryable, wanted: TableSpec[]): Promise<TableSpec[]> {
  // A role that may not create schemas may still create temporary tables; they are found before those of the same name.
  await tx.run(sql.fragment`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`);
  for (const table of wanted) await tx.run(statement(createTable(table)));
  for (const table of wanted) {
    for (const index of table.indexes) await tx.run(statement(createIndex(table, index)));
  }
  for (const table of wanted) {
    for (const key of table.foreignKeys) {
      await tx.run(statement(`alter table ${identifier(table.name)} add ${foreignKeyDefinition(key)}`));
    }
  }
  return readTables(tx, sql.fragment`pg_my_temp_schema()`);
}

/** Our own generated text as a statement without parameters. */
const statement = (text: string): Sql => Object.freeze({ ...sql.fragment``, sql: text });
