import type { Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { memoize } from '../core/memoize';
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
