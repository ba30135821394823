import type { UnitOfWork } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { beginAttempt, countedName, passwordPace } from '../identity/attempts';
import { accountByName, localPasswordCounts } from '../identity/byPassword';
import { forgetFirstCredential } from '../identity/firstCredentials';
import type { IdentityRow } from '../identity/identityRow';
import { passwordFits } from '../identity/passwords';
import { refusals } from '../identity/refusals';
import { admit } from './admit';
import { DirectoryUnreachable } from './directoryUnreachable';
import type { SignInMethod } from './method';
import { methodsOf } from './methods';
import { reasonOf } from './reasonOf';

/** Somebody whose name and password were right. */
export interface PasswordSignIn {
  user: IdentityRow;
  /** What says that the password is still the same; absent where it is not kept here. */
  hash?: string;
  /** The key of the way of signing in. */
  method: string;
  /** Seconds their session lives, when that is less than usual. */
  seconds?: number | undefined;
}

/**
 * Whose name and password they are: of a local account, or of an entry of a directory. A name that has a local password
 * which counts is never looked for elsewhere. Refuses as `userByPassword` does; a 503 when nothing but a directory that
 * cannot be reached could tell.
 */
export async function signInByPassword(
  work: UnitOfWork,
  username: string,
  password: string,
  address: string,
): Promise<PasswordSignIn> {
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
    return { user: found, hash: found.password, method: 'local' };
  }
  const signedIn = await byDirectory(work, username, password);
  await attempt.succeeded();
  return signedIn;
}

/** The first directory that knows name and password decides. */
async function byDirectory(work: UnitOfWork, username: string, password: string): Promise<PasswordSignIn> {
  let unreachable: SignInMethod | undefined;
  // A directory takes a name without a password for somebody who wants to stay unknown, and lets them in.
  const isPlausible = password !== '' && username !== '' && !username.includes('\0');
  for (const [key, method] of isPlausible ? methodsOf(work) : []) {
    if (!method.byPassword) continue;
    try {
      const proof = await method.byPassword(work, username, password);
      if (proof) {
        const user = await admit(work, method.policy, proof);
        return { user, method: key, seconds: method.policy.session_seconds };
      }
    } catch (error) {
      if (!(error instanceof DirectoryUnreachable)) throw error;
      work.engine.log.warn({ method: key, ...reasonOf(error.cause) }, 'a directory cannot be asked');
      unreachable = method;
    }
  }
  if (unreachable) throw problems.unavailable(unreachable.label);
  throw refusals.wrongPassword();
}
