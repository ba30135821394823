import { digestWith, keyFor, sealWith, unsealWith } from '@plumbline/config';

/** Encrypts text so that only a holder of the secret key can read or alter it. */
export const seal = (text: string, secretKey: string): string => sealBytes(Buffer.from(text), secretKey);

/** The same for bytes. */
export const sealBytes = (content: Buffer, secretKey: string): string => sealWith(keyFor('seal', secretKey), content);

/** Decrypts what `seal` made; throws when it was altered or sealed with another secret key. */
export const unseal = (sealed: string, secretKey: string): string => unsealBytes(sealed, secretKey).toString('utf8');

/** The same for what was kept, perhaps on a server with another secret key: undefined where that is so. */
export function unsealOwn(sealed: string, secretKey: string): string | undefined {
  try {
    return unseal(sealed, secretKey);
  } catch {
    return undefined;
  }
}

/** The same for what `sealBytes` made. */
export const unsealBytes = (sealed: string, secretKey: string): Buffer => unsealWith(keyFor('seal', secretKey), sealed);

/** A digest to find a secret by: the same for the same text, and of no use without the secret key. */
export const keyedDigest = (text: string, secretKey: string, purpose: string): string =>
  digestWith(keyFor(`digest ${purpose}`, secretKey), text);
