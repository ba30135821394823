import type { Row } from '@plumbline/model';
import { isCommitUnclear, type Sql, type TransactionOptions } from '@plumbline/store';
import { noteActivity } from '../background/activity';
import type { AfterTransaction, Engine, UnitOfWork } from '../engine';
import { upToDate } from '../scope';
import { writePending } from '../tables/pendingRecords';
import { countingStatements } from '../unitOfWork';
import { beginCommit, untilTooLate } from './commit';
import { notingWrites } from './tablesWritten';

/** What is particular about a transaction. */
export interface Particulars {
  /** Whether it decides if a request has its effect; asked again when it ends. */
  decides?: () => boolean;
  /** Statements without values that go out with BEGIN. */
  first?: readonly Sql[];
}

/**
 * Runs `task` in one transaction, then what it left to be done after the commit. One that decides whether a request has
 * its effect is given up and rolled back when there is no time left to answer.
 */
export async function inTransaction<T>(
  outer: UnitOfWork,
  task: (inner: UnitOfWork, first: Promise<Row[][]>) => Promise<T>,
  { decides, first = [] }: Particulars = {},
): Promise<T> {
  const { engine } = outer;
  noteActivity(engine);
  const { effect } = outer.scope;
  const wasIn = effect?.mayBeIn ?? false;
  const patience = decides ? untilTooLate(outer) : undefined;
  const options: TransactionOptions = {
    ...(decides ? { committing: () => (decides() ? beginCommit(outer) : undefined) } : {}),
    ...(patience ? { signal: patience.signal } : {}),
    first,
  };
  const scope = outer.scope.mayBeOld === undefined ? outer.scope : upToDate(outer.scope);
  let after: AfterTransaction[] = [];
  let undo: AfterTransaction[] = [];
  let result: T;
  try {
    result = await engine.database.transaction(async (tx, begun) => {
      // What an earlier run that lost against others began elsewhere would stand in this one's way.
      if (undo.length > 0) await takeBack(engine, undo);
      after = [];
      undo = [];
      const transactionState = new Map();
      const inner: UnitOfWork = {
        engine,
        scope,
        sql: notingWrites(countingStatements(tx, scope), { transactionState }),
        transactionState,
        afterCommit: after,
        afterRollback: undo,
      };
      const done = await task(inner, begun);
      await writePending(inner);
      return done;
    }, options);
  } catch (error) {
    if (effect && decides?.()) effect.mayBeIn = wasIn || isCommitUnclear(error);
    await takeBack(engine, undo);
    throw error;
  } finally {
    patience?.end();
  }
  await Promise.all(after.map((act) => act()));
  return result;
}

/** Takes back what was begun elsewhere, as far as that can be done: what is told of a failure is what it was, not what came of this. */
export async function takeBack({ log }: Engine, undo: readonly AfterTransaction[]): Promise<void> {
  const results = await Promise.allSettled(undo.map((act) => act()));
  for (const result of results)
    if (result.status === 'rejected')
      log.warn({ error: String(result.reason) }, 'could not take back what a transaction had begun elsewhere');
}

/** Runs `task` in the transaction `work` is part of, or else in one of its own. */
export const withinTransaction = <T>(work: UnitOfWork, task: (inner: UnitOfWork) => Promise<T>): Promise<T> =>
  work.afterCommit ? task(work) : inTransaction(work, task);
