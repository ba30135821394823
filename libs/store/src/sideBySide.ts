import { LRUCache } from 'lru-cache';
import type { QueryResult } from 'pg';
import type { Sql } from './database';
import { sql } from './sql';

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

/** The rows of each of several statements from those of the one that they were, whose values stand in arrays. */
export function apart(parts: number, { fields, rows }: QueryResult): Record<string, unknown>[][] {
  const beginnings = Array.from({ length: parts }, (_, part) => fields.findIndex(({ name }) => name === placeOf(part)));
  return beginnings.map((beginning, part) => {
    const end = beginnings[part + 1] ?? fields.length;
    const names = fields.slice(beginning + 1, end).map(({ name }) => name);
    const found: Record<string, unknown>[] = [];
    for (const values of rows as unknown[][]) {
      const place = values[beginning];
      if (place === null) continue;
      const row: Record<string, unknown> = {};
      for (const [index, name] of names.entries()) row[name] = values[beginning + 1 + index];
      found[Number(place) - 1] = row;
    }
    return found;
  });
}
