import type { UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { beginAttempt, countedName, passwordPace } from './attempts';
import { forgetFirstCredential, isUnused } from './firstCredentials';
import { type IdentityRow, identityColumns } from './identityRow';
import { passwordFits } from './passwords';
import { refusals } from './refusals';

/**
 * Whose name and password they are, of those whose passwords are kept here and count; one and the same 403, after the same time,
 * whatever is wrong with them. Whoever guesses the password of one account from one address has to wait, or is turned away
 * with a 429.
 */
export const userByPassword = (
  work: UnitOfWork,
  username: string,
  password: string,
  address: string,
): Promise<AccountRow> =>
  byPassword(work, username, password, address, {
    here: (user) => user,
    elsewhere: () => Promise.reject(refusals.wrongPassword()),
  });

/** The same, of whoever has a password that counts here; all others are looked for elsewhere, in the same attempt. */
export async function byPassword<T>(
  work: UnitOfWork,
  username: string,
  password: string,
  address: string,
  { here, elsewhere }: { here(user: AccountRow): T; elsewhere(): Promise<T> },
): Promise<T> {
  const account = countedName(username);
  const attempt = await beginAttempt(work, passwordPace, address, account);
  const found = await accountByName(work, username);
  const asker = { address, account, isKnown: attempt.isKnown, deadline: work.scope.deadline };
  const counts = found !== undefined && localPasswordCounts(work, found);
  const fits = await passwordFits(password, counts ? found.password : undefined, asker);
  if (counts) {
    if (!fits || !found.is_active) throw refusals.wrongPassword();
    await attempt.succeeded();
    if (found.unused) await forgetFirstCredential(work, 'password');
    return here(found);
  }
  const signedIn = await elsewhere();
  await attempt.succeeded();
  return signedIn;
}

/** A user with the hash of their password. */
export interface AccountRow extends IdentityRow {
  password: string;
  unused: boolean;
}

/** The account of a name, whether it may sign in or not; undefined when there is none. */
async function accountByName(work: UnitOfWork, username: string): Promise<AccountRow | undefined> {
  // PostgreSQL's text cannot hold a NUL, and refuses to be asked for one.
  if (username.includes('\0')) return undefined;
  return work.sql.first<AccountRow>(sql.unsafe`
    SELECT ${identityColumns}, u.password, ${isUnused('password')} AS unused FROM "user" u WHERE u.username = ${username}`);
}

/**
 * Locks an account, in the transaction `work` is part of, whose password is still the one that was shown, where one was; a
 * 403 when it was changed since: then it was the right one no longer.
 */
export async function lockAccount(
  { sql: database }: UnitOfWork,
  { id, password }: { id: string; password: string | undefined },
): Promise<void> {
  const isSame = await database.first(sql.unsafe`
    SELECT id FROM "user" WHERE id = ${id} AND password = coalesce(${password ?? null}, password) FOR NO KEY UPDATE`);
  if (!isSame) throw refusals.wrongPassword();
}

/** Whether an account has a password that is kept here, and may sign in with it. */
function localPasswordCounts({ engine }: UnitOfWork, { password, is_superuser }: AccountRow): boolean {
  const { local } = engine.settings.signIn;
  return password.startsWith('scrypt$') && (local === 'everybody' || (local === 'superusers' && is_superuser));
}
