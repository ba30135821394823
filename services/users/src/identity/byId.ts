import type { UnitOfWork } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { type IdentityRow, identityColumns, identityOf } from './identityRow';
import { refusals } from './refusals';

/** Somebody who has signed in, or in whose name a job asks; a 403 when they are not there any more, or may not sign in. */
export async function userById({ sql: database }: UnitOfWork, userId: string): Promise<IdentityRow> {
  const found = await database.first<IdentityRow>(
    sql.unsafe`SELECT ${identityColumns} FROM "user" u WHERE u.id = ${userId}::uuid`,
  );
  if (!found?.is_active) throw refusals.userInactive();
  return found;
}

/** The same, as other services know them. */
export const identityById = async (work: UnitOfWork, userId: string): Promise<Identity> =>
  identityOf(await userById(work, userId));
