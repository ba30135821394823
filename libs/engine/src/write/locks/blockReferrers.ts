import { randomUUID } from 'node:crypto';
import { problems } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { BeingDeleted, claimMarks, keepMarks, markForDeletion, unmark } from '../../core/deletions/marks';
import type { ToDelete } from '../../core/deletions/toDelete';
import { ownModel, type UnitOfWork } from '../../core/engine';
import { ask } from '../../core/messages/ask';
import type { WaitForReferrersRequest } from '../../core/messages/messages';
import { writePending } from '../../core/tables/pendingRecords';
import { perTransaction } from '../../core/transactions/perTransaction';
import { inTransaction } from '../../core/transactions/transaction';
import { countingStatements } from '../../core/unitOfWork';
import { idArray } from '../../criteria/keys';
import { foreignReferrers } from '../references/foreignReferrers';
import { TargetBeingDeleted } from './notBeingDeleted';
import { waitForReferrers } from './targetLocks';

interface Block {
  operation: string;
  marked: ToDelete;
}

const blocksOf = perTransaction(() => new Set<Block>());

/**
 * Keeps everybody from referring to objects of a model of this service until the transaction of `work` has ended, and
 * waits for those who are about to: for changes that are right only as long as nobody refers to the objects in some way.
 * What is referred to is marked as in a deletion, so writers that come later wait for how the change ends.
 */
export async function blockReferrers(work: UnitOfWork, label: string, ids: readonly string[]): Promise<void> {
  const { engine, scope } = work;
  const block: Block = { operation: randomUUID(), marked: new Map([[label, new Set(ids)]]) };
  // Others are to see the marks at once.
  const outside: UnitOfWork = { engine, scope, sql: countingStatements(engine.answers, scope) };
  try {
    await markForDeletion(outside, block.operation, block.marked, 'own deletion');
  } catch (error) {
    await unmark(outside, block.operation);
    throw error instanceof BeingDeleted ? new TargetBeingDeleted() : error;
  }
  const letGo = keepMarks(work, block.operation);
  work.afterCommit?.push(async () => letGo());
  work.afterRollback?.push(async () => {
    letGo();
    blocksOf(work).delete(block);
    await unmark(outside, block.operation);
  });
  blocksOf(work).add(block);
  const model = ownModel(engine, label)!;
  // Those of this service hold the rows themselves.
  await work.sql.run(
    sql.unsafe`SELECT 1 FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, [...ids])}) ORDER BY id FOR UPDATE`,
  );
  const request: WaitForReferrersRequest = { label, ids: [...ids] };
  await Promise.all(
    foreignReferrers(engine, block.marked).map((app) => ask(work, app, 'service', 'waitForReferrers', request)),
  );
}

/** Answers `waitForReferrers`: whoever of this service is about to refer to these objects has done so. */
export const waitForReferrersHere = (work: UnitOfWork, { label, ids }: WaitForReferrersRequest): Promise<null> =>
  inTransaction(work, async (inner) => {
    await waitForReferrers(inner, new Map([[label, ids]]));
    return null;
  });

/** As the last act of a transaction: takes its marks away with it, unless one of them has not stood until now. */
export async function claimBlocks(work: UnitOfWork): Promise<void> {
  const blocks = [...blocksOf(work)];
  blocksOf(work).clear();
  // Marks are claimed when nothing is left that might wait.
  if (blocks.length > 0) await writePending(work);
  for (const { operation, marked } of blocks)
    if (!(await claimMarks(work, operation, marked))) throw problems.unavailable(work.engine.app);
}
