import { types } from 'pg';

type Parse = (text: string) => unknown;

const asIs: Parse = (text) => text;
const parserOf = types.getTypeParser as (oid: number, format: 'text') => Parse;

const oid = {
  int8: 20,
  float4: 700,
  float8: 701,
  numeric: 1700,
  json: 114,
  jsonb: 3802,
  uuid: 2950,
  inet: 869,
  cidr: 650,
  macaddr: 829,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  int4Array: 1007,
  int8Array: 1016,
  textArray: 1009,
  varcharArray: 1015,
  uuidArray: 2951,
} as const;

const parsers = new Map<number, Parse>([
  [oid.int8, parseInteger],
  [oid.float4, Number],
  [oid.float8, Number],
  [oid.numeric, asIs],
  [oid.json, JSON.parse],
  [oid.jsonb, JSON.parse],
  [oid.uuid, asIs],
  [oid.inet, asIs],
  [oid.cidr, asIs],
  [oid.macaddr, asIs],
  [oid.date, asIs],
  [oid.time, asIs],
  [oid.timestamp, asIs],
  [oid.timestamptz, parseInstant],
  [oid.interval, asIs],
  [oid.int4Array, (text) => parsePlainArray(text, Number)],
  [oid.int8Array, (text) => parsePlainArray(text, parseInteger)],
  [oid.textArray, parserOf(oid.textArray, 'text')],
  [oid.varcharArray, parserOf(oid.varcharArray, 'text')],
  [oid.uuidArray, (text) => parsePlainArray(text, asIs)],
]);

/** How column values arrive in JavaScript; given to each pool, so that pg's global parsers stay as they are. */
export const columnValues = {
  getTypeParser(type: number, format?: string): Parse {
    return (format !== 'binary' && parsers.get(type)) || parserOf(type, 'text');
  },
};

/**
 * A timestamptz in ISO DateStyle and time zone UTC as `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`; anything else (infinity) as it
 * is.
 */
function parseInstant(text: string): string {
  const length = text.length;
  if (length < 22 || !text.endsWith('+00')) return text;
  const second = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  // PostgreSQL drops trailing zeros of the fraction; the contract always shows six digits or none.
  return length === 22 ? `${second}Z` : `${second}.${text.slice(20, -3).padEnd(6, '0')}Z`;
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} is too large for a JavaScript number.`);
  return value;
}

/** An array of one dimension whose items never need quotes. */
function parsePlainArray(text: string, parse: Parse): unknown[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : parse(item)));
}
