import {
  columnType,
  type Field,
  halfCharacter,
  isStorableJson,
  readDateTime,
  readDecimal,
  readUuid,
} from '@plumbline/model';

/** A value as text that PostgreSQL can be handed; undefined for lists, objects and characters no row can hold. */
export function comparableText(value: unknown): string | undefined {
  if (typeof value !== 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined;
  return value.includes('\0') || halfCharacter.test(value) ? undefined : value;
}

/**
 * Whether a value means yes, as where `isnull` asks for it: what JSON has is taken as Python takes it, but that it is false
 * may also be said in words.
 */
export function meansYes(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value.toLowerCase() !== 'false';
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** Reads a value for comparison with a column; undefined when no row can ever equal it. */
export function comparable(given: unknown, field: Field): unknown {
  const { compared } = field.kind;
  const value = compared ? compared(given, field) : given;
  const type = columnType(field).replace('[]', '');
  // An object may bring a `toString` of its own that is no function, so none is ever turned into text.
  if (typeof value === 'object' && type !== 'jsonb') return undefined;
  switch (type) {
    case 'uuid':
      return readUuid(value);
    case 'integer':
    case 'bigint':
    case 'smallint':
      return wholeNumber(value);
    case 'double precision':
      return decimalText(value) === undefined ? undefined : Number(value);
    case 'boolean':
      return readBoolean(value);
    case 'timestamp with time zone':
      return readDateTime(String(value)) ?? readDateTime(`${value} 00:00`);
    case 'date':
      return readDateTime(`${value} 00:00`)?.slice(0, 10);
    case 'jsonb':
      return isStorableJson(value) ? JSON.stringify(value) : undefined;
    default:
      return type.startsWith('numeric') ? decimalText(value) : comparableText(value);
  }
}

function decimalText(value: unknown): string | undefined {
  const text = comparableText(value);
  return text === undefined ? undefined : readDecimal(text);
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && typeof value !== 'boolean' ? number : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === 'True' || value === 1) return true;
  return value === false || value === 'false' || value === 'False' || value === 0 ? false : undefined;
}
