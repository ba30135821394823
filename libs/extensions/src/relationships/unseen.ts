import { findIds, findVisible, type UnitOfWork } from '@plumbline/engine';
import { type ObjectKey, where } from '@plumbline/model';

/** Of objects of one model those that are there and that the caller may not view: they are not shown, and nobody takes away what they were not shown. */
export async function unseenAmong(work: UnitOfWork, label: string, ids: Iterable<ObjectKey>): Promise<Set<ObjectKey>> {
  const all = [...ids];
  if (work.scope.identity.isSuperuser || all.length === 0) return new Set();
  const seen = new Set(await findVisible(work, label, where('id', 'in', all)));
  const rest = all.filter((id) => !seen.has(id));
  return new Set(rest.length === 0 ? [] : await findIds(work, label, where('id', 'in', rest)));
}
