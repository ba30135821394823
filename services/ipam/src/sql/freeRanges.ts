import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { Version } from '../addresses/numbers';
import { type AddressRange, rangeOf, withoutEnds } from '../addresses/range';

/** A prefix as far as its free space is concerned. */
export interface Space {
  id: string;
  namespace: string;
  network: string;
  prefix_length: number;
  ip_version: Version;
  type: string;
}

/**
 * The ranges of addresses in a prefix that nobody in its namespace has, in order, at most `limit`. Network and
 * broadcast address of an IPv4 subnet are not for hosts, unless it is a pool or too small to have any.
 */
export function freeAddresses(queryable: Queryable, space: Space, limit: number): Promise<AddressRange[]> {
  const range = hostRange(space);
  const used = sql.fragment`
    SELECT host AS place, host AS first, host AS last FROM ipaddress
    WHERE namespace = ${space.namespace}::uuid AND host BETWEEN ${range.first}::inet AND ${range.last}::inet`;
  return gaps(queryable, range, used, limit);
}

/** The ranges of a prefix that none of its children takes, in order. */
export function freeSpace(queryable: Queryable, space: Space): Promise<AddressRange[]> {
  const used = sql.fragment`
    SELECT prefix AS place, network AS first, broadcast AS last FROM prefix
    WHERE namespace = ${space.namespace}::uuid AND parent = ${space.id}::uuid`;
  return gaps(queryable, wholeRange(space), used, undefined);
}

const wholeRange = ({ network, prefix_length: length, ip_version: version }: Space): AddressRange =>
  rangeOf({ version, network, length });

function hostRange(space: Space): AddressRange {
  const range = wholeRange(space);
  const hasEnds = space.ip_version === 4 && space.type !== 'pool' && space.prefix_length <= 30;
  return hasEnds ? withoutEnds(range) : range;
}

/**
 * What lies between used ranges, which do not overlap. Each is compared with the one before it in the order of their
 * index, so that reading stops as soon as there are gaps enough. A step over either end of the address space is an
 * error in PostgreSQL: steps are only taken from addresses that have a neighbour on that side.
 */
async function gaps(
  queryable: Queryable,
  { version, first, last }: AddressRange,
  used: Sql,
  limit: number | undefined,
): Promise<AddressRange[]> {
  const page = limit === undefined ? sql.fragment`` : sql.fragment`LIMIT ${limit}`;
  const rows = await queryable.rows<{ first: string; last: string }>(sql.unsafe`
    SELECT host(free.first) AS first, host(free.last) AS last FROM (
      (SELECT gap.first, gap.next - 1 AS last
      FROM (
        SELECT coalesce(lag(used.last) OVER (ORDER BY used.place) + 1, ${first}::inet) AS first, used.first AS next
        FROM (${used}) used
      ) gap
      WHERE gap.first < gap.next ${page})
      UNION ALL
      SELECT behind.first, ${last}::inet FROM (
        SELECT CASE WHEN top.last IS NULL THEN ${first}::inet WHEN top.last < ${last}::inet THEN top.last + 1 END AS first
        FROM (SELECT true) always
        LEFT JOIN LATERAL (SELECT used.last FROM (${used}) used ORDER BY used.place DESC LIMIT 1) top ON true
      ) behind
      WHERE behind.first IS NOT NULL
    ) free ORDER BY free.first`);
  return rows.map((row) => ({ version, ...row }));
}
