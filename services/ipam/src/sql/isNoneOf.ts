import { type Sql, sql } from '@plumbline/store';

/**
 * Whether an id is none of these: they are looked up, where `<> ALL` compares each row with each of them, which is a
 * hundred million times where a thousand prefixes leave a hundred thousand.
 */
export const isNoneOf = (id: Sql, ids: readonly string[]): Sql =>
  sql.fragment`NOT EXISTS (SELECT FROM unnest(${sql.array([...ids], 'uuid')}) AS one(id) WHERE one.id = ${id})`;
