import type { UnitOfWork } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { type Row, readUuid } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { Space } from './freeRanges';
import {
  hasPrefixesLocked,
  lockingPrefixesSharedAround,
  lockPrefixesExclusive,
  lockPrefixesSharedThroughout,
  noteLocked,
} from './namespaceLocks';

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
 * else gives out prefixes there.
 */
export async function readSpaceExclusive(tx: Queryable, prefix: Row): Promise<Space> {
  const locking = lockPrefixesExclusive(tx, [String(prefix.namespace)]);
  // Read behind the lock, in the same round trip.
  const [, space] = await Promise.all([locking, readSpace(tx, String(prefix.id))]);
  // It moved while we waited: what we locked is not where it is.
  return space.namespace === prefix.namespace ? space : readSpaceExclusive(tx, { ...space });
}

/** The statement with which a transaction begins that gives out addresses of a prefix, where that is named by its id. */
export function beginningWith(id: string | undefined): Sql | undefined {
  const prefix = readUuid(id);
  return prefix === undefined ? undefined : lockingPrefixesSharedAround(prefix);
}

/**
 * Loads a prefix whose addresses are given out, under the lock of its namespace: nobody changes prefixes there until the transaction
 * ends. The transaction has begun with the lock (`beginningWith`), unless the prefix was named otherwise or has moved since.
 */
export async function loadUnderSharedLock(work: UnitOfWork, load: () => Promise<Row>): Promise<Row> {
  // Loaded behind the lock, in the same round trip.
  let [opened, prefix] = await Promise.all([work.opened, load()]);
  const begunWith = opened?.[0]?.namespace;
  if (begunWith !== undefined) noteLocked(work, String(begunWith));
  while (!hasPrefixesLocked(work, String(prefix.namespace))) {
    const locking = lockPrefixesSharedThroughout(
      { tx: work.sql, transactionState: work.transactionState },
      String(prefix.namespace),
    );
    [, prefix] = await Promise.all([locking, load()]);
  }
  return prefix;
}

/** A loaded prefix as far as its free space is concerned. */
export const spaceOf = ({ id, namespace, network, prefix_length, ip_version, type }: Row): Space =>
  ({ id, namespace, network, prefix_length, ip_version, type }) as unknown as Space;

/**
 * Makes this transaction the only one that gives out addresses of a prefix. Those around it are held in common by all
 * who give out addresses inside them, so that nobody does so for the whole meanwhile, and other parts go on.
 */
export async function lockAddressesExclusive(tx: Queryable, id: string): Promise<void> {
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
