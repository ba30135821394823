import { LRUCache } from 'lru-cache';
import type { QueryResult } from 'pg';
import type { Sql } from '../database';
import { sql } from '../sql';

/**
 * A statement that is several: each row of its answer holds the rows that have the same place in the answers of these. They
 * only read, and see the same moment.
 */
export interface SideBySide {
  /** How many they are. */
  parts?: number;
}

/** What begins the columns of one of several statements; no column of ours has such a name. */
const placeOf = (part: number): string => ` ${part}`;

/** What has been put together, by the texts that it was put together of: that costs more than most statements do. */
const known = new LRUCache<string, Sql>({ max: 1000 });

/** These statements as one, which is answered as `apart` says. Whatever they have for columns, they keep it. */
export function sideBySide(statements: readonly Sql[]): Sql & SideBySide {
  const key = statements.map(({ sql: text }) => text).join(';');
  let whole = known.get(key);
  if (whole === undefined) {
    whole = { ...composed(statements), values: [] };
    known.set(key, whole);
  }
  // The values of each stand behind those of the one before, as its text does.
  return { ...whole, values: statements.flatMap(({ values }) => values), parts: statements.length };
}

function composed(statements: readonly Sql[]): Sql {
  const names = statements.map((_, part) => sql.identifier([`part_${part}`]));
  const places = statements.map((_, part) => sql.identifier([`part_${part}`, placeOf(part)]));
  const tables = statements.map(
    (statement, part) =>
      sql.fragment`(SELECT row_number() OVER () AS ${sql.identifier([placeOf(part)])}, found.* FROM (${statement}) found) ${names[part]!}`,
  );
  const joined = tables.slice(1).map((table, index) => {
    const before = places.slice(0, index + 1);
    return sql.fragment`FULL JOIN ${table} ON ${places[index + 1]!} = coalesce(${sql.join(before, sql.fragment`, `)})`;
  });
  const columns = names.map((name) => sql.fragment`${name}.*`);
  return sql.unsafe`SELECT ${sql.join(columns, sql.fragment`, `)} FROM ${sql.join([tables[0]!, ...joined], sql.fragment` `)}`;
}

type Found = Record<string, unknown>;

/** Where the values of one of several statements stand, and an empty row of its columns. */
interface Part {
  /** Of its place, which its values follow. */
  beginning: number;
  names: string[];
  empty: Found;
}

/** The columns of a prepared statement are described once for each connection, and are the same object from then on. */
const partsKnown = new WeakMap<QueryResult['fields'], Part[]>();

function partsOf(parts: number, fields: QueryResult['fields']): Part[] {
  const beginnings = Array.from({ length: parts }, (_, part) => fields.findIndex(({ name }) => name === placeOf(part)));
  return beginnings.map((beginning, part) => {
    const names = fields.slice(beginning + 1, beginnings[part + 1] ?? fields.length).map(({ name }) => name);
    return { beginning, names, empty: Object.fromEntries(names.map((name) => [name, null])) };
  });
}

/** The rows of each of several statements from those of the one that they were, whose values stand in arrays. */
export function apart(parts: number, { fields, rows }: QueryResult): Found[][] {
  let all = partsKnown.get(fields);
  if (all === undefined) {
    all = partsOf(parts, fields);
    partsKnown.set(fields, all);
  }
  return all.map(({ beginning, names, empty }) => {
    const found: Found[] = [];
    for (const values of rows as unknown[][]) {
      const place = values[beginning];
      if (place === null) continue;
      const row = { ...empty };
      for (const [index, name] of names.entries()) row[name] = values[beginning + 1 + index];
      found[Number(place) - 1] = row;
    }
    return found;
  });
}
