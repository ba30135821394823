import { type Queryable, sql } from '@plumbline/store';
import { closestPrefix } from './closestPrefix';

/** Gives the children that prefixes had before they moved the closest prefix that is around them now. */
export async function rehomePrefixes(tx: Queryable, moved: readonly string[]): Promise<void> {
  const ids = sql.array([...moved], 'uuid');
  const search = closestPrefix({
    namespace: sql.fragment`child.namespace`,
    block: sql.fragment`child.prefix`,
    orEqual: false,
  });
  await tx.run(sql.unsafe`
    WITH home AS MATERIALIZED (
      SELECT child.id, closest.id AS parent
      FROM prefix child LEFT JOIN LATERAL ${search} closest ON true
      WHERE child.parent = ANY(${ids}) AND child.id <> ALL(${ids})
    )
    UPDATE prefix child SET parent = home.parent FROM home
    WHERE child.id = home.id AND child.parent IS DISTINCT FROM home.parent`);
}

/**
 * As `rehomePrefixes`, for the addresses that were directly in the moved prefixes: they follow a prefix that still
 * contains them into its namespace, the others stay in theirs. Answers the addresses that found no prefix around them,
 * and the prefix that each was in.
 */
export async function rehomeAddresses(
  tx: Queryable,
  moved: readonly string[],
): Promise<{ id: string; address: string; former: string }[]> {
  const search = closestPrefix({
    namespace: sql.fragment`held.namespace`,
    block: sql.fragment`held.host::cidr`,
    orEqual: true,
  });
  const rows = await tx.rows<{ id: string; address: string; former: string; parent: string | null }>(sql.unsafe`
    WITH held AS MATERIALIZED (
      SELECT a.id, a.host, a.parent AS former, CASE WHEN p.prefix >>= a.host THEN p.namespace ELSE a.namespace END AS namespace
      FROM ipaddress a JOIN prefix p ON p.id = a.parent
      WHERE a.parent = ANY(${sql.array([...moved], 'uuid')})
    ), home AS MATERIALIZED (
      SELECT held.id, held.former, held.namespace, closest.id AS parent FROM held LEFT JOIN LATERAL ${search} closest ON true
    )
    UPDATE ipaddress a SET parent = home.parent, namespace = home.namespace FROM home
    WHERE a.id = home.id AND (a.parent, a.namespace) IS DISTINCT FROM (home.parent, home.namespace)
    RETURNING a.id, a.address, home.former, a.parent`);
  return rows.filter(({ parent }) => parent === null);
}
