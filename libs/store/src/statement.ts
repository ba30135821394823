import { createHash } from 'node:crypto';
import type { Sql } from './database';

/** A statement as PostgreSQL takes it; `name` is set once its text has been seen before and is worth preparing. */
export interface Statement {
  name: string | undefined;
  text: string;
  values: unknown[];
}

interface KnownText {
  text: string;
  /** Undefined until the text comes back: a statement used only once is not worth a server-side plan. */
  name: string | undefined;
}

/** Texts remembered per generation; at most twice as many are kept. */
const generationSize = 2000;
const placeholder = /\$slonik_(\d+)/g;

// Two generations make a least-recently-used cache whose hits cost one look-up and no bookkeeping.
let current = new Map<string, KnownText>();
let previous = new Map<string, KnownText>();

/** Turns slonik's placeholders into PostgreSQL's and gives recurring texts the name they are prepared under. */
export function compile(statement: Sql): Statement {
  const values = statement.values as unknown as unknown[];
  const source = statement.sql;
  const known = current.get(source);
  if (known !== undefined) {
    known.name ??= nameOf(known.text);
    return { name: known.name, text: known.text, values };
  }
  const recalled = previous.get(source) ?? { text: source.replace(placeholder, '$$$1'), name: undefined };
  if (current.size >= generationSize) {
    previous = current;
    current = new Map();
  }
  current.set(source, recalled);
  return { name: recalled.name, text: recalled.text, values };
}

function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 20);
}
