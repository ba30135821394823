import { type Sql, sequence, sql } from '@plumbline/store';
import { statementOf } from '../planCache';
import type { PageRequest } from './strategy';

/** The bounds of a page as parameters. */
export const limitAndOffset = (limit: number, offset: number): Sql => sql.fragment`LIMIT ${limit} OFFSET ${offset}`;

/** Limits that are worth a plan of their own, as text. */
const usualLimits: ReadonlyMap<number, Sql> = new Map(
  [1, 10, 20, 25, 50, 100, 200, 250, 500, 1000].map((limit) => [
    limit,
    sql.fragment`LIMIT ${sql.literalValue(String(limit))}`,
  ]),
);

export const isUsualLimit = (limit: number | undefined): boolean => limit !== undefined && usualLimits.has(limit);

/**
 * A page with a usual limit as a part of the text: PostgreSQL then keeps one plan for it, which bounds as parameters prevent. Other
 * bounds are parameters, as there is no end to those.
 */
export function fixedStatement({ listPlan, condition, limit, offset }: PageRequest): Sql {
  const page = [
    ...(limit === undefined ? [] : [usualLimits.get(limit) ?? sql.fragment`LIMIT ${limit}`]),
    ...(offset === 0 ? [] : [sql.fragment`OFFSET ${offset}`]),
  ];
  return statementOf(listPlan, condition, sequence(page));
}
