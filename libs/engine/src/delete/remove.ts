import { setTimeout as delay } from 'node:timers/promises';
import { allOf, type Criteria, isEverything, type Model, where } from '@plumbline/model';
import { foreignKeyViolation } from '@plumbline/store';
import { goesAlong } from '../core/deletions/goesAlong';
import { BeingDeleted } from '../core/deletions/marks';
import type { ToDelete } from '../core/deletions/toDelete';
import type { UnitOfWork } from '../core/engine';
import { knowEverybody } from '../core/messages/neighbours';
import { mayRetry } from '../core/transactions/commit';
import { WritesPaused } from '../core/transactions/writeGate';
import { permitted } from '../permissions/permissions';
import { loadByIds } from '../plan/load';
import { selectValues } from '../plan/values';
import { decidingTransaction, idempotently } from '../write/idempotency/idempotency';
import { foreignReferrers } from '../write/references/foreignReferrers';
import { deleteHere, type Expected, NotMeant } from './deleteHere';
import { lockedPlan } from './lockedPlan';
import { countOf, unprotected } from './plan';
import { removeAcross } from './removeAcross';

export interface RemoveOptions extends Expected {
  /** Only objects that match are there at all. */
  criteria?: Criteria;
}

/**
 * Deletes objects with all that depends on them, here and in other services, all or none (docs/adr/0006-deletion-protocol.md).
 * Ids that are not there, or not the caller's to delete, are left out; the answer is how many were deleted.
 * Throws a 409 naming what stands in the way.
 */
export async function removeObjects(
  work: UnitOfWork,
  model: Model,
  ids: (string | number)[],
  options: RemoveOptions = {},
): Promise<number> {
  const allowed = await permitted(work, model, 'delete');
  const criteria = allOf(allowed, ...(options.criteria ? [options.criteria] : []));
  for (;;) {
    try {
      return await attempt(work, model, ids, criteria, options);
    } catch (error) {
      const mayEndWell =
        error instanceof BeingDeleted ||
        error instanceof NotMeant ||
        error instanceof WritesPaused ||
        foreignKeyViolation(error) !== undefined;
      if (!mayEndWell || !mayRetry(work.scope)) throw error;
    }
    // Two that wait for one another must not wake together.
    await delay(30 + 120 * Math.random());
  }
}

async function attempt(
  work: UnitOfWork,
  model: Model,
  ids: (string | number)[],
  criteria: Criteria,
  options: RemoveOptions,
): Promise<number> {
  await knowEverybody(work);
  const startingAt = (known: (string | number)[]): ToDelete => new Map([[model.label as string, new Set(known)]]);
  const across = reachableApps(work, startingAt(ids)).length > 0;
  // Where others may refer to them, the transaction that finds that out finds out which are there, too.
  const isSeenLater = across && isEverything(criteria) && !options.precondition;
  const found = isSeenLater ? ids : await idsOf(work, model, allOf(where('id', 'in', ids), criteria));
  if (found.length === 0) return 0;
  const expected: Expected = {
    ...ofThose(found, options),
    ...(isEverything(criteria) ? {} : { demandMeant: meant(model, found, criteria) }),
  };
  // What has changed since is not asked after: nobody else is, and nothing stands still for it. It may yet change until it goes.
  if (expected.precondition) for (const row of await loadByIds(work, model, found, true)) expected.precondition(row);
  const start = startingAt(found);
  return idempotently(work, async () => {
    if (across) return removeAcross(work, model, start, expected);
    return decidingTransaction(work, async (inner) => {
      const plan = unprotected(await lockedPlan(inner, start));
      await deleteHere(inner, plan, expected);
      return countOf(plan, model);
    });
  });
}

/** Sees to it, once they are locked, that all of the objects that go still match: they were looked for without a lock. */
const meant =
  (model: Model, found: readonly (string | number)[], criteria: Criteria): Expected['demandMeant'] =>
  async (work, going) => {
    const asked = found.filter((id) => going.has(id));
    const still = await idsOf(work, model, allOf(where('id', 'in', asked), criteria));
    if (still.length < asked.length) throw new NotMeant();
  };

/** What is expected of the objects that were asked for: others of their model that go along, such as their children, are not meant. */
function ofThose(ids: readonly (string | number)[], { precondition }: Expected): Expected {
  const asked = new Set<unknown>(ids);
  return precondition ? { precondition: (row) => asked.has(row.id) && precondition(row) } : {};
}

const idsOf = async (work: UnitOfWork, model: Model, criteria: Criteria): Promise<(string | number)[]> =>
  (await selectValues(work, model, criteria)).map(({ id }) => id as string | number);

/** Applications that could be concerned: those with relations to the model or to anything it cascades to here. */
function reachableApps({ engine }: UnitOfWork, start: ToDelete): string[] {
  const labels = new Set(start.keys());
  for (const label of labels)
    for (const relation of engine.catalog.referrers(label))
      if (goesAlong(relation) && engine.models.has(relation.from.label)) labels.add(relation.from.label);
  return foreignReferrers(engine, new Map([...labels].map((label) => [label, new Set(['any'])])));
}
