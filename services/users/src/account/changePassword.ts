import { changeObjects, type UnitOfWork, writing } from '@plumbline/engine';
import { lockWithPassword, userByPassword } from '../identity/byPassword';
import { refusals } from '../identity/refusals';
import { insertSession } from '../identity/sessions';
import { User } from '../models';
import { asThemselves } from './asThemselves';

/** What somebody sends who wants another password. */
export interface PasswordChange {
  userId: string;
  username: string;
  password: string;
  newPassword: string;
  address: string;
}

/**
 * Gives somebody who knows their password another one. All their sessions end; `digest` is that of the key of a new one,
 * for the browser it was done in. A wrong password counts as a guess, and is a 403.
 */
export async function changePassword(
  work: UnitOfWork,
  change: PasswordChange,
  digest: string | undefined,
): Promise<void> {
  const { userId, username, password, newPassword, address } = change;
  const user = await userByPassword(work, username, password, address);
  if (user.id !== userId) throw refusals.wrongPassword();
  await writing(asThemselves(work, user), async (inner) => {
    await lockWithPassword(inner, user);
    await changeObjects(inner, User, [{ id: userId, body: { password: newPassword } }], {
      mode: 'change',
      errors: 'single',
    });
    if (digest !== undefined) await insertSession(inner, userId, { digest, address });
    return null;
  });
}
