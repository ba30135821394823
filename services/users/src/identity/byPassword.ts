import type { Work } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { type IdentityRow, identityColumns } from './identityRow';
import { passwordFits } from './passwords';
import { refusals } from './refusals';

/** Whose name and password they are; one and the same 403, after the same time, whatever is wrong with them. */
export async function userByPassword(work: Work, username: string, password: string): Promise<IdentityRow> {
  // PostgreSQL's text cannot hold a NUL, and refuses to be asked for one.
  const found = username.includes('\0') ? undefined : await userByName(work, username);
  const fits = await passwordFits(password, found?.password);
  if (!found?.is_active || !fits) throw refusals.wrongPassword();
  return found;
}

function userByName(work: Work, username: string): Promise<(IdentityRow & { password: string }) | undefined> {
  return work.sql.first<IdentityRow & { password: string }>(
    sql.unsafe`SELECT ${identityColumns}, u.password FROM "user" u WHERE u.username = ${username}`,
  );
}
