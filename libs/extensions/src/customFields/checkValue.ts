import { quoted } from '@plumbline/engine';
import { isStorableJson, pythonJson } from '@plumbline/model';
import type { CustomField } from './customField';

/**
 * What becomes of a value: the one to store, perhaps with a text to be held against the field's pattern; or why not.
 */
export type Checked = { value: unknown; toMatch?: string } | { reason: string };

type Check = (value: unknown, field: CustomField) => Checked;

const reason = (text: string): Checked => ({ reason: text });

/** Checks a value that is not empty (docs/contract/custom-data.md); the pattern is left to the database, which can be bounded. */
export function checkValue(value: unknown, field: CustomField): Checked {
  return isStorableJson(value) ? checks[field.type](value, field) : reason('Null characters are not allowed.');
}

const words: Record<string, boolean> = Object.assign(
  Object.create(null),
  ...['y', 'yes', 't', 'true', 'on', '1'].map((word) => ({ [word]: true })),
  ...['n', 'no', 'f', 'false', 'off', '0'].map((word) => ({ [word]: false })),
);

const text: Check = (value, field) =>
  typeof value === 'string' ? withinLength(value, value, field) : reason('Value must be a string');

const checks: Record<CustomField['type'], Check> = {
  text,
  url: text,
  markdown: text,
  json: (value, field) => withinLength(value, pythonJson(value), field),
  integer: (value, { validation_minimum: least, validation_maximum: most }) => {
    const number = wholeNumber(value);
    if (number === undefined) return reason('Value must be an integer.');
    if (least !== null && number < least) return reason(`Value must be at least ${least}`);
    if (most !== null && number > most) return reason(`Value must not exceed ${most}`);
    return { value: number };
  },
  boolean: (value) => {
    // An object may bring a `toString` of its own that is no function, so none is ever turned into text.
    const known = typeof value === 'object' ? undefined : words[String(value).toLowerCase()];
    return known === undefined ? reason('Value must be true or false.') : { value: known };
  },
  date: (value) =>
    typeof value === 'string' && isDate(value) ? { value } : reason('Date values must be in the format YYYY-MM-DD.'),
  select: (value, { choices }) =>
    choices.some((choice) => choice.value === value)
      ? { value }
      : reason(
          `Invalid choice (${typeof value === 'string' ? value : quoted(value)}). Available choices are: ${named(choices)}`,
        ),
  'multi-select': (value, { choices }) => {
    const chosen = typeof value === 'string' ? value.split(',') : value;
    const known = new Set<unknown>(choices.map((choice) => choice.value));
    return Array.isArray(chosen) && chosen.every((one) => known.has(one))
      ? { value: chosen }
      : reason(`Invalid choice(s) (${quoted(chosen)}). Available choices are: ${named(choices)}`);
  },
};

const named = (choices: CustomField['choices']): string => choices.map(({ value }) => value).join(', ');

function withinLength(value: unknown, shown: string, field: CustomField): Checked {
  const { validation_minimum: least, validation_maximum: most, validation_regex: pattern } = field;
  const length = [...shown].length;
  if (least !== null && length < least) return reason(`Value must be at least ${least} characters in length`);
  if (most !== null && length > most) return reason(`Value must not exceed ${most} characters in length`);
  return pattern === '' ? { value } : { value, toMatch: shown };
}

/** The whole number a value means: fractions are cut off, `true` is 1, text is read. */
function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && !/^\s*[+-]?\d{1,16}\s*$/.test(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Math.trunc(Number(value));
  return Number.isSafeInteger(number) ? number : undefined;
}

function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
