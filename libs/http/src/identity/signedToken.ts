import { createHmac, timingSafeEqual } from 'node:crypto';

/** Texts that say something, and prove that a holder of the key said it. */
export interface SignedToken<Claims> {
  /** Writes the claims with a proof by each of the keys; what they are `bound` to is proved too, and not written. */
  write(claims: Claims, keys: readonly Buffer[], bound?: string): string;
  /** What a text claims; undefined when it is damaged, or none of its proofs is by this key and for what it is bound to. */
  read(text: string, key: Buffer, bound?: string): Claims | undefined;
}

/**
 * A kind of signed token: form, claims and proofs, with dots between. The purpose is part of what is proved, so that what
 * was signed for another one with the same key is worth nothing here.
 */
export function signedToken<Claims>(form: string, purpose = form, proofBytes = 32): SignedToken<Claims> {
  const proofOf = (text: string, key: Buffer, bound: string): Buffer =>
    createHmac('sha256', key).update(`plumbline ${purpose}\n${text}${bound}`).digest().subarray(0, proofBytes);
  return {
    write: (claims, keys, bound = '') => {
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const proofs = Buffer.concat(keys.map((key) => proofOf(text, key, bound && `.${bound}`)));
      return `${form}.${text}.${proofs.toString('base64url')}`;
    },
    read: (token, key, bound = '') => {
      const [found, text, signed, more] = token.split('.');
      if (found !== form || !text || !signed || more !== undefined) return undefined;
      const proofs = Buffer.from(signed, 'base64url');
      const expected = proofOf(text, key, bound && `.${bound}`);
      let isProved = false;
      for (let at = 0; at + proofBytes <= proofs.length; at += proofBytes)
        isProved = timingSafeEqual(proofs.subarray(at, at + proofBytes), expected) || isProved;
      return isProved ? (JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Claims) : undefined;
    },
  };
}
