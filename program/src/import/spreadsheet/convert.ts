import { holdsUnsafeNumbers } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import type { Column } from './columns';
import type { Cell } from './readSheet';

/** A cell that cannot be what its column says, in words. */
export class Unfit extends Error {}

/** A cell that names a related object of which there is none. */
export class NamesNone extends Unfit {}

/** Stands for nothing where an empty cell stands for what is there. */
export const nothing = 'NULL';

const yes = new Set(['true', 'yes', 'y', '1', 'x', 'on']);
const no = new Set(['false', 'no', 'n', '0', 'off']);

/** What a cell says: by the values of its column first; undefined for an empty one. */
export function saidBy(cell: Cell, { values, otherwise }: Column): unknown {
  if (cell === null) return otherwise;
  const text = cell instanceof Date ? isoDate(cell) : String(cell);
  if (Object.hasOwn(values, text)) return values[text];
  if (text === nothing) return null;
  return cell instanceof Date ? text : cell;
}

/** A value as the API takes it, for a field that is no related object. */
export function converted(model: Model, { field }: Column, value: unknown): unknown {
  if (field.startsWith('custom_fields.')) return typeof value === 'string' ? customValue(value) : value;
  const { kind, options } = model.fields[field]!;
  const { type, format, items } = kind.wire(model.fields[field]!);
  if (value === null) return options.nullable ? null : type === 'array' ? [] : '';
  if (options.choices) return choiceNamed(options.choices, value);
  switch (type) {
    case 'boolean':
      return truth(value);
    case 'integer':
    case 'number':
      return number(value, type);
    case 'array':
      return listOf(value).map((one) => (items?.type === 'integer' ? number(one, 'integer') : one));
    case 'string':
      if (format === 'decimal') return number(value, 'number');
      return format === 'date' && typeof value === 'string' ? value.slice(0, 10) : String(value);
    default:
      return typeof value === 'string' ? json(value) : value;
  }
}

/** The parts of a cell that holds several. */
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value
    : String(value)
        .split(/[,;\n]/)
        .map((one) => one.trim())
        .filter((one) => one !== '');

function choiceNamed(choices: readonly (readonly [string | number, string])[], value: unknown): unknown {
  const text = String(value).toLowerCase();
  const found = choices.find(([one, label]) => String(one).toLowerCase() === text || label.toLowerCase() === text);
  if (!found) throw new Unfit(`is none of ${choices.map(([one]) => one).join(', ')}`);
  return found[0];
}

function truth(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (yes.has(text)) return true;
  if (no.has(text)) return false;
  throw new Unfit('is neither yes nor no');
}

function number(value: unknown, type: 'integer' | 'number'): number {
  const found = typeof value === 'number' ? value : Number(String(value));
  if (String(value).trim() === '' || !Number.isFinite(found)) throw new Unfit('is no number');
  if (type === 'integer' && !Number.isInteger(found)) throw new Unfit('is no whole number');
  return found;
}

function json(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unfit('is no JSON');
  }
  if (holdsUnsafeNumbers(text)) throw new Unfit(`holds a whole number beyond ${Number.MAX_SAFE_INTEGER}`);
  return value;
}

/** Custom fields are of many types; what looks like one of them is sent as such, and Plumbline says if it is not. */
function customValue(text: string): unknown {
  return /^(\{.*\}|\[.*\])$/s.test(text) ? json(text) : text;
}

const isoDate = (date: Date): string => {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
};
