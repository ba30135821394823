import type { Work } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { type IdentityRow, identityColumns, identityOf } from './identityRow';
import { refusals } from './refusals';

/** Somebody in whose name a job asks; a 403 when they are not there any more, or may not sign in. */
export async function identityById({ sql: database }: Work, userId: string): Promise<Identity> {
  const found = await database.first<IdentityRow>(
    sql.unsafe`SELECT ${identityColumns} FROM "user" u WHERE u.id = ${userId}::uuid`,
  );
  if (!found?.is_active) throw refusals.userInactive();
  return identityOf(found);
}
