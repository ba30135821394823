import type { Field } from '../field';
import { accept, type Kind, type Parsed, refuse } from '../kind';

/** Half of a character outside the basic plane: JSON can spell it, UTF-8 and so the database cannot. */
export const halfCharacter = /\p{Surrogate}/u;

/** Reads text as the contract does: numbers become text, surrounding white space goes, limits apply. */
export function parseText(value: unknown, field: Field): Parsed {
  if (typeof value !== 'string' && typeof value !== 'number') return refuse('Not a valid string.');
  const text = String(value).trim();
  if (text.includes('\0')) return refuse('Null characters are not allowed.');
  if (halfCharacter.test(text)) return refuse('Not a valid string.');
  if (text === '' && !field.options.blank) return refuse('This field may not be blank.');
  const problems = problemsOf(text, field);
  return problems.length > 0 ? refuse(...problems) : accept(text);
}

/** Everything that is wrong with a text: its length and its form are told together. */
function problemsOf(text: string, { options }: Field): string[] {
  const { maxLength, minLength, pattern } = options;
  const length = [...text].length;
  const problems: string[] = [];
  if (pattern && text !== '' && !new RegExp(pattern.source, pattern.flags).test(text)) problems.push(pattern.message);
  if (maxLength !== undefined && length > maxLength)
    problems.push(`Ensure this field has no more than ${maxLength} characters.`);
  if (minLength !== undefined && length < minLength)
    problems.push(`Ensure this field has at least ${minLength} characters.`);
  return problems;
}

export const text: Kind = {
  name: 'text',
  lookups: 'text',
  collate: 'C',
  column: () => 'text',
  parse: parseText,
  wire: () => ({ type: 'string' }),
};

/** An e-mail address; the format check is the web's own (HTML living standard), plus a dot in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export const email: Kind = {
  ...text,
  name: 'email',
  parse: (value, field) => {
    const parsed = parseText(value, field);
    if ('problem' in parsed || parsed.value === '' || emailPattern.test(String(parsed.value))) return parsed;
    return refuse('Enter a valid email address.');
  },
  wire: () => ({ type: 'string', format: 'email' }),
};

export const url: Kind = {
  ...text,
  name: 'url',
  parse: (value, field) => {
    const parsed = parseText(value, field);
    if ('problem' in parsed || parsed.value === '' || isWebAddress(String(parsed.value))) return parsed;
    return refuse('Enter a valid URL.');
  },
  wire: () => ({ type: 'string', format: 'uri' }),
};

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  return ['http:', 'https:', 'ftp:', 'ftps:'].includes(new URL(value).protocol);
}

/** Six lower-case hexadecimal digits; `f.color` gives the pattern. */
export const color: Kind = { ...text, name: 'color' };
