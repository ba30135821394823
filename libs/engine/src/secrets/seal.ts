import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Keys made from the secret key, each for one purpose; there are as many as purposes. */
const keys = new Map<string, Buffer>();

function keyFor(purpose: string, secretKey: string): Buffer {
  const name = `${purpose}\n${secretKey}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `plumbline ${purpose}`, 32));
  keys.set(name, key);
  return key;
}

/** Encrypts text so that only a holder of the secret key can read or alter it. */
export function seal(text: string, secretKey: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, keyFor('seal', secretKey), nonce);
  const sealed = Buffer.concat([nonce, encryption.update(text, 'utf8'), encryption.final(), encryption.getAuthTag()]);
  return sealed.toString('base64url');
}

/** Decrypts what `seal` made; throws when it was altered or sealed with another secret key. */
export function unseal(sealed: string, secretKey: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decryption = createDecipheriv(cipher, keyFor('seal', secretKey), bytes.subarray(0, nonceBytes));
  decryption.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  const text = decryption.update(bytes.subarray(nonceBytes, bytes.length - tagBytes));
  return Buffer.concat([text, decryption.final()]).toString('utf8');
}

/** A digest to find a secret by: the same for the same text, and of no use without the secret key. */
export function keyedDigest(text: string, secretKey: string, purpose: string): string {
  return createHmac('sha256', keyFor(`digest ${purpose}`, secretKey))
    .update(text)
    .digest('base64url');
}
