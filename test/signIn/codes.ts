import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const step = 30_000;

/** The code that an app shows, so many half minutes from now. */
export const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * step });

/** The code of the half minute before, which counts no longer than this one lasts: where that is nearly over, the next is waited for. */
export async function codeBefore(secret: string): Promise<string> {
  const left = step - (Date.now() % step);
  if (left < step / 3) await sleep(left);
  return codeAt(secret, -1);
}
