import { randomUUID } from 'node:crypto';
import { type FieldErrors, type Problem, problems } from './problem';

const deepest = 100;
/** Ten thousand objects of a hundred keys; a body of 32 MB could hold twenty times as many and fill the memory. */
const mostValues = 1_000_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

export interface JsonOptions {
  /** What the keys of the body name is data rather than fields of a model: its numbers are refused rather than text. */
  isData?: boolean;
  /** How mistakes in a list of objects are told: in a list beside it unless said otherwise, or those of the first one. */
  errors?: 'list' | 'first';
}

/**
 * Reads JSON from a client. A whole number that a double would change becomes the text it is written as where it is the
 * value of a field; in data, and where it stands deeper, it is a 400 that names the field, for data must not change its
 * type. Throws a 400 `Problem` for bytes that are not UTF-8, for a syntax error (`NaN` and `Infinity` included), for
 * numbers beyond what a double holds, for nesting deeper than 100 and for keys that would reach a prototype; a 413 for more
 * than a million values.
 */
export function parseJson(bytes: Buffer, options: JsonOptions = {}): unknown {
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
  return longDigits.test(text) ? keepWholeNumbers(text, value, options) : value;
}

/** Whole numbers with fewer digits are safe. */
const longDigits = /\d{16}/;
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Begins the texts that stand for whole numbers until their places are known; no client can guess it. */
const mark = `whole number ${randomUUID()} `;

/** The value of a text as it is with its unsafe whole numbers kept. */
function keepWholeNumbers(
  text: string,
  value: unknown,
  { isData = false, errors: told = 'list' }: JsonOptions,
): unknown {
  const marked = markWholeNumbers(text);
  if (marked === undefined) return value;
  const exact: unknown = JSON.parse(marked);
  const bodies = Array.isArray(exact) ? exact : [exact];
  const errors = bodies.map((body) => keepFields(body, isData));
  const first = errors.find((each) => Object.keys(each).length > 0);
  if (first) throw Array.isArray(exact) && told === 'list' ? problems.list(errors) : problems.fields(first);
  return exact;
}

/** Whether a text of JSON holds whole numbers that a double would change. */
export const holdsUnsafeNumbers = (text: string): boolean => markWholeNumbers(text) !== undefined;

/** Unmarks the whole numbers that are values of fields, and answers what is wrong with the fields that hold others. */
function keepFields(body: unknown, isData: boolean): FieldErrors {
  const errors: FieldErrors = {};
  if (typeof body !== 'object' || body === null) return errors;
  const fields = body as Record<string, unknown>;
  for (const [field, given] of Object.entries(fields)) {
    if (!isData && typeof given === 'string' && given.startsWith(mark)) fields[field] = given.slice(mark.length);
    else if (JSON.stringify(given).includes(mark))
      errors[field] = [`Whole numbers beyond ${Number.MAX_SAFE_INTEGER} would be changed here. Send them as text.`];
  }
  return errors;
}

/** A JSON text with marked texts in place of the whole numbers that a double would change; undefined: there are none. */
function markWholeNumbers(text: string): string | undefined {
  let marked = '';
  let copied = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) quoted = !quoted;
    else if (code === backslash) at++;
    else if (!quoted && (code === minus || (code >= zero && code <= nine))) {
      numberToken.lastIndex = at;
      const [token] = numberToken.exec(text)!;
      if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))) {
        marked += `${text.slice(copied, at)}"${mark}${token}"`;
        copied = at + token.length;
      }
      at += token.length - 1;
    }
  }
  return copied === 0 ? undefined : marked + text.slice(copied);
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
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
