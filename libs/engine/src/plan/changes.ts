import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';

/**
 * The number of changes these tables have seen, as triggers keep it; 0 for tables without triggers. What was counted
 * in them still holds as long as the number is the same.
 */
export const changesIn = (tables: string[]): Sql =>
  sql.fragment`SELECT coalesce(sum(changes), 0)::int8 FROM row_tally WHERE table_name = ANY(${sql.array(tables, 'text')})`;

/** Reads the numbers of several tables at once; answers what some of them come to together. */
export async function readChanges(work: UnitOfWork, tables: string[]): Promise<(...some: string[]) => number> {
  const rows = await work.sql.quick<{ name: string; n: number }>(sql.unsafe`
    SELECT table_name AS name, sum(changes)::int8 AS n FROM row_tally
    WHERE table_name = ANY(${sql.array(tables, 'text')}) GROUP BY table_name`);
  const numbers = new Map(rows.map(({ name, n }) => [name, Number(n)]));
  return (...some) => some.reduce((sum, name) => sum + (numbers.get(name) ?? 0), 0);
}
