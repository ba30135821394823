import type { Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { memoize } from '../core/kept/memoize';
import { columnOf } from '../criteria/toSql';

/** Names of the columns `baseColumns` selects. */
export const storedNames = memoize((model: Model): string[] =>
  Object.entries(model.fields)
    .filter(([, field]) => field.stored && !field.options.writeOnly)
    .map(([name]) => name),
);

/** All columns of a model's rows that may leave the database; secrets (write-only columns) stay. */
export const baseColumns = memoize((model: Model): Sql => {
  const columns = storedNames(model).map((name) => columnOf('t', name));
  return sql.fragment`${sql.join(columns, sql.fragment`, `)}`;
});

/**
 * Keeps a place in each row for a value that does not come from its statement. An object that is given more properties than V8
 * expects becomes a dictionary, which takes a multiple of its memory and of the time to read it.
 */
export const placeFor = (name: string): Sql => sql.fragment`NULL AS ${sql.identifier([name])}`;
