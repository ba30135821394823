import type { Database } from '../database';
import type { TableSpec } from '../table';
import { asPostgresSpells } from './as-postgres-spells';
import { compareSchema, type Difference } from './compare-schema';
import { draftMigration } from './draft-migration';
import { readSchema } from './read-schema';

/** What has to change in the database's schema for it to have exactly these tables; empty when nothing. */
export async function checkSchema(database: Database, wanted: TableSpec[]): Promise<Difference[]> {
  return compareSchema(await readSchema(database), await asPostgresSpells(database, wanted));
}

/**
 * Drafts the migration from what is in the database's schema to exactly these tables; an empty text when nothing is to
 * be done.
 */
export async function draftMigrationOf(database: Database, wanted: TableSpec[]): Promise<string> {
  return draftMigration(await readSchema(database), wanted, await asPostgresSpells(database, wanted));
}
