import { plainProperty } from '../fields/forms';
import { accept, type Kind, type Parsed, refuse } from '../fields/kind';
import { noObject, noValue } from '../text/cellWords';
import { pythonJson } from '../text/pythonJson';
import { isStorableJson } from './storable';

const parseJson = (value: unknown): Parsed =>
  isStorableJson(value) ? accept(value) : refuse('Null characters are not allowed.');

/** A whole number that is one, whatever reads it. */
const isInteger = (item: string): boolean => /^-?\d+$/.test(item) && Number.isSafeInteger(Number(item));

/** Reads what a cell holds: JSON, or items with commas between them. */
export function readItems(cell: string): unknown {
  if (/^[[{]/.test(cell)) return readJson(cell);
  const items = cell.split(',').map((item) => item.trim());
  return items.every(isInteger) ? items.map(Number) : items;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What all kinds of JSON have in common. */
export const structured: Kind = {
  filter: 'text',
  column: ({ options }) => options.columnType ?? 'jsonb',
  parse: parseJson,
  fromText: readItems,
  skipsEmptyCells: true,
  mayBeJson: true,
  fromForm: readJson,
  restore: (value, { options }) =>
    isStorableJson(value) && (!options.keyed || isObject(value)) ? accept(value) : refuse('Not a valid value.'),
  wire: () => ({ type: 'any' }),
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is read of a list that was right in its time. */
export const restoreList: Kind['restore'] = (value, field) =>
  Array.isArray(value) ? structured.restore!(value, field) : refuse('Not a valid value.');

/** Any JSON value, kept as it is. */
export const json: Kind = {
  ...structured,
  cell: (value) => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? listCell(value) : pythonJson(value);
  },
  isSortable: () => false,
  property: (field, context) => plainProperty(field, context, { type: 'string' }),
  hints: () => ({ widget: 'textarea', isArea: true }),
};

/** A JSON value of the type that its row tells, which reads what a cell has: text, but for what begins as a list or an object. */
export const plainJson: Kind = {
  ...json,
  fromText: (cell) => (/^[[{]/.test(cell) ? readJson(cell) : cell),
  cell: (value, { options: { readsItems } }, row) => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) && readsItems?.(row) ? listCell(value) : pythonJson(value);
  },
};

/** A list of plain values as such, where it reads back the same. */
function listCell(list: unknown[]): string {
  const joined = list.join(',');
  const isSame = JSON.stringify(readItems(joined)) === JSON.stringify(list);
  return list.length === 0 || (isSame && !['', noValue, noObject].includes(joined)) ? joined : pythonJson(list);
}

const usualUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Reads a UUID in any of its usual spellings into the lower-case dashed form. */
export function readUuid(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (usualUuid.test(value)) return value;
  if (!uuidPattern.test(value)) return undefined;
  const digits = value.replaceAll('-', '').toLowerCase();
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

/** What objects of a model are known by: UUIDs, or whole numbers. */
export type ObjectKey = string | number;

/** Reads the key of an object of a model with keys of this type, as clients name it; a whole number may come as text. */
export function readObjectKey(keyType: 'uuid' | 'int', value: unknown): ObjectKey | undefined {
  if (keyType === 'uuid') return readUuid(value);
  const isGiven = typeof value === 'string' || typeof value === 'number';
  return isGiven && /^\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
}

/** The contract reads a number as the 128 bits of a UUID. */
const numbered = (value: number | boolean): string | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) >= 0 ? Number(value).toString(16).padStart(32, '0') : undefined;

export const uuid: Kind = {
  filter: 'uuid',
  column: () => 'uuid',
  isDistinctive: true,
  parse: (value) => {
    const id = readUuid(typeof value === 'number' || typeof value === 'boolean' ? numbered(value) : value);
    return id === undefined ? refuse('Must be a valid UUID.') : accept(id);
  },
  json: 'plain',
  wire: () => ({ type: 'string', format: 'uuid' }),
  property: (field, context) => plainProperty(field, context, { type: 'string', format: 'uuid' }),
  input: 'string',
};
