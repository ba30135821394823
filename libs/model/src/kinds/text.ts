import { isIP, isIPv4 } from 'node:net';
import type { Field } from '../field';
import { accept, type Kind, type Parsed, refuse } from '../kind';
import { isDomainName } from './domainName';

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

const dotAtom = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** Whether a text is an e-mail address: at a domain, this very host or the address of one. */
function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  const literal = /^\[(.*)\]$/.exec(host)?.[1];
  return (
    at > 0 &&
    dotAtom.test(text.slice(0, at)) &&
    (literal === undefined ? host === 'localhost' || isDomainName(host) : isIP(literal) !== 0)
  );
}

export const email: Kind = {
  ...text,
  name: 'email',
  parse: (value, field) => {
    const parsed = parseText(value, field);
    if ('problem' in parsed || parsed.value === '' || isEmailAddress(String(parsed.value))) return parsed;
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

/** The parts of a web address: perhaps a user, the host, and the rest without blanks. */
const webAddress =
  /^(?:https?|ftps?):\/\/(?:[^\s:@/?#]+(?::[^\s:@/?#]*)?@)?([^\s:@/?#[\]]+|\[[^\s[\]]+\])(?:[:/?#]\S*)?$/i;

/** Whether a text is the address of something on a host that has a full name, is this very one or is named by its address. */
function isWebAddress(text: string): boolean {
  const host = webAddress.exec(text)?.[1]?.replace(/\.$/, '').toLowerCase();
  if (host === undefined || !URL.canParse(text)) return false;
  return host.startsWith('[') || host === 'localhost' || isIPv4(host) || isDomainName(host);
}

/** Six lower-case hexadecimal digits; `f.color` gives the pattern. */
export const color: Kind = { ...text, name: 'color' };
