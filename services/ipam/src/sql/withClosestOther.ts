import { type Sql, sql } from '@plumbline/store';
import { isNoneOf } from './isNoneOf';

/**
 * What goes behind `WITH`: a table `name` of the given prefixes (`id`, `prefix`), each with the closest prefix around it that is none of
 * them (`above`, null where there is none).
 */
export function withClosestOther(name: string, ids: readonly string[]): Sql {
  const given = sql.array([...ids], 'uuid');
  return sql.fragment`
    RECURSIVE up AS (
      SELECT id, prefix, parent AS above FROM prefix WHERE id = ANY(${given})
      UNION ALL
      SELECT up.id, up.prefix, p.parent FROM up JOIN prefix p ON p.id = up.above WHERE p.id = ANY(${given})
    ), ${sql.identifier([name])} AS MATERIALIZED (
      SELECT * FROM up WHERE ${isNoneOf(sql.fragment`above`, ids)}
    )`;
}
