import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../database';
import { TooManyValues } from '../databaseErrors';
import type { RowCache, WithRowCache } from '../rowCache';
import type { SideBySide } from './sideBySide';

/** A statement as PostgreSQL takes it; `name` is set once its text has been seen before and is worth preparing. */
export interface Statement {
  name: string | undefined;
  text: string;
  values: unknown[];
  /** Set where it is several statements side by side: its values come in arrays, and are told apart. */
  parts?: number | undefined;
  /** Set where its rows are remembered. */
  rowCache?: RowCache | undefined;
}

interface KnownText {
  text: string;
  /** Undefined until the text comes back: a statement used only once is not worth a server-side plan. */
  name: string | undefined;
}

/** Clients choose what to filter and sort by, so there is no end to texts of its own: so many, and characters of them, are kept. */
const texts = new LRUCache<string, KnownText>({
  max: 4000,
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (known, key) => known.text.length + key.length,
});

/** Values of a statement that is prepared at most: each number of alternatives is a text, and a plan, of its own. */
const mostValues = 250;

/** Values of one statement that the protocol can count. */
const mostCounted = 65_535;

/** Turns slonik's placeholders into PostgreSQL's and gives recurring texts the name they are prepared under. */
export function compile(statement: Sql & SideBySide & WithRowCache): Statement {
  const values = statement.values as unknown as unknown[];
  const { parts, rowCache } = statement;
  if (values.length > mostCounted) throw new TooManyValues();
  const known = texts.get(statement.sql);
  if (known === undefined) {
    const text = textOf(statement);
    texts.set(statement.sql, { text, name: undefined });
    return { name: undefined, text, values, parts, rowCache };
  }
  if (values.length <= mostValues) known.name ??= nameOf(known.text);
  return { name: known.name, text: known.text, values, parts, rowCache };
}

const placeholder = /\$slonik_(\d+)/g;

/** The text of a statement as PostgreSQL takes it, `$1` where a value belongs. Slonik does the same before it sends one. */
export const textOf = ({ sql }: Sql): string => sql.replace(placeholder, '$$$1');

function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 20);
}
