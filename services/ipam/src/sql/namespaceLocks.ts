import { type Queryable, sql } from '@plumbline/store';

const keysOf = (namespaces: Iterable<string>) =>
  sql.fragment`(SELECT DISTINCT hashtextextended('ipam.namespace ' || id, 0) AS key FROM unnest(${sql.array([...new Set(namespaces)], 'text')}) AS id ORDER BY key) AS keys`;

/**
 * Keeps the prefixes of namespaces as they are until the transaction ends: writers of addresses take it, and do not
 * wait for one another. What was committed before is seen by the statements that follow.
 */
export async function lockPrefixesShared(tx: Queryable, namespaces: Iterable<string>): Promise<void> {
  await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock_shared(key) FROM ${keysOf(namespaces)}`);
}

/** Makes this transaction the only one that changes prefixes of these namespaces or places addresses in them. */
export async function lockPrefixesExclusive(tx: Queryable, namespaces: Iterable<string>): Promise<void> {
  await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(key) FROM ${keysOf(namespaces)}`);
}
