import { perTransaction } from '@plumbline/engine';
import type { WriteContext } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';

/** A transaction, and what it remembers. */
type Within = Pick<WriteContext, 'tx' | 'memory'>;

/** Namespaces whose prefixes a transaction keeps as they are from its beginning. */
const heldIn = perTransaction(() => new Set<string>());

const keysOf = (namespaces: Iterable<string>) =>
  sql.fragment`(SELECT DISTINCT hashtextextended('ipam.namespace ' || id, 0) AS key FROM unnest(${sql.array([...new Set(namespaces)], 'text')}) AS id ORDER BY key) AS keys`;

/**
 * Keeps the prefixes of namespaces as they are until the transaction ends: writers of addresses take it, and do not
 * wait for one another. What was committed before is seen by the statements that follow.
 */
export async function lockPrefixesShared({ tx, memory }: Within, namespaces: Iterable<string>): Promise<void> {
  const held = heldIn(memory ? { memory } : {});
  const missing = [...namespaces].filter((id) => !held.has(id));
  if (missing.length > 0) await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock_shared(key) FROM ${keysOf(missing)}`);
}

/** The same for the whole of a transaction: it is not asked for again. Not for a part of one that may be undone. */
export async function holdPrefixesShared(within: Within, namespaces: readonly string[]): Promise<void> {
  await lockPrefixesShared(within, namespaces);
  for (const id of namespaces) heldIn(within.memory ? { memory: within.memory } : {}).add(id);
}

/** Makes this transaction the only one that changes prefixes of these namespaces or places addresses in them. */
export async function lockPrefixesExclusive(tx: Queryable, namespaces: Iterable<string>): Promise<void> {
  await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(key) FROM ${keysOf(namespaces)}`);
}
