import { seal, type UnitOfWork, unsealOwn } from '@plumbline/engine';
import type { TotpEnrolment } from '@plumbline/http';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { advance, type FactorRow } from './factorRows';

const period = 30;
/** Steps of time by which a phone may be off, before and after. */
const tolerance = 1;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Plumbline', label, secret: Secret.fromBase32(secret), period });

/** The secret of an app that is to be set up. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the app is told. */
export const totpEnrolment = (secret: string, username: string): TotpEnrolment => ({
  secret,
  picture: renderSVG(totpOf(secret, username).toString(), { border: 2 }),
});

/** The step of time a code belongs to; undefined when it is not right. */
export function stepOf(secret: string, code: string): number | undefined {
  const delta = totpOf(secret).validate({ token: code, window: tolerance });
  return delta === null ? undefined : Math.floor(Date.now() / 1_000 / period) + delta;
}

/** How the secret is stored. */
export const sealedSecret = ({ engine }: UnitOfWork, secret: string): string => seal(secret, engine.settings.secretKey);

/** Whether a code is right and was not used before: each counts once, and none that is older. */
export async function totpFits(work: UnitOfWork, factor: FactorRow, code: string): Promise<boolean> {
  const secret = unsealOwn(factor.secret, work.engine.settings.secretKey);
  const step = secret === undefined ? undefined : stepOf(secret, code);
  return step !== undefined && advance(work, factor.id, step);
}
