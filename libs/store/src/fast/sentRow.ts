import type { QueryResult } from 'pg';
import { firstValue, lengthBytes } from './rowConnection';
import { type Parse, rowCopier } from './rowMaker';

/** Columns of a row and values, in turn: the few that a search from the front finds sooner than anything else. */
type Pairs = unknown[];

/** A row as PostgreSQL sent it, and what has been made of it. */
export interface Sent {
  form: RowForm;
  bytes: Buffer;
  /** Values that were taken out of it first: whoever shows it again begins with the same ones. */
  known: Pairs;
  /** What is kept with it. */
  made?: unknown;
  /** What had been put on it by then. */
  put?: Pairs | undefined;
}

export const newSent = (form: RowForm, bytes: Buffer): Sent => ({
  form,
  bytes,
  known: [],
  made: undefined,
  put: undefined,
});

/** Values that are known with a row at most, with their columns, and the bytes of the longest. */
const mostKnown = 16;
const longestKnown = 64;

/** What rows with the same columns have in common. */
export interface RowForm {
  /** Where the column `id` stands; -1: there is none. */
  idAt: number;
  Row: new (sent: Sent) => SentRow;
  /** Makes an ordinary object of a row. */
  copy: (row: object) => Record<string, unknown>;
}

// Columns may have any name, which these cannot be.
const sentAs = Symbol('sent as');
const putThere = Symbol('put there');
const valuesOf = Symbol('values');
const startsOf = Symbol('starts');

/**
 * A row whose columns are taken out of what PostgreSQL sent when they are read. It has them as accessors: it can be read and written to
 * by name, but not copied or listed by its keys.
 */
export class SentRow {
  readonly [sentAs]: Sent;
  /** What was put on it. */
  [putThere]: Pairs | undefined = undefined;
  /** What was taken out of it beyond what is known with it, and where each value begins. */
  [valuesOf]: unknown[] | undefined = undefined;
  [startsOf]: number[] | undefined = undefined;

  constructor(sent: Sent) {
    this[sentAs] = sent;
  }
}

/** Makes the class of rows with these columns. */
export function rowForm(fields: QueryResult['fields'], parsers: readonly Parse[]): RowForm {
  class Row extends SentRow {}
  // Of columns of one name the last counts.
  for (const [place, { name }] of fields.entries())
    Object.defineProperty(Row.prototype, name, {
      configurable: true,
      get(this: SentRow) {
        const put = this[putThere];
        const putAt = put === undefined ? -1 : placeIn(put, place);
        if (putAt >= 0) return put![putAt + 1];
        const { known } = this[sentAs];
        const knownAt = placeIn(known, place);
        if (knownAt >= 0) return known[knownAt + 1];
        const value = this[valuesOf]?.[place];
        return value === undefined ? takeOut(this, place, parsers[place]!) : value;
      },
      set(this: SentRow, value: unknown) {
        const put = this[putThere] ?? [];
        this[putThere] = put;
        const at = placeIn(put, place);
        if (at < 0) put.push(place, value);
        else put[at + 1] = value;
      },
    });
  return { idAt: fields.findIndex(({ name }) => name === 'id'), Row, copy: rowCopier(fields) };
}

function takeOut(row: SentRow, place: number, parse: Parse): unknown {
  const { bytes, known } = row[sentAs];
  const starts = row[startsOf] ?? startsIn(bytes);
  row[startsOf] = starts;
  const start = starts[place]!;
  const length = bytes.readInt32BE(start - lengthBytes);
  const value = length < 0 ? null : parse(bytes.toString(undefined, start, start + length));
  // What may be changed where it is belongs to this row alone.
  const isOwn = typeof value === 'object' && value !== null;
  if (known.length < mostKnown && length <= longestKnown && !isOwn) known.push(place, value);
  else {
    const values = row[valuesOf] ?? [];
    row[valuesOf] = values;
    values[place] = value;
  }
  return value;
}

/** Where each value of a row begins. */
function startsIn(bytes: Buffer): number[] {
  const starts = new Array<number>(bytes.readUInt16BE(0));
  let at = firstValue(0);
  for (let place = 0; place < starts.length; place++) {
    starts[place] = at + lengthBytes;
    at += lengthBytes + Math.max(0, bytes.readInt32BE(at));
  }
  return starts;
}

/** What a row was sent as; undefined for one that was taken apart right away. */
const sentOf = (row: object): Sent | undefined => (row instanceof SentRow ? row[sentAs] : undefined);

/** A row as an ordinary object, with what was put on it. */
export function plainRow<T extends object>(row: T): T {
  const sent = sentOf(row);
  return sent ? (sent.form.copy(row) as T) : row;
}

/** Keeps something with a row as it was sent, and with what was put on it. */
export function keepWith(row: object, made: object): Sent | undefined {
  const sent = sentOf(row);
  if (sent === undefined) return undefined;
  sent.made = made;
  sent.put = (row as SentRow)[putThere];
  return sent;
}

/** What is kept with a row, where exactly the same was put on it. */
export function keptWith(row: object): unknown {
  const sent = sentOf(row);
  return sent?.made !== undefined && isPut((row as SentRow)[putThere], sent.put) ? sent.made : undefined;
}

/** Services answer in any order, and so are their values put. */
function isPut(put: Pairs | undefined, wanted: Pairs | undefined): boolean {
  if (put === undefined || wanted === undefined) return put === wanted;
  if (put.length !== wanted.length) return false;
  for (let at = 0; at < put.length; at += 2) {
    // Mostly they are where they were.
    const there = wanted[at] === put[at] ? at : placeIn(wanted, put[at]);
    if (there < 0 || !isSame(put[at + 1], wanted[there + 1])) return false;
  }
  return true;
}

/** Where a column stands among pairs; -1: nowhere. */
function placeIn(pairs: Pairs, place: unknown): number {
  for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === place) return at;
  return -1;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, index) => value === other[index]));
