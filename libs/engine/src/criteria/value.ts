import {
  columnType,
  type Field,
  halfCharacter,
  isStorableJson,
  readDateTime,
  readDecimal,
  readNetwork,
  readUuid,
} from '@plumbline/model';

/** A value as text that PostgreSQL can be handed; undefined for lists, objects and characters no row can hold. */
export function comparableText(value: unknown): string | undefined {
  if (typeof value !== 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined;
  return value.includes('\0') || halfCharacter.test(value) ? undefined : value;
}

/** Reads a value for comparison with a column; undefined when no row can ever equal it. */
export function comparable(value: unknown, field: Field): unknown {
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
    case 'inet':
    case 'cidr':
      return networkText(value, field);
    case 'date':
      return readDateTime(`${value} 00:00`)?.slice(0, 10);
    case 'jsonb': {
      // A natural key spells a list of numbers with commas.
      const read = field.kind.name === 'integers' && typeof value === 'string' ? readCell(value, field) : value;
      return isStorableJson(read) ? JSON.stringify(read) : undefined;
    }
    default:
      return type.startsWith('numeric') ? decimalText(value) : comparableText(value);
  }
}

const readCell = (text: string, field: Field): unknown => field.kind.fromText?.(text, field) ?? text;

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

function networkText(value: unknown, field: Field): string | undefined {
  const network = typeof value === 'string' ? readNetwork(value) : undefined;
  if (!network) return undefined;
  if (field.kind.name === 'host') return network.host;
  return field.kind.lookups === 'network'
    ? `${network.network}/${network.length}`
    : `${network.host}/${network.length}`;
}
