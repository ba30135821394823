import { changeObjects, type UnitOfWork, writing } from '@plumbline/engine';
import type { PasswordChanged } from '@plumbline/http';
import { lockAccount, userByPassword } from '../identity/byPassword';
import { refusals } from '../identity/refusals';
import { insertSession, putSession, takeSession } from '../identity/sessions';
import { User } from '../models';
import { asThemselves } from './asThemselves';

/** What somebody sends who wants another password. */
export interface PasswordChange {
  userId: string;
  username: string;
  password: string;
  newPassword: string;
  /** The digest of the key of the session it is done in; not told by gateways of version 0.2.0. */
  replaces?: string | undefined;
  address: string;
}

/**
 * Gives somebody who knows their password another one. All their sessions end but that of the browser it was done in, which
 * goes on under the key of `digest`; answers for how long. A wrong password counts as a guess, and is a 403.
 */
export async function changePassword(
  work: UnitOfWork,
  change: PasswordChange,
  digest: string | undefined,
): Promise<PasswordChanged> {
  const { userId, username, password, newPassword, address, replaces } = change;
  const user = await userByPassword(work, username, password, address);
  if (user.id !== userId) throw refusals.wrongPassword();
  return writing(asThemselves(work, user), async (inner) => {
    await lockAccount(inner, user);
    const kept = replaces === undefined ? undefined : await takeSession(inner, userId, replaces);
    await changeObjects(inner, User, [{ id: userId, body: { password: newPassword } }], {
      mode: 'change',
      errors: 'single',
    });
    if (digest === undefined) return {};
    if (kept) await putSession(inner, kept, digest);
    else if (replaces === undefined) await insertSession(inner, userId, { digest, address });
    return kept ? { sessionSeconds: kept.seconds } : {};
  });
}
