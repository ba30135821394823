import { type Sql, sequence, sql } from '@plumbline/store';
import { statementOf } from '../planCache';
import type { PageRequest } from './strategy';

/** The bounds of a page as parameters. */
export const limitAndOffset = (limit: number, offset: number): Sql => sql.fragment`LIMIT ${limit} OFFSET ${offset}`;

/** Limits that are worth a plan of their own. */
export const usualLimits: ReadonlySet<number | undefined> = new Set([1, 10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/**
 * A page with a usual limit as a part of the text: PostgreSQL then keeps one plan for it, which bounds as parameters prevent. Other
 * bounds are parameters, as there is no end to those.
 */
export function fixedStatement({ listPlan, condition, limit, offset }: PageRequest): Sql {
  const page = [
    ...(limit === undefined ? [] : [usualLimits.has(limit) ? fixedLimit(limit) : sql.fragment`LIMIT ${limit}`]),
    ...(offset === 0 ? [] : [sql.fragment`OFFSET ${offset}`]),
  ];
  return statementOf(listPlan, condition, sequence(page));
}

const fixedLimits = new Map<number, Sql>();

/** A limit as text, made once. */
function fixedLimit(limit: number): Sql {
  const known = fixedLimits.get(limit);
  if (known) return known;
  const made = sql.fragment`LIMIT ${sql.literalValue(String(limit))}`;
  fixedLimits.set(limit, made);
  return made;
}
