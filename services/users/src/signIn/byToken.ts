import type { UnitOfWork } from '@plumbline/engine';
import { decodeJwt } from 'jose';
import type { IdentityRow } from '../identity/identityRow';
import { admit } from './admit';
import { methodsOf } from './methods';
import { signInRefusals } from './refusals';

/** Longer tokens are nobody's. */
const longestToken = 16 * 1024;

/** Whose token of a provider it is; a 403 when it is nobody's. */
export async function byToken(work: UnitOfWork, token: string): Promise<IdentityRow> {
  const claims = readClaims(token);
  for (const [, method] of methodsOf(work)) {
    if (!method.byToken || !method.issues?.(claims)) continue;
    return admit(work, method.policy, await method.byToken(work, token));
  }
  throw signInRefusals.badToken();
}

/** What a token says of itself, before anybody has looked whether it is true. */
function readClaims(token: string): Record<string, unknown> {
  if (token.length > longestToken) throw signInRefusals.badToken();
  try {
    return decodeJwt(token);
  } catch {
    throw signInRefusals.badToken();
  }
}
