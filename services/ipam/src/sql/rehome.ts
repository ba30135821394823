import { type Queryable, sql } from '@plumbline/store';
import { closestPrefix } from './closestPrefix';
import { isNoneOf } from './isNoneOf';

/** Gives the children that prefixes had before they moved the closest prefix that is around them now. */
export async function rehomePrefixes(tx: Queryable, moved: readonly string[]): Promise<void> {
  const ids = sql.array([...moved], 'uuid');
  const search = closestPrefix({
    namespace: sql.fragment`child.namespace`,
    block: sql.fragment`child.prefix`,
    orEqual: false,
  });
  await tx.run(sql.unsafe`
    WITH child AS MATERIALIZED (
      SELECT p.id, p.namespace, p.prefix FROM unnest(${ids}) AS moved(id) JOIN prefix p ON p.parent = moved.id
      WHERE ${isNoneOf(sql.fragment`p.id`, moved)}
    ), home AS MATERIALIZED (
      SELECT child.id, closest.id AS parent FROM child LEFT JOIN LATERAL ${search} closest ON true
    )
    UPDATE prefix p SET parent = home.parent FROM home
    WHERE p.id = home.id AND p.parent IS DISTINCT FROM home.parent`);
}

/** An address, and the moved prefix that it was directly in. */
export interface Held {
  id: string;
  address: string;
  former: string;
}

/**
 * The addresses that were directly in moved prefixes (`former`), each with the namespace that it was in (`former_namespace`) and the one
 * it is in now: they follow a prefix that still contains them into its namespace, the others stay in theirs.
 */
const held = (moved: readonly string[]) => sql.fragment`held AS MATERIALIZED (
  SELECT a.id, a.address, a.host, a.parent AS former, a.namespace AS former_namespace,
    CASE WHEN p.prefix >>= a.host THEN p.namespace ELSE a.namespace END AS namespace
  FROM unnest(${sql.array([...moved], 'uuid')}) AS moved(id)
  JOIN prefix p ON p.id = moved.id JOIN ipaddress a ON a.parent = p.id
)`;

/** The addresses that moved prefixes would take into another namespace and that are there already, of others or of each other. */
export function takenElsewhere(tx: Queryable, moved: readonly string[]): Promise<Held[]> {
  return tx.rows<Held>(sql.unsafe`
    WITH ${held(moved)}, arriving AS (
      SELECT held.*, count(*) OVER (PARTITION BY namespace, host) > 1 AS meet FROM held
    )
    SELECT id, address, former FROM arriving
    WHERE namespace <> former_namespace AND (meet OR EXISTS (
      SELECT FROM ipaddress a
      WHERE a.namespace = arriving.namespace AND a.host = arriving.host AND ${isNoneOf(sql.fragment`a.parent`, moved)}))
    ORDER BY host, id`);
}

/**
 * As `rehomePrefixes`, for the addresses that were directly in the moved prefixes. Answers those that found no prefix
 * around them.
 */
export async function rehomeAddresses(tx: Queryable, moved: readonly string[]): Promise<Held[]> {
  const search = closestPrefix({
    namespace: sql.fragment`held.namespace`,
    block: sql.fragment`held.host::cidr`,
    orEqual: true,
  });
  const rows = await tx.rows<Held & { parent: string | null }>(sql.unsafe`
    WITH ${held(moved)}, home AS MATERIALIZED (
      SELECT held.id, held.former, held.namespace, closest.id AS parent FROM held LEFT JOIN LATERAL ${search} closest ON true
    )
    UPDATE ipaddress a SET parent = home.parent, namespace = home.namespace FROM home
    WHERE a.id = home.id AND (a.parent, a.namespace) IS DISTINCT FROM (home.parent, home.namespace)
    RETURNING a.id, a.address, home.former, a.parent`);
  return rows.filter(({ parent }) => parent === null);
}
