import { type Sql, sql } from '@plumbline/store';

interface Search {
  /** SQL for the namespace searched. */
  namespace: Sql;
  /** SQL for the block whose surroundings are sought, a `cidr`; a full-length one for an address. */
  block: Sql;
  /** Whether a prefix equal to the block counts as around it. */
  orEqual: boolean;
  /** Prefixes to pass over. */
  except?: readonly string[];
}

/**
 * A derived table with the closest prefix around a block: `id`, `prefix`; no row when there is none.
 *
 * Blocks sort like the walk of a tree: each directly before what it contains. The closest one around a block therefore
 * stands before it, and when the one just before it (`seen`) does not contain it, then whatever contains the block
 * contains both: it is not longer than what they have in common. So the search climbs by looking up the last prefix up
 * to that common part, a single look-up in the index (namespace, prefix) each time, until it meets one that contains
 * the block. That takes two or three steps in practice, however many prefixes and namespaces there are.
 */
export function closestPrefix({ namespace, block, orEqual, except = [] }: Search): Sql {
  const passed =
    except.length === 0 ? sql.fragment`` : sql.fragment`AND p.id <> ALL(${sql.array([...except], 'uuid')})`;
  const before = orEqual ? sql.fragment`<=` : sql.fragment`<`;
  const around = orEqual ? sql.fragment`>>=` : sql.fragment`>>`;
  return sql.fragment`(
    WITH RECURSIVE seen AS (
      (SELECT p.id, p.prefix FROM prefix p WHERE p.namespace = ${namespace} AND p.prefix ${before} ${block} ${passed}
       ORDER BY p.prefix DESC LIMIT 1)
      UNION ALL
      SELECT next.id, next.prefix FROM seen CROSS JOIN LATERAL (
        SELECT p.id, p.prefix FROM prefix p WHERE p.namespace = ${namespace} AND p.prefix <= inet_merge(seen.prefix, ${block}) ${passed}
        ORDER BY p.prefix DESC LIMIT 1
      ) next
      WHERE family(seen.prefix) = family(${block}) AND NOT seen.prefix ${around} ${block}
    )
    SELECT seen.id, seen.prefix FROM seen WHERE seen.prefix ${around} ${block}
  )`;
}
