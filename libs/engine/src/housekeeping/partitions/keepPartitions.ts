import type { Model } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { databaseClock } from '../../core/background/databaseClock';
import type { UnitOfWork } from '../../core/engine';
import { inTransaction } from '../../core/transactions/transaction';
import { keptSince, monthOf } from './months';
import { addPartition, dropPartition, oldestStray, partitionsOf } from './partitions';

/** Months that have their partition before they begin. */
const monthsAhead = 2;

/** What was done to the partitions of a table. */
export interface PartitionChanges {
  /** Names of the tables added and removed. */
  added: string[];
  removed: string[];
  /** How many rows went with those removed. */
  rows: number;
  /** Why rows of a month lie with the rest still, where they could not be moved. */
  failure?: unknown;
}

/**
 * Sees to the partitions of a table: those of this month and the next ones are there, months whose rows lie with the
 * rest get theirs, and those whose every row is older than `days` go whole (0: none does), by the clock of the database.
 * Each step is a transaction of its own; a table that is in use for too long is left for the next time.
 */
export async function keepPartitions(
  work: UnitOfWork,
  model: Model,
  days: number,
  at?: Date,
): Promise<PartitionChanges> {
  const now = at ?? (await databaseClock(work));
  const done: PartitionChanges = { added: [], removed: [], rows: 0 };
  for (let ahead = 0; ahead <= monthsAhead; ahead++) await addMonth(work, model, monthOf(now, ahead), done);
  try {
    for (let stray = await oldestStray(work, model); stray; stray = await oldestStray(work, model))
      await addMonth(work, model, stray, done);
  } catch (error) {
    // A month that could not be moved keeps none from going.
    done.failure = error;
  }
  await dropOutdated(work, model, keptSince(days, now), done);
  return done;
}

/** Drops the months of which every row is older than the moment; none without one. */
async function dropOutdated(
  work: UnitOfWork,
  model: Model,
  since: Date | undefined,
  done: PartitionChanges,
): Promise<void> {
  for (const partition of since ? await partitionsOf(work, model) : []) {
    if (partition.to > since!) break;
    await alone(work, model, async (run) => {
      const still = (await partitionsOf({ sql: run }, model)).some(({ table }) => table === partition.table);
      if (!still) return;
      done.rows += await dropPartition(run, model, partition);
      done.removed.push(partition.table);
    });
  }
}

function addMonth(
  work: UnitOfWork,
  model: Model,
  month: ReturnType<typeof monthOf>,
  done: PartitionChanges,
): Promise<void> {
  return alone(work, model, async (run) => {
    const from = Date.parse(month.from);
    if (
      (await partitionsOf({ sql: run }, model)).some(
        (known) => known.from.getTime() <= from && from < known.to.getTime(),
      )
    )
      return;
    await addPartition(run, model, month);
    done.added.push(`${model.name}_${month.name}`);
  });
}

/** One process at a time; it does not wait for others as long as a request may. */
function alone(work: UnitOfWork, model: Model, task: (run: Queryable) => Promise<void>): Promise<void> {
  return inTransaction(work, async ({ sql: run }) => {
    await run.run(sql.unsafe`SET LOCAL lock_timeout TO '2s'`);
    await run.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext(${`partitions of ${model.label}`}))`);
    await task(run);
  });
}
