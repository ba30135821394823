import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Asker, FairLine } from './fairLine';

/** How hard guessing is made: about 32 MiB and a twelfth of a second per attempt. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const hashBytes = 32;
const saltBytes = 16;

/**
 * Those who sign in leave half of the processors to everybody else. Passwords that are set are few, and waited for in a
 * transaction. Node has four threads for all of this, and others need one too.
 */
const signIns = new FairLine(Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))));
const writes = new FairLine(Math.min(2, availableParallelism()));
const writer: Asker = { address: '', account: '', isKnown: true };

/** In the place of a hash: no password fits. */
export const unusablePassword = '!';

/** Hashes a password for storage; parameters and salt are part of the text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await writes.run(writer, () => derive(password, salt, hashBytes, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether the password is the one that was hashed. Takes as long for a stored text that fits no password at all. */
export async function passwordFits(password: string, stored: string | undefined, asker: Asker): Promise<boolean> {
  const known = stored === undefined ? undefined : readHash(stored);
  if (known === undefined) {
    await signIns.run(asker, () => derive(password, Buffer.alloc(saltBytes), hashBytes, cost));
    return false;
  }
  const { hash, salt, parameters } = known;
  return timingSafeEqual(hash, await signIns.run(asker, () => derive(password, salt, hash.length, parameters)));
}

function readHash(stored: string) {
  const [kind, N, r, p, salt, hash] = stored.split('$');
  if (kind !== 'scrypt' || !salt || !hash) return undefined;
  return {
    parameters: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

function derive(password: string, salt: Buffer, length: number, { N, r, p }: typeof cost): Promise<Buffer> {
  // Node refuses more than 32 MiB unless told; the algorithm needs 128 * N * r bytes and a little more.
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
