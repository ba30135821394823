import type { OidcSettings } from '@plumbline/config';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Proof } from '../proof';
import { signInRefusals } from '../refusals';
import { type Claims, claimedGroups, claimText, personOf } from './claims';
import type { Discovered } from './provider';

/** Signatures that anybody can verify, and the provider alone can make; `none` and shared secrets are not among them. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Who shows a token of a provider at the API; throws a 403 when it is not good, and what stood in the way of judging it. */
export async function byAccessToken(settings: OidcSettings, provider: Discovered, token: string): Promise<Proof> {
  const claims = await verified(settings, provider, token);
  if (isOtherToken(settings, claims, token)) throw signInRefusals.badToken();
  const asserted = new Date((claims.iat ?? 0) * 1_000);
  const client = clientOf(claims);
  if (client !== undefined && isProgram(claims, client)) return { ...serviceAccount(settings, client), asserted };
  const person = personOf(settings, claims);
  if (!person) throw signInRefusals.badToken();
  const groups = claimedGroups(claims, settings.claims.groups);
  return { ...person, ...(groups === undefined ? {} : { groups }), asserted, lasting: true };
}

async function verified(
  { api_audience, clock_skew }: OidcSettings,
  { config, keys }: Discovered,
  token: string,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: config.serverMetadata().issuer,
      audience: api_audience!,
      algorithms,
      clockTolerance: clock_skew,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    // A token of tomorrow would count for more than everything said until then.
    if (payload.iat! > Date.now() / 1_000 + clock_skew) throw signInRefusals.badToken();
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw signInRefusals.tokenExpired();
    if (isUnreachable(error)) throw error;
    throw signInRefusals.badToken();
  }
}

/** Whether keys could not be had, rather than a token not being good. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC';

/** Whether a token says something else than what somebody may ask for: an ID token, or one that ends a session. */
function isOtherToken({ client_id }: OidcSettings, claims: JWTPayload, token: string): boolean {
  const { typ = '' } = decodeProtectedHeader(token);
  if (/^(application\/)?(logout\+jwt|secevent\+jwt|dpop\+jwt)$/i.test(typ)) return true;
  if (claims.events !== undefined || claims.at_hash !== undefined) return true;
  if (['ID', 'Refresh', 'Offline', 'Logout'].includes(String(claims.typ))) return true;
  // Bound to a key that whoever shows it would have to show as well.
  if (claims.cnf !== undefined) return true;
  const isAccess =
    /^(application\/)?at\+jwt$/i.test(typ) || ['scope', 'scp', 'roles'].some((name) => claims[name] !== undefined);
  return [claims.aud].flat().includes(client_id) && !isAccess;
}

/** The program that a token was given to, by the names that providers have for it. */
const clientOf = (claims: Claims): string | undefined =>
  ['client_id', 'azp', 'appid', 'cid'].map((name) => claimText(claims, name)).find((one) => one !== undefined);

/** Whether a token was given to a program for itself, and to no person: no standard says how that shows. */
function isProgram(claims: Claims, client: string): boolean {
  const { sub, idtyp, gty, preferred_username } = claims;
  return (
    sub === client ||
    sub === `${client}@clients` ||
    idtyp === 'app' ||
    gty === 'client-credentials' ||
    preferred_username === `service-account-${client.toLowerCase()}`
  );
}

function serviceAccount({ service_accounts }: OidcSettings, client: string): Omit<Proof, 'asserted'> {
  const account =
    service_accounts.find(({ client_id }) => client_id === client) ??
    service_accounts.find(({ client_id }) => client_id === '*');
  if (!account) throw signInRefusals.badToken();
  const { username = `service-account-${client}`, groups, superuser } = account;
  return { subject: `client ${client}`, username, local: { groups, superuser }, lasting: true };
}
