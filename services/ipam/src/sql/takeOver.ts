import { type Queryable, type Sql, sql } from '@plumbline/store';
import { withClosestOther } from './withClosestOther';

/**
 * Hangs the prefixes directly inside given ones below these. In the order of blocks a prefix stands just before what it
 * contains: so the first block after a comer is directly inside it, and the first one beyond that block's end is the
 * next that is. Each is one look-up in the index (namespace, prefix), whatever else the table and the request hold.
 */
export async function takeOverPrefixes(tx: Queryable, ids: readonly string[]): Promise<void> {
  const firstAfter = (place: Sql, within: Sql) => sql.fragment`(
    SELECT p.id, p.prefix FROM prefix p
    WHERE p.namespace = ${within}.namespace AND p.prefix > ${place} AND p.prefix <= ${within}.last
    ORDER BY p.prefix LIMIT 1)`;
  await tx.run(sql.unsafe`
    WITH RECURSIVE comer AS MATERIALIZED (
      SELECT id, namespace, prefix, host(broadcast(prefix))::cidr AS last FROM prefix
      WHERE id = ANY(${sql.array([...ids], 'uuid')})
    ), inside AS (
      SELECT comer.id AS parent, comer.namespace, comer.last, child.id, child.prefix
      FROM comer CROSS JOIN LATERAL ${firstAfter(sql.fragment`comer.prefix`, sql.fragment`comer`)} child
      UNION ALL
      SELECT inside.parent, inside.namespace, inside.last, child.id, child.prefix
      FROM inside CROSS JOIN LATERAL ${firstAfter(sql.fragment`host(broadcast(inside.prefix))::cidr`, sql.fragment`inside`)} child
    )
    UPDATE prefix child SET parent = inside.parent FROM inside
    WHERE child.id = inside.id AND child.parent IS DISTINCT FROM inside.parent`);
}

/** As `takeOverPrefixes`, for addresses: those directly below what is around a given prefix, and inside it, come under it. */
export async function takeOverAddresses(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.run(sql.unsafe`
    WITH ${withClosestOther('comer', ids)}, taken AS MATERIALIZED (
      SELECT DISTINCT ON (a.id) a.id, comer.id AS parent
      FROM comer JOIN ipaddress a ON a.parent = comer.above
        AND a.host >= host(comer.prefix)::inet AND a.host <= host(broadcast(comer.prefix))::inet
      ORDER BY a.id, masklen(comer.prefix) DESC
    )
    UPDATE ipaddress a SET parent = taken.parent FROM taken WHERE a.id = taken.id`);
}
