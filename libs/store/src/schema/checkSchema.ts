import type { Database } from '../database';
import type { TableSpec } from '../table';
import { asPostgresSpells } from './asPostgresSpells';
import { compareSchema, type Difference } from './compareSchema';
import { draftMigration } from './draftMigration';
import { readSchema } from './readSchema';

/** What has to change in the database's schema for it to have exactly these tables; empty when nothing. */
export async function checkSchema(database: Database, wanted: TableSpec[]): Promise<Difference[]> {
  return compareSchema(await readSchema(database), await asPostgresSpells(database, wanted));
}

/**
 * Drafts the migration from what is in the database's schema to exactly these tables, as far as `concerned` lets it; an
 * empty text when nothing is to be done.
 */
export async function draftMigrationOf(
  database: Database,
  wanted: TableSpec[],
  concerned: (table: TableSpec) => boolean = () => true,
): Promise<string> {
  const [there, spelt] = [await readSchema(database), await asPostgresSpells(database, wanted)];
  return draftMigration(there.filter(concerned), wanted.filter(concerned), spelt.filter(concerned));
}
