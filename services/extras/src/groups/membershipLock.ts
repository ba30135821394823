import type { LockStep } from '@plumbline/model';
import { sql } from '@plumbline/store';

/**
 * Lets one request at a time say which groups make up others: two of them, each of which knows nothing of what the
 * other one is about to say, could close a loop between them.
 */
export const lockMemberships: LockStep = (_tx, _ids, bodies) =>
  bodies && sql.fragment`SELECT pg_advisory_xact_lock(hashtext('extras.dynamicgroupmembership'))`;
