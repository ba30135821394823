import type { Sql } from '../database';
import { sql } from '../sql';

/**
 * Statements that write as one: none of them sees what another does, and what PostgreSQL checks at the end of a statement, such as
 * foreign keys, it checks when all are done. One at least.
 */
export function allAtOnce(statements: readonly Sql[]): Sql {
  const [last, ...others] = statements;
  if (others.length === 0) return sql.unsafe`${last!}`;
  const besides = others.map((each, index) => sql.fragment`${sql.identifier([`part_${index}`])} AS (${each})`);
  return sql.unsafe`WITH ${sql.join(besides, sql.fragment`, `)} ${last!}`;
}
