import type { UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FactorRow, NewFactor } from './factorRows';

/** Loaded when it is needed for the first time: it brings much with it, and most processes never need it. */
const webauthn = () => import('@simplewebauthn/server');

/** Where a key is used: a key belongs to the name of a site. */
const siteOf = (base: string) => {
  const { origin, hostname } = new URL(base);
  return { origin, site: hostname };
};

const keysAmong = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ kind, credential }) => (kind === 'webauthn' && credential !== null ? [{ id: credential }] : []));

/** What a browser is handed to make a key. */
export const registrationOptions = async (
  base: string,
  user: { id: string; username: string },
  factors: readonly FactorRow[],
) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: 'Plumbline',
    rpID: siteOf(base).site,
    userName: user.username,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    excludeCredentials: keysAmong(factors),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });

/** What a browser is handed to use one. */
export const authenticationOptions = async (base: string, factors: readonly FactorRow[]) =>
  (await webauthn()).generateAuthenticationOptions({
    rpID: siteOf(base).site,
    allowCredentials: keysAmong(factors),
    userVerification: 'preferred',
  });

/** The key that was made for a challenge; undefined when it was not, or elsewhere. */
export async function madeKey(base: string, challenge: string, response: unknown): Promise<NewFactor | undefined> {
  const { origin, site } = siteOf(base);
  const { verifyRegistrationResponse } = await webauthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site,
      requireUserVerification: false,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { kind: 'webauthn', credential: id, secret: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    // The library throws for whatever does not fit, and what is sent is anybody's.
    return undefined;
  }
}

/** Whether somebody has shown one of their keys for a challenge; a key that counts must have counted on. */
export async function keyFits(
  work: UnitOfWork,
  base: string,
  factors: readonly FactorRow[],
  challenge: string,
  response: unknown,
): Promise<boolean> {
  const { origin, site } = siteOf(base);
  const { id } = (response ?? {}) as { id?: unknown };
  const factor = factors.find(({ kind, credential }) => kind === 'webauthn' && credential === id);
  if (!factor) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site,
      requireUserVerification: false,
      credential: {
        id: factor.credential!,
        publicKey: new Uint8Array(Buffer.from(factor.secret, 'base64url')),
        counter: factor.counter,
      },
    });
    if (!verified) return false;
    const { newCounter } = authenticationInfo;
    const noted = await work.sql.first(sql.unsafe`
      UPDATE secondfactor SET counter = ${newCounter}, used = now()
      WHERE id = ${factor.id} AND (counter < ${newCounter} OR (counter = 0 AND ${newCounter}::int = 0)) RETURNING id`);
    return noted !== undefined;
  } catch {
    return false;
  }
}
