import { createHash } from 'node:crypto';
import { accept, type Kind, refuse } from '../fields/kind';
import { textual } from './text';

/** A file as a client sent it: what it is called there, and what is in it. */
interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Bytes a client sent, looked through and named, that are to be kept beside the object they belong to. */
export class FileToKeep {
  /** What the object's column holds: whose bytes they are, and what they are called. */
  readonly reference: string;
  readonly digest: string;

  constructor(
    readonly bytes: Buffer,
    name: string,
    /** What was measured, by side; for pictures. */
    readonly measures: Readonly<Record<string, number>> = {},
  ) {
    this.digest = createHash('sha256').update(bytes).digest('base64url');
    this.reference = `${this.digest}/${name}`;
  }
}

/** What a column that refers to a file says of it; undefined when it refers to none. */
export function readFileReference(reference: unknown): { digest: string; name: string } | undefined {
  const [, digest, name] = typeof reference === 'string' ? (/^([\w-]{43})\/(.+)$/.exec(reference) ?? []) : [];
  return digest === undefined || name === undefined ? undefined : { digest, name };
}

const longestName = 56;

/** The name as it can stand in an address and in a header, with the ending that fits what the file is. */
export function safeFileName(name: string, ending: string, otherwise: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '_')
    .replace(/^[._-]+|[._-]+$/g, '');
  return `${(plain === '' ? otherwise : plain).slice(0, longestName - ending.length - 1)}.${ending}`;
}

const dataUrlHead = /^data:(?:[\w.+-]+\/[\w.+-]+)?((?:;[\w-]+=[^;,]*)*);base64$/;
const longestHead = 500;

/** A file as JSON and tables can bring it: a part of a form, or a data URL with base64. */
export function readFile(value: unknown): SentFile | undefined {
  if (isSentFile(value)) return value;
  if (typeof value !== 'string') return undefined;
  const comma = value.slice(0, longestHead).indexOf(',');
  const [, parameters] = dataUrlHead.exec(value.slice(0, Math.max(0, comma))) ?? [];
  if (parameters === undefined) return undefined;
  const [, name = ''] = /;name=([^;]*)/.exec(parameters) ?? [];
  return { name: decoded(name), bytes: Buffer.from(value.slice(comma + 1), 'base64') };
}

/** Part of a form: JSON has no bytes. */
const isSentFile = (value: unknown): value is SentFile =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A file of any kind; the column holds whose bytes it is. */
export const file: Kind = {
  ...textual,
  keepsFiles: true,
  parse: (value) => {
    const sent = readFile(value);
    if (!sent) return refuse('The submitted data was not a file. Check the encoding type on the form.');
    return sent.bytes.length === 0 ? refuse('The submitted file is empty.') : accept(toKeep(sent));
  },
  wire: () => ({ type: 'string', format: 'uri' }),
};

/** A file of any kind, under a name that can stand in an address. */
export function toKeep(sent: SentFile): FileToKeep {
  const [ending = 'bin'] = /[^.\W]{1,10}$/.exec(sent.name.slice(sent.name.lastIndexOf('.') + 1)) ?? [];
  return new FileToKeep(sent.bytes, safeFileName(sent.name, sent.name.includes('.') ? ending : 'bin', 'file'));
}
