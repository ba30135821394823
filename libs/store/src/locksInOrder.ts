import type { Sql } from './database';
import { sql } from './sql';

/** Statements that lock rows or keys as one, each of which is begun when the one before has its locks. */
export function locksInOrder(locks: readonly Sql[]): Sql {
  if (locks.length === 1) return sql.unsafe`${locks[0]!}`;
  const names = locks.map((_, place) => sql.identifier([`lock_${place}`]));
  const each = locks.map((lock, place) => sql.fragment`${names[place]!} AS MATERIALIZED (${lock})`);
  const counts = names.map((name) => sql.fragment`(SELECT count(*) FROM ${name})`);
  return sql.unsafe`WITH ${sql.join(each, sql.fragment`, `)} SELECT ${sql.join(counts, sql.fragment`, `)}`;
}
