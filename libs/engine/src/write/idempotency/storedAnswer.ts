import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { JsonText } from '@plumbline/http';
import { seal, sealBytes, unseal, unsealBytes } from '../../core/seal';
import type { Answer } from '../../core/service';

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
  const text = textOf(outcome);
  if (text.length < worthDeflating) return JSON.stringify(seal(text, secretKey));
  const bytes = Buffer.from(text);
  const deflated = text.length < worthWaiting ? deflateRawSync(bytes, level) : await deflateElsewhere(bytes, level);
  return JSON.stringify({ deflated: sealBytes(deflated, secretKey) });
}

/** What came of a write as JSON. The body of an answer is that already, as a rule, and is not written again. */
function textOf(outcome: unknown): string {
  const { body, ...rest } = (outcome ?? {}) as Answer;
  return body instanceof JsonText ? `${beforeBody(rest)}${body.text}}` : JSON.stringify(outcome ?? null);
}

const beforeBody = (rest: Omit<Answer, 'body'>): string => `${JSON.stringify(rest).slice(0, -1)},"body":`;

/** The same again: what was JSON is so to the letter. */
function outcomeIn(text: string): unknown {
  const outcome = JSON.parse(text) as unknown;
  const { body, ...rest } = (outcome ?? {}) as Answer;
  const start = beforeBody(rest);
  if (typeof rest.status !== 'number' || body === undefined || !text.startsWith(start)) return outcome;
  return { ...rest, body: new JsonText(text.slice(start.length, -1)) };
}

/** The answer that was kept so. */
export async function openAnswer(kept: unknown, secretKey: string): Promise<unknown> {
  if (typeof kept === 'string') return outcomeIn(unseal(kept, secretKey));
  const { deflated } = kept as { deflated: string };
  return outcomeIn((await inflate(unsealBytes(deflated, secretKey))).toString('utf8'));
}
