import type { FieldOfKind } from '../fields/fieldOptions';
import { plainProperty } from '../fields/forms';
import { accept, type Kind, type Parsed, refuse } from '../fields/kind';
import { pythonFloat } from '../text/pythonJson';

function withinLimits(value: number, { options }: FieldOfKind): Parsed {
  if (options.max !== undefined && value > options.max)
    return refuse(`Ensure this value is less than or equal to ${options.max}.`);
  if (options.min !== undefined && value < options.min)
    return refuse(`Ensure this value is greater than or equal to ${options.min}.`);
  return accept(value);
}

function integer(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 1000 || !/^\s*[+-]?\d+(\.0*)?\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Reads a number in a spelling that every PostgreSQL reads too, of a length that costs nothing. */
export function readDecimal(given: string): string | undefined {
  const text = given.trim();
  return text.length <= 1000 && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? text : undefined;
}

/** A whole number; the column is as wide as its limits need. */
export const int: Kind = {
  filter: 'number',
  column: ({ options }) => ((options.max ?? 0) > 2147483647 ? 'bigint' : (options.columnType ?? 'integer')),
  placeholder: { is: 'number', atNeed: true },
  parse: (value, field) => {
    const number = integer(value);
    return number === undefined ? refuse('A valid integer is required.') : withinLimits(number, field);
  },
  json: 'bare',
  wire: () => ({ type: 'integer' }),
  hints: () => ({ widget: 'updown' }),
  input: 'integer',
};

export const float: Kind = {
  filter: 'number',
  column: () => 'double precision',
  isFractional: true,
  parse: (value, field) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number)
      ? withinLimits(number, field)
      : refuse('A valid number is required.');
  },
  json: 'bare',
  cell: (value) => (typeof value === 'number' ? pythonFloat(value) : value),
  wire: () => ({ type: 'number' }),
  hints: () => ({ widget: 'updown' }),
  input: 'float',
};

/** A decimal with a fixed scale, text on the wire: `"1.500000"`. */
export const decimal: Kind = {
  filter: 'number',
  column: ({ options }) => `numeric(${options.digits},${options.places})`,
  isFractional: true,
  parse: parseDecimal,
  json: 'plain',
  wire: () => ({ type: 'string', format: 'decimal' }),
  property: (field, context) => plainProperty(field, context, { type: 'number' }),
  hints: () => ({ widget: 'updown' }),
  input: 'decimal',
  outline: () => ({ is: 'value', type: 'decimal' }),
};

function parseDecimal(value: unknown, field: FieldOfKind): Parsed {
  const given = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (given === '' && typeof value === 'string' && field.options.nullable) return accept(null);
  const parts = /^([+-])?(?=\.?\d)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(given);
  if (!parts || given.length > 1000) return refuse('A valid number is required.');
  const [whole, fraction] = shiftPoint(parts[2] ?? '', parts[3] ?? '', Number(parts[4] ?? 0));
  const sign = parts[1];
  const { digits = 0, places = 0 } = field.options;
  if (whole.length + fraction.length > digits)
    return refuse(`Ensure that there are no more than ${digits} digits in total.`);
  if (fraction.length > places) return refuse(`Ensure that there are no more than ${places} decimal places.`);
  if (whole.length > digits - places)
    return refuse(`Ensure that there are no more than ${digits - places} digits before the decimal point.`);
  const result = `${whole === '' ? '0' : whole}.${fraction.padEnd(places, '0')}`;
  const limited = withinLimits(Number(result) * (sign === '-' ? -1 : 1), field);
  return 'problem' in limited ? limited : accept(sign === '-' ? `-${result}` : result);
}

/** The digits before and after the point, once it has moved to the right (or left) by so many of them. */
function shiftPoint(whole: string, fraction: string, by: number): [string, string] {
  const point = whole.length + by;
  const digits = (whole + fraction)
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length - Math.min(point, 0), '0');
  const before = Math.max(point, 0);
  return [digits.slice(0, before).replace(/^0+/, ''), digits.slice(before)];
}

const truths = new Set<unknown>([
  true,
  't',
  'T',
  'y',
  'Y',
  'yes',
  'Yes',
  'YES',
  'true',
  'True',
  'TRUE',
  'on',
  'On',
  'ON',
  '1',
  1,
]);
const untruths = new Set<unknown>([
  false,
  'f',
  'F',
  'n',
  'N',
  'no',
  'No',
  'NO',
  'false',
  'False',
  'FALSE',
  'off',
  'Off',
  'OFF',
  '0',
  0,
]);

export const bool: Kind = {
  filter: 'boolean',
  column: () => 'boolean',
  parse: (value) =>
    truths.has(value) ? accept(true) : untruths.has(value) ? accept(false) : refuse('Must be a valid boolean.'),
  json: 'bare',
  wire: () => ({ type: 'boolean' }),
  input: 'boolean',
};
