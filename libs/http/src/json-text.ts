import { type Problem, problems } from './problem';

const deepest = 100;
/** Ten thousand objects of a hundred keys; a body of 32 MB could hold twenty times as many and fill the memory. */
const mostValues = 1_000_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON from a client. Throws a 400 `Problem` for bytes that are not UTF-8, for a syntax error (`NaN` and
 * `Infinity` included), for numbers beyond what a double holds, for nesting deeper than 100 and for keys that would
 * reach a prototype; a 413 for more than a million values.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length > mostValues && countValues(bytes) > mostValues)
    throw problems.tooLarge(`The request body holds more than ${mostValues} values. Send fewer objects at once.`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw parseError('the text is not valid UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw parseError(error instanceof Error ? error.message : 'the text is not valid JSON');
  }
  refuseDangerous(value);
  return value;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;

/** How many values a text at most holds, told by its commas and brackets before any memory is spent on them. */
function countValues(bytes: Buffer): number {
  let count = 1;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) quoted = !quoted;
    else if (quoted && byte === backslash) at++;
    else if (!quoted && (byte === comma || byte === openBracket || byte === openBrace)) count++;
  }
  return count;
}

/** Walks without recursion: deep nesting must not be able to exhaust the stack it is meant to protect. */
function refuseDangerous(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) throw parseError('a number is out of range');
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= deepest) throw parseError(`values are nested deeper than ${deepest} levels`);
      if (!Array.isArray(value)) refusePrototypeKeys(value);
      for (const child of Object.values(value)) {
        if (typeof child === 'object' ? child !== null : typeof child === 'number') next.push(child);
      }
    }
    level = next;
  }
}

/** `constructor` alone is an honest key; only together with `prototype` below it can it reach the shared prototype. */
function refusePrototypeKeys(value: object): void {
  if (Object.hasOwn(value, '__proto__')) throw parseError('the key "__proto__" is not allowed');
  if (!Object.hasOwn(value, 'constructor')) return;
  const inner: unknown = (value as Record<string, unknown>).constructor;
  if (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype')) {
    throw parseError('the key "constructor" with "prototype" below it is not allowed');
  }
}

function parseError(reason: string): Problem {
  return problems.malformed(`JSON parse error - ${reason}`);
}
