import { type Sql, sequence, sql } from '@plumbline/store';
import { LRUCache } from 'lru-cache';
import { statementOf } from '../planCache';
import type { PageRequest } from './strategy';

/** The bounds of a page as parameters. */
export const limitAndOffset = (limit: number, offset: number): Sql => sql.fragment`LIMIT ${limit} OFFSET ${offset}`;

/**
 * A page whose bounds are part of the text: PostgreSQL then keeps one plan for it, which bounds as parameters prevent.
 */
export function fixedStatement({ listPlan, condition, limit, offset }: PageRequest): Sql {
  const page = [
    ...(limit === undefined ? [] : [fixed('limit', limit)]),
    ...(offset === 0 ? [] : [fixed('offset', offset)]),
  ];
  return statementOf(listPlan, condition, sequence(page));
}

const bounds = new LRUCache<string, Sql>({ max: 1000 });

/** A bound of a page as text; those that clients use all the time are made once. */
function fixed(word: 'limit' | 'offset', bound: number): Sql {
  const key = `${word} ${bound}`;
  const known = bounds.get(key);
  if (known) return known;
  const value = sql.literalValue(String(bound));
  const made = word === 'limit' ? sql.fragment`LIMIT ${value}` : sql.fragment`OFFSET ${value}`;
  bounds.set(key, made);
  return made;
}
