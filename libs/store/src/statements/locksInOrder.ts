import type { Sql } from '../database';
import { sql } from '../sql';

/** Statements that lock rows or keys as one, each of which is begun when the one before has its locks. */
export function locksInOrder(locks: readonly Sql[]): Sql {
  if (locks.length === 1) return sql.unsafe`${locks[0]!}`;
  return inOrder(locks.map((lock, place) => counted(lockName(place), lock)));
}

/**
 * The same behind a first one, answered with one row of the ids that each of the others has locked, under `lockName` of its
 * place.
 */
export const lockedInOrder = (first: Sql, locks: readonly Sql[]): Sql =>
  inOrder([counted('first', first), ...locks.map((lock, place) => listed(lockName(place), lock))]);

/** What the ids go by that a lock in this place of several has locked. */
export const lockName = (place: number): string => `lock_${place}`;

/** A statement, what it goes by, and what is answered of it. */
interface Step {
  name: string;
  lock: Sql;
  answer: Sql;
}

const counted = (name: string, lock: Sql): Step => ({
  name,
  lock,
  answer: sql.fragment`(SELECT count(*) FROM ${sql.identifier([name])})`,
});

const listed = (name: string, lock: Sql): Step => ({
  name,
  lock,
  answer: sql.fragment`ARRAY(SELECT id FROM ${sql.identifier([name])})`,
});

function inOrder(steps: readonly Step[]): Sql {
  const each = steps.map(({ name, lock }) => sql.fragment`${sql.identifier([name])} AS MATERIALIZED (${lock})`);
  const answers = steps.map(({ name, answer }) => sql.fragment`${answer} AS ${sql.identifier([name])}`);
  return sql.unsafe`WITH ${sql.join(each, sql.fragment`, `)} SELECT ${sql.join(answers, sql.fragment`, `)}`;
}
