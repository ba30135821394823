import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import { dropPending, writePending } from '../../core/tables/pendingRecords';
import { takeBack } from '../../core/transactions/transaction';

/** Runs a part of a transaction of which nothing is left when it throws. */
export async function savepoint<T>(work: UnitOfWork, task: () => Promise<T>): Promise<T> {
  // What is pending is of what came before, whatever becomes of this part.
  await writePending(work);
  const [after, undo] = [work.afterCommit!.length, work.afterRollback?.length ?? 0];
  await work.sql.run(sql.unsafe`SAVEPOINT part`);
  try {
    const result = await task();
    await work.sql.run(sql.unsafe`RELEASE SAVEPOINT part`);
    return result;
  } catch (error) {
    await work.sql.run(sql.unsafe`ROLLBACK TO SAVEPOINT part`);
    work.afterCommit!.length = after;
    dropPending(work);
    // What was begun elsewhere for this part is taken back now, not when the whole has come to nothing.
    await takeBack(work.engine, work.afterRollback?.splice(undo) ?? []);
    throw error;
  }
}
