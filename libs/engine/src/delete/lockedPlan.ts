import { lockedInOrder, lockName, sql } from '@plumbline/store';
import type { ToDelete } from '../core/deletions/toDelete';
import type { UnitOfWork } from '../core/engine';
import { together } from '../core/transactions/together';
import { idArray } from '../criteria/keys';
import { linesExclusive } from '../write/locks/lines';
import { askForLocksOf } from '../write/locks/widerLocks';
import { type DeletionPlan, type Going, planDeletion } from './plan';
import { refersTo } from './referrers';

/**
 * Follows the cascades inside this service and locks every row that goes before it looks who refers to it: writers that
 * are about to refer to one hold it, so they are waited for, and what they have written goes as well. Rows that are gone
 * when they could be locked, or refer to something else by then, are not part of it.
 */
export const lockedPlan = (work: UnitOfWork, asked: ToDelete): Promise<DeletionPlan> =>
  planDeletion(work, asked, (going) => lockRows(work, going));

/**
 * The same for what has been marked since by a plan of this service, when that is decided. Nobody begins to refer to what
 * is marked, so where all of it is still there and still hangs together, the plan stands.
 */
export async function lockedPlanOfMarked(
  work: UnitOfWork,
  asked: ToDelete,
  marked: DeletionPlan,
): Promise<DeletionPlan> {
  if (!marked.isPlain) return lockedPlan(work, asked);
  const kept = await lockRows(work, marked.locked);
  return marked.locked.every(({ ids }, index) => kept[index]!.length === ids.length) ? marked : lockedPlan(work, asked);
}

/** Locks what goes in one statement, model by model, each by id, when it is its turn: those that are there and still refer to what they went by. */
async function lockRows(work: UnitOfWork, going: readonly Going[]): Promise<(string | number)[][]> {
  if (going.length === 0) return [];
  const reading = together(work);
  await Promise.all(
    going.map(async ({ model, ids }) => {
      await Promise.all(await askForLocksOf(reading, model, ids));
    }),
  );
  const locks = going.map(({ model, ids, by }) => {
    const reasons = by.map(({ reference, targets }) => refersTo(reference, targets));
    const still = reasons.length === 0 ? sql.fragment`` : sql.fragment`AND (${sql.join(reasons, sql.fragment` OR `)})`;
    return sql.fragment`SELECT t.id FROM ${sql.identifier([model.name])} t WHERE t.id = ANY(${idArray(model, ids)}) ${still} ORDER BY t.id FOR UPDATE`;
  });
  const [locked] = await work.sql.rows<Record<string, (string | number)[]>>(
    lockedInOrder(linesExclusive(work.engine, going), locks),
  );
  return going.map((_, place) => locked![lockName(place)]!);
}
