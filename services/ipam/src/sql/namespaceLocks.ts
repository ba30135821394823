import { perTransaction } from '@plumbline/engine';
import type { WriteContext } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';

/** A transaction, and what it remembers. */
type Within = Pick<WriteContext, 'tx'> & { transactionState?: WriteContext['transactionState'] | undefined };

/** Namespaces whose prefixes a transaction keeps as they are from its beginning. */
const lockedIn = perTransaction(() => new Set<string>());
const lockedOf = ({ transactionState }: Pick<Within, 'transactionState'>): Set<string> =>
  lockedIn(transactionState ? { transactionState } : {});

/** Locks that stand for namespaces; several share one, for PostgreSQL's table of locks is not large. */
const buckets = 512;

const keyOf = (id: Sql) =>
  sql.fragment`hashtextextended('ipam.namespace ' || abs(hashtext(${id}::text) % ${sql.literalValue(String(buckets))}::int4), 0)`;

/** What version 0.2.0 locks: one for each namespace. Processes of it may write beside these while they are replaced. */
const formerKeyOf = (id: Sql) => sql.fragment`hashtextextended('ipam.namespace ' || ${id}, 0)`;
/** Namespaces of one transaction of which those are taken, too: its table of locks has no room for thousands. */
const mostFormer = 50;

function keysOf(namespaces: Iterable<string>): Sql {
  const ids = [...new Set(namespaces)];
  const id = sql.fragment`id`;
  const former = ids.length > mostFormer ? sql.fragment`` : sql.fragment`UNION SELECT ${formerKeyOf(id)} FROM asked`;
  return sql.fragment`(
    WITH asked AS (SELECT unnest(${sql.array(ids, 'text')}) AS id)
    SELECT ${keyOf(id)} AS key FROM asked ${former} ORDER BY key) AS keys`;
}

/**
 * Keeps the prefixes of namespaces as they are until the transaction ends: writers of addresses take it, and do not
 * wait for one another. What was committed before is seen by the statements that follow.
 */
export async function lockPrefixesShared(
  { tx, transactionState }: Within,
  namespaces: Iterable<string>,
): Promise<void> {
  const locked = lockedOf({ transactionState });
  const missing = [...namespaces].filter((id) => !locked.has(id));
  if (missing.length > 0) await tx.run(sql.unsafe`${lockingPrefixesShared(missing)}`);
}

/** The statement of `lockPrefixesShared`. */
export const lockingPrefixesShared = (namespaces: Iterable<string>): Sql =>
  sql.fragment`SELECT pg_advisory_xact_lock_shared(key) FROM ${keysOf(namespaces)}`;

/** As `lockPrefixesShared`, for the whole of a transaction: it is not asked for again. Not for a part of one that may be undone. */
export async function lockPrefixesSharedThroughout(within: Within, namespace: string): Promise<void> {
  await lockPrefixesShared(within, [namespace]);
  noteLocked(within, namespace);
}

/** The statement of `lockPrefixesSharedThroughout`, for a transaction to begin with, answered with the namespace: the one that a prefix is in just then. */
export const lockingPrefixesSharedAround = (prefix: string): Sql =>
  sql.fragment`SELECT namespace, pg_advisory_xact_lock_shared(key) FROM (
    SELECT namespace, key FROM prefix
    CROSS JOIN LATERAL (VALUES (${keyOf(sql.fragment`namespace`)}), (${formerKeyOf(sql.fragment`namespace::text`)})) AS keys(key)
    WHERE id = ${sql.literalValue(prefix)}::uuid ORDER BY key) AS held`;

/** Notes that a transaction keeps the prefixes of a namespace as they are from its beginning. */
export const noteLocked = (within: Pick<Within, 'transactionState'>, namespace: string): void => {
  lockedOf(within).add(namespace);
};

/** Whether a transaction keeps the prefixes of a namespace as they are from its beginning. */
export const hasPrefixesLocked = (within: Pick<Within, 'transactionState'>, namespace: string): boolean =>
  lockedOf(within).has(namespace);

/** Makes this transaction the only one that changes prefixes of these namespaces or places addresses in them. */
export async function lockPrefixesExclusive(tx: Queryable, namespaces: Iterable<string>): Promise<void> {
  await tx.run(sql.unsafe`${lockingPrefixesExclusive(namespaces)}`);
}

/** The statement of `lockPrefixesExclusive`. */
export const lockingPrefixesExclusive = (namespaces: Iterable<string>): Sql =>
  sql.fragment`SELECT pg_advisory_xact_lock(key) FROM ${keysOf(namespaces)}`;
