import type { UnitOfWork } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { byPassword } from '../identity/byPassword';
import type { IdentityRow } from '../identity/identityRow';
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
export const signInByPassword = (
  work: UnitOfWork,
  username: string,
  password: string,
  address: string,
): Promise<PasswordSignIn> =>
  byPassword<PasswordSignIn>(work, username, password, address, {
    here: (user) => ({ user, hash: user.password, method: 'local' }),
    elsewhere: () => byDirectory(work, username, password),
  });

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
