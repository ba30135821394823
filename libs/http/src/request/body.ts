import type { IncomingMessage } from 'node:http';
import { type JsonOptions, parseJson } from '../answer/jsonText';
import { type Problem, problems } from '../answer/problem';

/** What a client sent: a JSON value, CSV text, or nothing at all. */
export type Body = { kind: 'json'; value: unknown } | { kind: 'csv'; text: string } | { kind: 'empty' };

/** Bytes a request's body may have: a thousand large objects fit well. */
export const largestBody = 32 * 1024 * 1024;

export interface BodyOptions {
  /** Bytes a body may have; one more is a 413. */
  limit: number;
}

/**
 * Collects the raw bytes of a request. Throws a `Problem`: 413 beyond the limit, 415 for a compressed body, 400 when it
 * breaks off.
 */
export async function readBody(req: IncomingMessage, { limit }: BodyOptions): Promise<Buffer> {
  const encoding = req.headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') throw problems.unsupportedMediaType(`${encoding} encoding`);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      act();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) settle(() => reject(bodyTooLarge(limit)));
      else chunks.push(chunk);
    };
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)));
    const onBreak = () =>
      settle(() => reject(problems.malformed('The request ended before its whole body had arrived.')));
    req.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

/**
 * Reads collected bytes by their media type; no bytes are an empty body whatever the type says.
 * Throws a `Problem`: 415 for anything but `application/json` and `text/csv`, 400 for text that does not parse.
 */
export function parseBody(contentType: string | undefined, bytes: Buffer, options: JsonOptions = {}): Body {
  if (bytes.length === 0) return { kind: 'empty' };
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return { kind: 'json', value: parseJson(bytes, options) };
  if (type === 'text/csv') return { kind: 'csv', text: decodeCsv(bytes) };
  throw problems.unsupportedMediaType(contentType ?? '');
}

function decodeCsv(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problems.malformed('CSV parse error - the text is not valid UTF-8.');
  }
}

/**
 * The 413 for a body beyond the limit. What the client still sends is read and thrown away (node sees to it), so that
 * it comes to hear the answer.
 */
export const bodyTooLarge = (limit: number): Problem =>
  problems.tooLarge(`The request body is larger than ${limit} bytes. Send fewer objects at once.`);
