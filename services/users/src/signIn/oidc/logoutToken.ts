import type { OidcSettings } from '@plumbline/config';
import { jwtVerify } from 'jose';
import type { Ended } from '../method';
import { signInRefusals } from '../refusals';
import { algorithms, isUnreachable } from './accessToken';
import type { Discovered } from './provider';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds a logout token is good for at most; for as long it is remembered. */
const tokenAge = 300;

/** Which sessions a provider says have ended, by its logout token; throws a 403 when it is not good. */
export async function endedByLogoutToken(
  settings: OidcSettings,
  { config, keys }: Discovered,
  token: string,
): Promise<Ended> {
  const { client_id, clock_skew } = settings;
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
  return {
    sessions: { ...(sub === undefined ? {} : { subject: sub }), ...(typeof sid === 'string' ? { sid } : {}) },
    token: { id: jti!, seconds: tokenAge + 2 * clock_skew },
  };
}
