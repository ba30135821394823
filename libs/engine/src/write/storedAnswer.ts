import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { seal, sealBytes, unseal, unsealBytes } from '../core/seal';

/** Characters from which on an answer is deflated, and from which on that is left to another thread. */
const worthDeflating = 1_000;
const worthWaiting = 50_000;
/** Most of what can be had for a fraction of the time. */
const level = { level: 1 };

const deflateElsewhere = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

/**
 * An answer as it is kept, JSON. Sealed, because answers may show what is stored in no other readable form, such as the
 * key of a token; long ones are deflated before.
 */
export async function sealAnswer(outcome: unknown, secretKey: string): Promise<string> {
  const text = JSON.stringify(outcome ?? null);
  if (text.length < worthDeflating) return JSON.stringify(seal(text, secretKey));
  const bytes = Buffer.from(text);
  const deflated = text.length < worthWaiting ? deflateRawSync(bytes, level) : await deflateElsewhere(bytes, level);
  return JSON.stringify({ deflated: sealBytes(deflated, secretKey) });
}

/** The answer that was kept so. */
export async function openAnswer(kept: unknown, secretKey: string): Promise<unknown> {
  if (typeof kept === 'string') return JSON.parse(unseal(kept, secretKey));
  const { deflated } = kept as { deflated: string };
  return JSON.parse((await inflate(unsealBytes(deflated, secretKey))).toString('utf8'));
}
