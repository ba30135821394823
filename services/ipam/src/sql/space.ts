import type { UnitOfWork } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import type { Space } from './freeRanges';
import { holdPrefixesShared, lockPrefixesExclusive } from './namespaceLocks';

/** Reads what is needed of a prefix to find its free space. Throws a 404 when it is gone. */
export async function readSpace(queryable: Queryable, id: string): Promise<Space> {
  const space = await queryable.first<Space>(
    sql.unsafe`SELECT id, namespace, host(network) AS network, prefix_length, ip_version, type FROM prefix WHERE id = ${id}::uuid`,
  );
  if (!space) throw problems.notFound();
  return space;
}

/**
 * As `readSpace`, under the lock of the prefix's namespace, so that it stays true until the transaction ends: nobody
 * else gives out `prefixes` there, or changes prefixes while `addresses` are given out.
 */
export async function steadySpace(work: UnitOfWork, prefix: Row, toGiveOut: 'prefixes' | 'addresses'): Promise<Space> {
  const { sql: tx, memory } = work;
  const namespaces = [String(prefix.namespace)];
  const locking =
    toGiveOut === 'prefixes'
      ? lockPrefixesExclusive(tx, namespaces)
      : holdPrefixesShared({ tx, ...(memory ? { memory } : {}) }, namespaces);
  // Read behind the lock, in the same round trip.
  const [, space] = await Promise.all([locking, readSpace(tx, String(prefix.id))]);
  // It moved while we waited: what we locked is not where it is.
  return space.namespace === prefix.namespace ? space : steadySpace(work, { ...space }, toGiveOut);
}

/**
 * Makes this transaction the only one that gives out addresses of a prefix. Those around it are held in common by all
 * who give out addresses inside them, so that nobody does so for the whole meanwhile, and other parts go on.
 */
export async function lockAddressSpace(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql.unsafe`
    WITH RECURSIVE around AS (
      SELECT id, parent, prefix FROM prefix WHERE id = ${id}::uuid
      UNION ALL SELECT p.id, p.parent, p.prefix FROM prefix p JOIN around ON p.id = around.parent
    ), outer_first AS MATERIALIZED (
      SELECT id, hashtextextended('ipam.prefix ' || id, 0) AS key FROM around ORDER BY prefix
    )
    SELECT CASE WHEN id = ${id}::uuid THEN pg_advisory_xact_lock(key) ELSE pg_advisory_xact_lock_shared(key) END
    FROM outer_first`);
}
