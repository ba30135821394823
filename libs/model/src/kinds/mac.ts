import { accept, type Kind, refuse } from '../fields/kind';
import { pythonType } from './relation';

const octet = '[0-9a-f]{1,2}';
/** The usual notations, in six, three, two parts or one. */
const notations = [
  { pattern: new RegExp(`^${octet}(?::${octet}){5}$`), separator: ':', digits: 2 },
  { pattern: new RegExp(`^${octet}(?:-${octet}){5}$`), separator: '-', digits: 2 },
  { pattern: /^[0-9a-f]{1,4}(?:\.[0-9a-f]{1,4}){2}$/, separator: '.', digits: 4 },
  { pattern: /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){2}$/, separator: ':', digits: 4 },
  { pattern: /^[0-9a-f]{5,6}-[0-9a-f]{5,6}$/, separator: '-', digits: 6 },
  { pattern: /^[0-9a-f]{5,6}:[0-9a-f]{5,6}$/, separator: ':', digits: 6 },
  { pattern: /^[0-9a-f]{11,12}$/, separator: ' ', digits: 12 },
];

/**
 * Reads the hardware address of an interface in any usual notation into `00:1A:2B:3C:4D:5E`; undefined when it is none.
 */
export function readMac(given: string): string | undefined {
  const text = given.trim().toLowerCase();
  const notation = notations.find(({ pattern }) => pattern.test(text));
  if (!notation) return undefined;
  const digits = text.split(notation.separator).map((part) => part.padStart(notation.digits, '0'));
  return digits.join('').toUpperCase().match(/../g)!.join(':');
}

/** The hardware address of an interface; an empty text is none. */
export const mac: Kind = {
  filter: 'text',
  column: () => 'text',
  parse: (value) => {
    if (typeof value !== 'string')
      return refuse(`Invalid MAC address format: a text is expected, not ${pythonType(value)}.`);
    if (value.trim() === '') return accept(null);
    const address = readMac(value);
    return address === undefined ? refuse(`Invalid MAC address format: ${value}`) : accept(address);
  },
  wire: () => ({ type: 'string' }),
};
