import type { Sql } from './database';
import { sql } from './sql';

/** Statements that lock rows or keys as one, each of which is begun when the one before has its locks. */
export function locksInOrder(locks: readonly Sql[]): Sql {
  if (locks.length === 1) return sql.unsafe`${locks[0]!}`;
  return inOrder(locks, (name) => sql.fragment`(SELECT count(*) FROM ${name})`);
}

/** The same, answered with one row of the ids that each of them has locked, under `lockName` of its place. */
export const lockedInOrder = (locks: readonly Sql[]): Sql =>
  inOrder(locks, (name) => sql.fragment`ARRAY(SELECT id FROM ${name})`);

/** What the ids go by that a lock in this place of several has locked. */
export const lockName = (place: number): string => `lock_${place}`;

function inOrder(locks: readonly Sql[], answerOf: (name: Sql) => Sql): Sql {
  const names = locks.map((_, place) => sql.identifier([lockName(place)]));
  const each = locks.map((lock, place) => sql.fragment`${names[place]!} AS MATERIALIZED (${lock})`);
  const answers = names.map((name) => sql.fragment`${answerOf(sql.fragment`${name}`)} AS ${name}`);
  return sql.unsafe`WITH ${sql.join(each, sql.fragment`, `)} SELECT ${sql.join(answers, sql.fragment`, `)}`;
}
