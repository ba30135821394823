import { randomUUID } from 'node:crypto';
import { problems } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import { isCommitUnclear } from '@plumbline/store';
import { claimMarks, keepMarks, markForDeletion } from '../core/deletions/marks';
import type { ToDelete } from '../core/deletions/toDelete';
import type { UnitOfWork } from '../core/engine';
import { decidingTransaction, transactionThatMayDecide } from '../write/idempotency/idempotency';
import { deleteHere, type Expected } from './deleteHere';
import { lockedPlan, lockedPlanOfMarked } from './lockedPlan';
import { countOf, type DeletionPlan, ProtectedFromDeletion, unprotected } from './plan';
import { applyElsewhere, askReferrers, keepPendingDeletion, releaseAll } from './protocol';
import { referringApps } from './referringApps';

/** A deletion that others have to agree to. */
interface Proposal {
  operation: string;
  /** What it starts at. */
  start: ToDelete;
  /** As it was marked, unless something here protects it. */
  plan: DeletionPlan;
  /** Applications that may refer to what goes. */
  apps: string[];
}

/**
 * Deletes what other services may refer to: at once when none of them does, else as they agree (ADR 6). Answers how many of the
 * model have gone. Throws a 409 naming what stands in the way.
 */
export async function removeAcross(
  work: UnitOfWork,
  model: Model,
  start: ToDelete,
  expected: Expected,
): Promise<number> {
  const begun = await removeOrPropose(work, model, start, expected);
  return typeof begun === 'number' ? begun : removeAsAgreed(work, model, begun, expected);
}

/** How many have gone, where nobody else refers to them; else what was marked for the others to agree to. */
async function removeOrPropose(
  work: UnitOfWork,
  model: Model,
  start: ToDelete,
  expected: Expected,
): Promise<number | Proposal> {
  const operation = randomUUID();
  return transactionThatMayDecide(work, async (inner, decide) => {
    const plan = await lockedPlan(inner, start);
    // Somebody else was faster, or there was nothing.
    if (countOf(plan, model) === 0) return 0;
    const apps = await referringApps(inner, plan.toDelete);
    const isProtected = plan.protectors.length > 0;
    if (apps.length === 0 && !isProtected) {
      return decide(async (deciding) => {
        await deleteHere(deciding, plan, { ...expected, referredToBy: new Set(), everReferredTo: false });
        return countOf(plan, model);
      });
    }
    if (!isProtected) await markForDeletion(inner, operation, plan.toDelete, 'own deletion');
    return { operation, start, plan, apps };
  });
}

/** Deletes what was marked when all who refer to it agree; the marks are given back when that is not decided. */
async function removeAsAgreed(
  work: UnitOfWork,
  model: Model,
  { operation, start, plan: marked, apps }: Proposal,
  expected: Expected,
): Promise<number> {
  const letGo = keepMarks(work, operation);
  // As the transaction that decides finds it: of what was marked, something may have gone or moved away since.
  let plan = marked;
  let isDecided = false;
  let concerned = apps;
  let count = 0;
  try {
    const asked = await askReferrers(work, apps, operation, marked.toDelete, marked.protectors);
    if (asked.protectors.length > 0) throw new ProtectedFromDeletion(asked.protectors);
    concerned = asked.concerned;
    count = await decidingTransaction(work, async (inner) => {
      plan = unprotected(await lockedPlanOfMarked(inner, start, marked));
      await deleteHere(inner, plan, { ...expected, referredToBy: new Set(concerned) });
      await keepPendingDeletion(inner, operation, concerned, plan.toDelete);
      inner.lastly!.push(async () => {
        if (!(await claimMarks(inner, operation, marked.toDelete))) throw problems.unavailable(work.engine.app);
      });
      return countOf(plan, model);
    });
    isDecided = true;
  } catch (error) {
    // It may be decided: the marks elsewhere stand until their services have found out.
    isDecided = isCommitUnclear(error);
    throw error;
  } finally {
    letGo();
    if (!isDecided) await releaseAll(work, concerned, operation);
  }
  await applyElsewhere(work, operation, concerned, plan.toDelete);
  return count;
}
