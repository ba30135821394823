import { type Chore, inTransaction, system, type UnitOfWork } from '@plumbline/engine';
import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { JobExecutionType } from './choices';
import { jobRow } from './jobRow';
import { type NewRun, queueRun, refuseRun } from './queueRun';
import { failureResult } from './results';
import { nextRun } from './schedule';
import { whyNotRun } from './whyNotRun';

/** Schedules one look takes up. */
const most = 50;

/** Queues what is due, each time once, whichever processes look at the same moment. */
async function runDue(work: UnitOfWork): Promise<void> {
  await inTransaction(work, async (inner) => {
    const due = await inner.sql.rows<Row>(sql.unsafe`
      SELECT scheduledjob.* FROM scheduledjob
      WHERE next_run <= now() AND enabled AND (NOT approval_required OR approved_at IS NOT NULL)
      ORDER BY next_run LIMIT ${most} FOR UPDATE SKIP LOCKED`);
    for (const schedule of due) {
      const job = schedule.job_model ? await jobRow(inner.sql, schedule.job_model) : undefined;
      await advance(inner, schedule, job !== undefined && (await runScheduled(inner, schedule, job)));
    }
  });
}

/** Schedules whose time has come. */
export const dueSchedules: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM scheduledjob WHERE next_run <= now())`,
  act: runDue,
  punctual: true,
};

/**
 * Queues what is due, or writes down why it is not run: rights may have been lost since it was asked for. Answers whether
 * the schedule goes on.
 */
async function runScheduled(work: UnitOfWork, schedule: Row, job: Row): Promise<boolean> {
  const run: NewRun = {
    job,
    values: schedule.kwargs as Row,
    queue: String(schedule.queue),
    user: { id: String(schedule.user ?? system.userId), username: '' },
    scheduledJob: String(schedule.id),
  };
  const refusal = await whyNotRun(work, job, schedule.user);
  if (refusal) await refuseRun(work, run, refusal.reason);
  else await queueRun(work, run);
  return !refusal?.isForGood;
}

/** When it is due next; what runs once, or does not go on, is over. */
async function advance(work: UnitOfWork, schedule: Row, goesOn: boolean): Promise<void> {
  const { interval, crontab, next_run, id } = schedule;
  const next = goesOn ? nextRun(interval as JobExecutionType, String(crontab), String(next_run)) : undefined;
  await work.sql.run(sql.unsafe`
    UPDATE scheduledjob SET next_run = ${next ?? null}::timestamptz, enabled = ${next !== undefined},
      last_run_at = now(), total_run_count = total_run_count + 1, date_changed = now()
    WHERE id = ${String(id)}::uuid`);
}

/** Results that were begun by somebody who is not there any more: they failed, and the queue forgets them. */
async function endLostRuns(work: UnitOfWork): Promise<void> {
  const { queue } = work.engine;
  if (!queue) return;
  const result = JSON.stringify(failureResult('WorkerLostError', 'The worker that ran this is gone.'));
  const lost = await work.sql.rows<{ id: string }>(sql.unsafe`
    UPDATE jobresult SET status = 'FAILURE', date_done = now(), result = ${result}::jsonb,
      traceback = 'WorkerLostError: The worker that ran this is gone.'
    WHERE status = 'STARTED' AND worker NOT IN (${queue.alive}) RETURNING id`);
  if (lost.length > 0)
    await queue.remove(
      work.sql,
      lost.map(({ id }) => id),
    );
}

/** As long as something runs it is looked whether its worker does. */
export const lostRuns: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM jobresult WHERE status = 'STARTED')`,
  act: endLostRuns,
};
