import { isIP, isIPv4 } from 'node:net';
import type { FieldOfKind } from '../fields/fieldOptions';
import { plainProperty } from '../fields/forms';
import { accept, type Kind, type Parsed, refuse } from '../fields/kind';
import { isDomainName } from './domainName';
import { halfCharacter, isStorableJson } from './storable';

/** A form that texts of a kind must have, and what is said of those that have not. */
interface Form {
  fits: (text: string) => boolean;
  message: string;
}

/**
 * Reads text as the contract does: numbers become text, surrounding white space goes, limits apply. The form of its kind
 * is told behind everything else.
 */
function parseText(value: unknown, field: FieldOfKind, form?: Form): Parsed {
  if (typeof value !== 'string' && typeof value !== 'number') return refuse('Not a valid string.');
  const text = String(value).trim();
  if (text.includes('\0')) return refuse('Null characters are not allowed.');
  if (halfCharacter.test(text)) return refuse('Not a valid string.');
  if (text === '' && !field.options.blank) return refuse('This field may not be blank.');
  if (text.length > longestJudged && text.length > 2 * (field.options.maxLength ?? text.length))
    return refuse(tooLong(field.options.maxLength!));
  const problems = problemsOf(text, field);
  if (form && text !== '' && !form.fits(text) && !problems.includes(form.message)) problems.push(form.message);
  return problems.length > 0 ? refuse(...problems) : accept(text);
}

/** Characters of a text beyond which it is told of its length alone, where that is limited. */
const longestJudged = 10_000;

const tooLong = (maxLength: number): string => `Ensure this field has no more than ${maxLength} characters.`;

/** Everything that is wrong with a text: its length and its form are told together. */
function problemsOf(text: string, { options }: FieldOfKind): string[] {
  const { maxLength, minLength, pattern } = options;
  const length = [...text].length;
  const problems: string[] = [];
  if (pattern && text !== '' && !new RegExp(pattern.source, pattern.flags).test(text)) problems.push(pattern.message);
  if (maxLength !== undefined && length > maxLength) problems.push(tooLong(maxLength));
  if (minLength !== undefined && length < minLength)
    problems.push(`Ensure this field has at least ${minLength} characters.`);
  return problems;
}

/** What all kinds of text have in common. */
export const textual: Kind = {
  filter: 'text',
  column: () => 'text',
  parse: (value, field) => parseText(value, field),
  restore: (value) =>
    typeof value === 'string' && isStorableJson(value) ? accept(value) : refuse('Not a valid value.'),
  wire: () => ({ type: 'string' }),
};

/** Any text; one without a limit takes an area of a form. */
export const text: Kind = {
  ...textual,
  placeholder: { is: 'text' },
  wire: ({ options }, direction) => ({
    type: 'string',
    ...(direction === 'sent' && !options.blank ? { minLength: 1 } : {}),
  }),
  hints: ({ options }) => (options.maxLength === undefined ? { isArea: true } : {}),
  input: 'string',
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

const noEmailAddress = 'Enter a valid email address.';

export const email: Kind = {
  ...textual,
  parse: (value, field) => parseText(value, field, { fits: isEmailAddress, message: noEmailAddress }),
  wire: () => ({ type: 'string', format: 'email' }),
  hints: () => ({ widget: 'email', message: noEmailAddress }),
  input: 'email',
};

export const url: Kind = {
  ...textual,
  parse: (value, field) => {
    const fits = (text: string) => isWebAddress(text) || field.options.otherForm?.test(text) === true;
    return parseText(value, field, { fits, message: 'Enter a valid URL.' });
  },
  // Addresses are shown as they were written, also with letters that a URI in the strict sense cannot have.
  wire: (_field, direction) => ({ type: 'string', ...(direction === 'shown' ? {} : { format: 'uri' }) }),
  property: (field, context) => {
    const pattern = (field.options.pattern ?? webAddress).source;
    return plainProperty(field, context, { type: 'string', pattern });
  },
  hints: () => ({ widget: 'uri' }),
  input: 'url',
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
export const color: Kind = {
  ...textual,
  wire: ({ options }, direction) => {
    const pattern = options.blank ? '^([0-9a-f]{6})?$' : '^[0-9a-f]{6}$';
    return { type: 'string', ...(direction === 'sent' ? { pattern } : {}) };
  },
  input: 'string',
};
