import { createSqlTag } from 'slonik';
import type { Sql } from './database';

/** Composes SQL with bound parameters; the result is run by a `Queryable`, not by slonik. */
export const sql = createSqlTag();

const placeholder = /\$slonik_(\d+)/g;
const empty = sql.fragment``;

/**
 * Long fragments one after the other, as a statement. What slonik's template does with fragments inside it, without
 * looking through those that hold no values: for a statement put together anew on every request that is most of the
 * work.
 */
export function splice(...fragments: Sql[]): Sql {
  const values: unknown[] = [];
  const texts = fragments.map((fragment) => {
    const offset = values.length;
    values.push(...fragment.values);
    return offset === 0 || fragment.values.length === 0
      ? fragment.sql
      : fragment.sql.replace(placeholder, (_, number) => `$slonik_${Number(number) + offset}`);
  });
  return { ...empty, sql: texts.join(' '), values: values as (typeof empty)['values'] };
}

/** Fragments one after the other; none at all make an empty one, which slonik's own `join` refuses. */
export function sequence(fragments: readonly Sql[]): Sql {
  return fragments.length === 0 ? sql.fragment`` : sql.fragment`${sql.join(fragments, sql.fragment` `)}`;
}
