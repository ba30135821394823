import type { BatchRule, LockStep } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';

const lock = (tx: Queryable) =>
  tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('extras.dynamicgroupmembership'))`);

/**
 * Lets one request at a time say which groups make up others: two of them, each of which knows nothing of what the
 * other one is about to say, could close a loop between them.
 */
export const lockMemberships: BatchRule = async (_candidates, { tx }) => {
  await lock(tx);
  return [];
};

/** The same lock for stored memberships, before those themselves are locked to be changed. */
export const lockThemFirst: LockStep = async (tx, _ids, bodies) => {
  if (bodies) await lock(tx);
};
