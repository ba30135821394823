import { accept, type Kind, type Parsed, refuse } from '../kind';
import { halfCharacter } from './text';

/** Whether PostgreSQL can keep the JSON value: it can keep all but texts with null or half characters. */
export function isStorableJson(value: unknown): boolean {
  const texts = JSON.stringify(value, (key, inner) => (unstorable(key) || unstorable(inner) ? undefined : inner));
  return texts !== undefined && texts === JSON.stringify(value);
}

const parseJson = (value: unknown): Parsed =>
  isStorableJson(value) ? accept(value) : refuse('Null characters are not allowed.');

const unstorable = (part: unknown): boolean =>
  typeof part === 'string' && (part.includes('\0') || halfCharacter.test(part));

/** Any JSON value, kept as it is. */
export const json: Kind = {
  name: 'json',
  lookups: 'json',
  column: () => 'jsonb',
  parse: parseJson,
  fromText: (cell) => {
    if (!/^[[{]/.test(cell)) {
      const items = cell.split(',').map((item) => item.trim());
      return items.every((item) => /^-?\d+$/.test(item)) ? items.map(Number) : items;
    }
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  },
  wire: () => ({ type: 'any' }),
};

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

/** The contract reads a number as the 128 bits of a UUID. */
const numbered = (value: number | boolean): string | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) >= 0 ? Number(value).toString(16).padStart(32, '0') : undefined;

export const uuid: Kind = {
  name: 'uuid',
  lookups: 'uuid',
  column: () => 'uuid',
  parse: (value) => {
    const id = readUuid(typeof value === 'number' || typeof value === 'boolean' ? numbered(value) : value);
    return id === undefined ? refuse('Must be a valid UUID.') : accept(id);
  },
  wire: () => ({ type: 'string', format: 'uuid' }),
};
