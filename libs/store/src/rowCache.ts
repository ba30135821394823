import { LRUCache } from 'lru-cache';
import type { QueryResult } from 'pg';
import type { Sql } from './database';
import { firstValue, lengthBytes, type RowMessage } from './fast/rowConnection';
import type { Parse } from './fast/rowMaker';
import { keepWith, keptWith, newSent, type RowForm, rowForm, type Sent } from './fast/sentRow';

/** Bytes that an entry takes beside what is kept of the row. */
const overhead = 600;
/** The largest part of a cache that one row may have. */
const largestShare = 1 / 64;
/** Rows that are told apart among those seen last: some two to three times what is remembered of. A power of two. */
const seenLast = 16_384;

/**
 * Remembers rows as PostgreSQL sent them, by their ids, and what was made of them: of a row that comes again as it was, nothing has to
 * be made again. Nothing is believed for being remembered: rows are asked for as ever, and the bytes that come decide. The
 * ones least recently used make room. A row is remembered when it is seen a second time, with not too many others in between: of whoever
 * reads a long list from one end to the other nothing is, or only as much as there is room for.
 */
export class RowCache {
  private readonly forms = new Map<string, RowForm>();
  private readonly formOf = new WeakMap<QueryResult['fields'], RowForm>();
  private readonly kept: LRUCache<string, Sent>;
  /** Digests of ids, each where its own last bits say. */
  private readonly seen = new Uint32Array(seenLast);

  /** @param size Bytes it may hold, about. */
  constructor(size: number) {
    this.kept = new LRUCache({ maxSize: size, maxEntrySize: Math.floor(size * largestShare) });
  }

  /** What was made of a row and still holds, as far as the row and what was put on it decide. */
  madeOf<T extends object>(row: object): T | undefined {
    return keptWith(row) as T | undefined;
  }

  /**
   * Keeps what was made of a row and of what was put on it, which takes about so many bytes. What was put is assigned to its columns: a list
   * that is changed where it is would not be noticed.
   */
  keep(row: object & { id?: unknown }, made: object, size: number): void {
    const sent = keepWith(row, made);
    if (sent) this.kept.set(String(row.id), sent, { size: sent.bytes.length + size + overhead });
  }

  /** The form of rows with these columns; undefined where they have no `id`. */
  form(fields: QueryResult['fields'], parsers: readonly Parse[]): RowForm | undefined {
    const known = this.formOf.get(fields) ?? this.formLike(fields, parsers);
    return known.idAt < 0 ? undefined : known;
  }

  /** Rows of the same columns have the same form, whichever connection they come over. */
  private formLike(fields: QueryResult['fields'], parsers: readonly Parse[]): RowForm {
    const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
    const form = this.forms.get(key) ?? rowForm(fields, parsers);
    this.forms.set(key, form);
    this.formOf.set(fields, form);
    return form;
  }

  /** The row of a message, with what is remembered of it where it is the same; undefined where it is not to be remembered. */
  row(form: RowForm, { bytes, start, end }: RowMessage): object | undefined {
    const at = idIn(form, bytes, start);
    const idEnd = at + lengthBytes + bytes.readInt32BE(at);
    const wasSeen = this.see(bytes, at + lengthBytes, idEnd);
    const known = this.kept.get(bytes.toString(undefined, at + lengthBytes, idEnd));
    if (known?.form === form && known.bytes.length === end - start && known.bytes.compare(bytes, start, end) === 0)
      return new form.Row(known);
    if (!known && !wasSeen) return undefined;
    const own = Buffer.allocUnsafeSlow(end - start);
    bytes.copy(own, 0, start, end);
    return new form.Row(newSent(form, own));
  }

  /** Whether an id was seen before; from now on it was. What is remembered is seen, too, so that it is not pushed out by what is not. */
  private see(bytes: Buffer, start: number, end: number): boolean {
    let digest = 1;
    for (let at = start; at < end; at++) digest = Math.imul(digest ^ bytes[at]!, 0x01000193);
    const place = (digest ^ (digest >>> 15)) & (seenLast - 1);
    digest >>>= 0;
    if (this.seen[place] === digest) return true;
    this.seen[place] = digest;
    return false;
  }
}

/** Where the length of the id of a row stands; it has one, since it is a key. */
function idIn({ idAt }: RowForm, bytes: Buffer, start: number): number {
  let at = firstValue(start);
  for (let place = 0; place < idAt; place++) at += lengthBytes + Math.max(0, bytes.readInt32BE(at));
  return at;
}

/** A statement whose rows are remembered. */
export interface WithRowCache {
  rowCache?: RowCache;
}

/** The statement without anything that remembers its rows, for those who take rows apart by the keys they have. */
export const notCachingRows = ({ rowCache: _, ...statement }: Sql & WithRowCache): Sql => statement;

/** Has the rows of a statement remembered where the driver's insides are used; else they come as ever. */
export const cachingRows = (statement: Sql, rowCache: RowCache | undefined): Sql & WithRowCache =>
  rowCache === undefined ? statement : { ...statement, rowCache };
