import { createHash } from 'node:crypto';
import type { UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { type IdentityRow, identityColumns } from '../../identity/identityRow';
import { unusablePassword } from '../../identity/passwords';
import type { PasswordSignIn } from '../byPassword';
import { type Flow, openFlow, sealFlow } from '../flow';
import { signInRefusals } from '../refusals';
import { factorsOf } from './factorRows';

/** Tells whether a password is still the one that was shown, without telling anything of it. */
const stampOf = (hash: string): string => createHash('sha256').update(hash).digest('base64url').slice(0, 22);

/** What a browser keeps until a second factor is shown; undefined when the password was enough. */
export async function factorDemand(work: UnitOfWork, { user, hash }: PasswordSignIn): Promise<string | undefined> {
  // Who signs in elsewhere shows there whatever else is wanted.
  if (hash === undefined) return undefined;
  const { secondFactor } = work.engine.settings.signIn;
  const isRequired = secondFactor === 'everybody' || (secondFactor === 'superusers' && user.is_superuser);
  if (!isRequired && (await factorsOf(work, user.id)).length === 0) return undefined;
  return sealFlow(work, 'factor', { userId: user.id, stamp: stampOf(hash) });
}

/** An attempt that wants a second factor still, and whose it is. */
export interface Demanded {
  flow: Flow;
  user: IdentityRow & { password: string };
}

/** Whoever has shown their password and not yet their second factor; a 403 when that is over, or the password another. */
export async function demanded(work: UnitOfWork, text: string): Promise<Demanded> {
  const flow = openFlow(work, 'factor', text);
  const found = await work.sql.first<Demanded['user']>(
    sql.unsafe`SELECT ${identityColumns}, u.password FROM "user" u WHERE u.id = ${flow.data.userId!}::uuid`,
  );
  const isSame = found?.is_active && found.password !== unusablePassword && stampOf(found.password) === flow.data.stamp;
  if (!isSame) throw signInRefusals.outdated();
  return { flow, user: found };
}
