import { isIP } from 'node:net';
import { z } from 'zod/v4';
import type { Part } from './keys';
import type { KnownNames } from './knownNames';
import { tlsComplaint } from './tlsParameters';

/** One thing a process can be told: what it is called, what it means, and how its text is read. */
export interface Definition<T> {
  /** The environment variable. */
  variable?: string;
  /** The parts that read it, or every service; everybody where it is not said. */
  readBy?: 'services' | Part | readonly Part[];
  /** The command-line option, without dashes; it wins over the variable. */
  option?: string;
  meaning: string;
  /** What holds when nothing is said, as one would write it. */
  fallback?: string;
  /** What happens when nothing is said and there is no one text for it. */
  otherwise?: string;
  /** Reads the text. Its messages complete "<name> must …". */
  schema: z.ZodType<T, string>;
  /** Variables of the field that mean the same; ours win. */
  known?: KnownNames;
  /** Whether the value is kept out of messages. It may also stand in a file that `<variable>_FILE` names. */
  isSecret?: true;
}

const flags: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

/** A whole number within limits; absent when nothing is said. */
export function wholeNumber(least: number, most: number) {
  const wanted = `be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, wanted)
    .transform(Number)
    .refine((value) => value >= least && value <= most, wanted);
}

/** A switch, `true` or `false`. */
export function flag() {
  return z
    .string()
    .refine((text) => Object.hasOwn(flags, text.toLowerCase()), 'be true or false')
    .transform((text) => flags[text.toLowerCase()] === true);
}

/** One of several words. */
export function word<const T extends string>(words: readonly T[]) {
  const error = `be one of ${words.join(', ')}`;
  return z.enum(words as readonly [T, ...T[]], { error });
}

/** An address with one of the schemes; several separated by commas where `list` says so. */
export function address(schemes: readonly string[], { list = false } = {}) {
  const wanted = `be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  const whole = 'be a whole address, in which special characters of a password are percent-encoded (%2F for /)';
  const parts = (text: string) => (list ? text.split(',') : [text]).map((part) => part.trim());
  const hasScheme = (text: string) => schemes.some((scheme) => text.startsWith(`${scheme}://`));
  return z
    .string()
    .refine((text) => parts(text).every(hasScheme), { error: wanted, abort: true })
    .refine((text) => parts(text).every((part) => URL.canParse(part)), { error: whole, abort: true });
}

/** Addresses of PostgreSQL databases; what they say of TLS is as libpq takes it. */
export function databaseAddress({ list = false } = {}) {
  return address(['postgres', 'postgresql'], { list }).superRefine((text, context) => {
    const complaint = (list ? text.split(',') : [text]).map((part) => tlsComplaint(part.trim())).find(Boolean);
    if (complaint !== undefined)
      context.addIssue({ code: 'custom', message: `be an address that holds: ${complaint}` });
  });
}

/** Any text within limits of length. */
export function text(least = 1, most = 10_000) {
  const count = (number: number) => `${number} character${number === 1 ? '' : 's'}`;
  const [tooShort, tooLong] =
    least === most
      ? [`have exactly ${count(least)}`, `have exactly ${count(least)}`]
      : [`have at least ${count(least)}`, `have at most ${count(most)}`];
  return z.string().min(least, tooShort).max(most, tooLong);
}

/** Text that is sent in a header as it is. */
export function headerText(least: number, most?: number) {
  return text(least, most).regex(/^[\x21-\x7e]+$/, 'have only letters of ASCII, digits and signs, and no blanks');
}

/** Host names, addresses and networks, separated by commas. */
export function destinations() {
  const wanted = 'name hosts, addresses and networks (10.0.0.0/8), separated by commas';
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => isHostName(part) || isNetwork(part)), wanted);
}

/** Addresses and networks, separated by commas. */
export function networks() {
  const wanted = 'name addresses and networks (10.0.0.0/8), separated by commas';
  return list().refine((parts) => parts.every(isNetwork), wanted);
}

/** Names of hosts as clients call them, separated by commas; with a dot before it a name and all below it, `*` any. */
export function hostNames() {
  const wanted = 'name hosts (sot.example.net, .example.net or *), separated by commas';
  const isName = (text: string) => text === '*' || isHostName(text.replace(/^\./, '')) || isIP(text) > 0;
  return list()
    .transform((parts) => parts.map((part) => part.toLowerCase().replace(/^\[(.*)\]$/, '$1')))
    .refine((parts) => parts.every(isName), wanted);
}

const isHostName = (text: string): boolean => /^(?![\d.]+$)[a-z\d_]([a-z\d_.-]*[a-z\d_])?$/i.test(text);

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version > 0 && !address.includes('%') && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

/** A share, from none to all. */
export function share() {
  const wanted = 'be a number from 0 to 1';
  return z
    .string()
    .regex(/^\d*\.?\d+$/, wanted)
    .transform(Number)
    .refine((value) => value <= 1, wanted);
}

/** `name=value`, several separated by commas, values percent-encoded. */
export function pairs() {
  const wanted = 'have the form name=value,name=value';
  const pair = /^\s*([^=,\s]+)\s*=\s*([^,]*?)\s*$/;
  return z
    .string()
    .refine((text) => text.split(',').every((part) => pair.test(part) && isDecodable(part)), {
      error: wanted,
      // What cannot be read would be an error of its own below.
      abort: true,
    })
    .transform((text): Record<string, string> => {
      const read = text.split(',').map((part) => pair.exec(part)!);
      return Object.fromEntries(read.map(([, name, value]) => [name!, decodeURIComponent(value!)]));
    });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Words separated by commas, perhaps none. */
export function list() {
  return z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
}
