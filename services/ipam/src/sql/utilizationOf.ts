import { type Queryable, type Sql, sql } from '@plumbline/store';

/** How full a prefix is. */
export interface Utilization {
  id: string;
  /** From 0 to 1. */
  utilization: number;
  prefix_count: number;
  ip_address_count: number;
}

/**
 * How full prefixes are, in one statement. The ends of an IPv4 subnet that holds hosts alone are nobody's, and so no
 * space (`freeAddresses` does not give them out either).
 */
const utilization = (which: Sql) => sql.fragment`
  SELECT p.id, inside.count AS prefix_count, hosts.count AS ip_address_count,
    least(1, (inside.space + hosts.count) / CASE
      WHEN p.ip_version = 4 AND p.type = 'network' AND p.prefix_length <= 30 AND inside.count = 0 THEN whole.space - 2
      ELSE whole.space END)::float AS utilization
  FROM prefix p
  CROSS JOIN LATERAL (
    SELECT (2::float8 ^ (CASE p.ip_version WHEN 4 THEN 32 ELSE 128 END - p.prefix_length)) AS space
  ) whole
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count,
      coalesce(sum(2::float8 ^ (CASE c.ip_version WHEN 4 THEN 32 ELSE 128 END - c.prefix_length)), 0) AS space
    FROM prefix c WHERE c.namespace = p.namespace AND c.parent = p.id
  ) inside
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count FROM ipaddress a WHERE a.parent = p.id
  ) hosts
  WHERE ${which}`;

/** Prefixes by their ids, and those directly in others (`null`: in none), among those for which a condition about `p` holds. */
interface Asked {
  among: Sql;
  ids: string[];
  parents: string[];
  /** Only of these, by id or name; of any, when empty. */
  namespaces: readonly string[];
  limit: number | undefined;
}

/** How full prefixes are: the first ones of their list, where there are more. */
export function utilizationOf(
  queryable: Queryable,
  { among, ids, parents, namespaces, limit }: Asked,
): Promise<Utilization[]> {
  const above = parents.filter((parent) => parent !== 'null');
  const outermost = above.length < parents.length ? sql.fragment`OR p.parent IS NULL` : sql.fragment``;
  const named = sql.array([...namespaces], 'text');
  const within =
    namespaces.length > 0
      ? sql.fragment`AND (namespace.name = ANY(${named}) OR namespace.id::text = ANY(${named}))`
      : sql.fragment``;
  return queryable.rows<Utilization>(sql.unsafe`
    SELECT id, utilization, prefix_count, ip_address_count FROM (
      ${utilization(sql.fragment`p.id = ANY(ARRAY(
        SELECT p.id FROM prefix p JOIN namespace ON namespace.id = p.namespace
        WHERE (p.id = ANY(${sql.array(ids, 'uuid')}) OR p.parent = ANY(${sql.array(above, 'uuid')}) ${outermost}) ${within} AND ${among}
        ORDER BY namespace.name, p.prefix, p.id LIMIT ${limit ?? null}))`)}
    ) measured`);
}

/** Prefixes with room for no more than this many addresses are full on purpose: links, and addresses of routers. */
const smallest = 8;

/** The fullest prefixes that are filling up, among those for which a condition about `p` holds. */
export const fullest = (
  queryable: Queryable,
  { among, atLeast, limit }: { among: Sql; atLeast: number; limit: number },
): Promise<Utilization[]> =>
  queryable.rows<Utilization>(sql.unsafe`
    SELECT id, utilization, prefix_count, ip_address_count FROM (
      ${utilization(sql.fragment`whole.space > ${smallest} AND ${among}`)}
    ) measured WHERE utilization >= ${atLeast} ORDER BY utilization DESC, id LIMIT ${limit}`);
