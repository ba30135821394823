import { randomBytes } from 'node:crypto';
import { keyedDigest, moment, seal } from '@plumbline/engine';
import type { BatchRule } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Digests of token keys are made under this name, so that they fit no other purpose. */
export const tokenPurpose = 'token';

/** Forty random hexadecimal digits. */
export const newKey = (): string => randomBytes(20).toString('hex');

/** The columns a token's key is kept in: sealed, as a digest to find it by, and its end for people to recognise. */
export function keyColumns(key: string, secretKey: string): { key: string; key_digest: string; key_ending: string } {
  return {
    key: seal(key, secretKey),
    key_digest: keyedDigest(key, secretKey, tokenPurpose),
    key_ending: key.slice(-6),
  };
}

/** A new token is its maker's and gets a key if none was sent; the key is stored in no form that tells it. */
export const prepareKeys: BatchRule = (candidates, { identity, secretKey }) =>
  candidates.map(({ before, sent, row }) => {
    if (!before) Object.assign(row, { user: identity.userId, created: moment() });
    if (!before || sent.key !== undefined)
      Object.assign(row, keyColumns((sent.key as string | undefined) ?? newKey(), secretKey));
    return undefined;
  });

/** No two tokens have the same key, whoever they belong to. */
export const keyIsFree: BatchRule = async (candidates, { tx }) => {
  const chosen = candidates.filter(({ sent }) => sent.key !== undefined);
  const digests = chosen.map(({ row }) => row.key_digest as string);
  const stored =
    chosen.length === 0
      ? []
      : await tx.rows<{ id: string; key_digest: string }>(
          sql.unsafe`SELECT id, key_digest FROM token WHERE key_digest = ANY(${sql.array(digests, 'text')})`,
        );
  const owners = new Map(stored.map(({ id, key_digest }) => [key_digest, id]));
  return candidates.map(({ row }) => {
    const digest = row.key_digest as string;
    const owner = owners.get(digest);
    owners.set(digest, row.id as string);
    return owner === undefined || owner === row.id ? undefined : { key: ['Token with this Key already exists.'] };
  });
};
