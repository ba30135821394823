import type { Criteria, Row } from '@plumbline/model';
import { LRUCache } from 'lru-cache';
import { foreignManifest, type UnitOfWork } from '../../core/engine';
import { perEngine } from '../../core/kept/perEngine';
import { findIds } from '../../core/messages/ask';
import { selectNotBeingDeleted } from './notBeingDeleted';
import { lockTargets } from './targetLocks';

/** Which objects of other services matched last time: what is under lock is asked for whether it still does. */
const matchedBefore = perEngine(() => new LRUCache<string, (string | number)[]>({ max: 500 }));

/**
 * Objects of any model that match, which nobody deletes before the transaction of `work` ends, with the values asked
 * for.
 */
export async function lockMatchingShared(
  work: UnitOfWork,
  label: string,
  criteria: Criteria,
  values: string[],
): Promise<Row[]> {
  const known = matchedBefore(work.engine);
  const key = foreignManifest(work.engine, label) && `${label} ${JSON.stringify(criteria)}`;
  let ids = (key && known.get(key)) ?? (await findIds(work, label, criteria));
  while (ids.length > 0) {
    await lockTargets(work, new Map([[label, new Set(ids)]]));
    const rows = await selectNotBeingDeleted(work, label, criteria, ids.length, { values });
    const locked = new Set(ids);
    ids = rows.map(({ id }) => id as string | number);
    if (key && ids.length > 0) known.set(key, ids);
    else if (key) known.delete(key);
    if (ids.every((id) => locked.has(id))) return rows;
  }
  return [];
}
