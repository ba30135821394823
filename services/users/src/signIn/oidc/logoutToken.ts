import type { OidcSettings } from '@plumbline/config';
import type { UnitOfWork } from '@plumbline/engine';
import { jwtVerify } from 'jose';
import { useOnce } from '../once';
import { signInRefusals } from '../refusals';
import { algorithms, isUnreachable } from './accessToken';
import type { Discovered } from './provider';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds a logout token is good for at most; for as long it is remembered. */
const tokenAge = 300;

/** Which sessions a provider says have ended, by its logout token; throws a 403 when it is not good, or was sent before. */
export async function endedByLogoutToken(
  work: UnitOfWork,
  settings: OidcSettings,
  { config, keys }: Discovered,
  token: string,
): Promise<{ subject?: string; sid?: string }> {
  const { client_id, clock_skew, key } = settings;
  const { payload } = await jwtVerify(token, keys, {
    issuer: config.serverMetadata().issuer,
    audience: client_id,
    algorithms,
    clockTolerance: clock_skew,
    maxTokenAge: tokenAge,
    requiredClaims: ['iat', 'jti', 'events'],
  }).catch((error) => {
    if (isUnreachable(error)) throw error;
    throw signInRefusals.badToken();
  });
  const { events, nonce, sub, sid, jti } = payload;
  const tells = typeof events === 'object' && events !== null && logoutEvent in events;
  // An ID token has a nonce, and would end sessions otherwise.
  if (!tells || nonce !== undefined || (sub === undefined && typeof sid !== 'string')) throw signInRefusals.badToken();
  if (!(await useOnce(work, `logout ${key}`, jti!, tokenAge + 2 * clock_skew))) throw signInRefusals.badToken();
  return { ...(sub === undefined ? {} : { subject: sub }), ...(typeof sid === 'string' ? { sid } : {}) };
}
