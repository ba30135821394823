import { where } from '@plumbline/model';
import type { UnitOfWork } from '../../core/engine';
import { selectNotBeingDeleted } from './notBeingDeleted';
import { lockTargets } from './targetLocks';

/** Those of these objects that are there; nobody deletes them before the transaction of `work` ends. */
export async function lockLiving(work: UnitOfWork, label: string, ids: ReadonlySet<string>): Promise<Set<string>> {
  await lockTargets(work, new Map([[label, new Set(ids)]]));
  const there = await selectNotBeingDeleted(work, label, where('id', 'in', [...ids]), ids.size);
  return new Set(there.map(({ id }) => String(id)));
}
