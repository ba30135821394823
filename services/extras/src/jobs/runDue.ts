import { type Chore, type Engine, inTransaction, perEngine, system, type UnitOfWork } from '@plumbline/engine';
import type { Row } from '@plumbline/model';
import type { Queue } from '@plumbline/queue';
import { type Sql, sql } from '@plumbline/store';
import { passOnFiles } from '../files/fileProxies';
import type { JobExecutionType } from './choices';
import { jobRow } from './jobRow';
import { type NewRun, queueRun, refuseRun } from './queueRun';
import { failureResult } from './results';
import { nextRun } from './schedule';
import { starterOf } from './starterOf';

/** Schedules one look takes up. */
const most = 50;

/** Of a schedule: its time has come, and nobody has yet to approve of it. */
const isDue = sql.fragment`next_run <= now() AND enabled AND (NOT approval_required OR approved_at IS NOT NULL)`;

/** Queues what is due, each time once, whichever processes look at the same moment. */
async function runDue(work: UnitOfWork): Promise<void> {
  await inTransaction(work, async (inner) => {
    const due = await inner.sql.rows<Row>(sql.unsafe`
      SELECT scheduledjob.*, now() AS looked_at FROM scheduledjob
      WHERE ${isDue}
      ORDER BY next_run LIMIT ${most} FOR UPDATE SKIP LOCKED`);
    for (const schedule of due) {
      const job = schedule.job_model ? await jobRow(inner.sql, schedule.job_model) : undefined;
      const run = job && (await runScheduled(inner, schedule, job));
      const next = run?.goesOn ? nextTime(schedule) : undefined;
      if (run && next === undefined) await passOnFiles(inner, String(schedule.id), run.result);
      await advance(inner, schedule, next);
    }
  });
}

/** Schedules whose time has come. */
export const dueSchedules: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM scheduledjob WHERE ${isDue})`,
  act: runDue,
  punctual: true,
  ofQueue: true,
};

/**
 * Queues what is due, or writes down why it is not run: rights may have been lost since it was asked for. Answers the id of
 * the result, and whether the schedule goes on.
 */
async function runScheduled(work: UnitOfWork, schedule: Row, job: Row): Promise<{ result: string; goesOn: boolean }> {
  const run: Omit<NewRun, 'user'> = {
    job,
    values: schedule.kwargs as Row,
    queue: String(schedule.queue),
    scheduledJob: String(schedule.id),
  };
  const found = await starterOf(work, job, schedule.user);
  if (!('reason' in found)) return { result: await queueRun(work, { ...run, user: found }), goesOn: true };
  const nobody = { id: String(schedule.user ?? system.userId), username: '' };
  return { result: await refuseRun(work, { ...run, user: nobody }, found.reason), goesOn: !found.isForGood };
}

/** When it is due after this time, by the clock that told that it had come; undefined: it runs once. */
const nextTime = ({ interval, crontab, next_run, looked_at }: Row): string | undefined =>
  nextRun(interval as JobExecutionType, String(crontab), String(next_run), Date.parse(String(looked_at)));

/** Writes down that its time has come, and when it comes again; without such a time it is over. */
async function advance(work: UnitOfWork, { id }: Row, next: string | undefined): Promise<void> {
  await work.sql.run(sql.unsafe`
    UPDATE scheduledjob SET next_run = ${next ?? null}::timestamptz, enabled = ${next !== undefined},
      last_run_at = now(), total_run_count = total_run_count + 1, date_changed = now()
    WHERE id = ${String(id)}::uuid`);
}

/** Begun by somebody who is not there any more. */
const isAbandoned = ({ alive }: Queue): Sql => sql.fragment`status = 'STARTED' AND worker NOT IN (${alive})`;

/** Nobody has begun it, and nobody will: whoever took it was lost, or the queue does not have it any more. */
const isForgotten = ({ mayBegin }: Queue): Sql =>
  sql.fragment`status = 'PENDING' AND NOT ${mayBegin(sql.fragment`jobresult.id::text`)}`;

/** Milliseconds without a look after which workers may not have been able to give a sign of life either. */
const longPause = 10_000;
/** Milliseconds that they have for one after such a pause. */
const signsWithin = 20_000;

const looks = perEngine(() => ({ last: 0, resumed: 0 }));

/** Whether workers have had time for a sign of life since nobody could look: the database was away, or the machine slept. */
function couldGiveSigns(engine: Engine): boolean {
  const look = looks(engine);
  const now = Date.now();
  if (look.last > 0 && Math.abs(now - look.last) > longPause) look.resumed = now;
  look.last = now;
  return Math.abs(now - look.resumed) > signsWithin;
}

/** Runs of which nobody will hear any more: they failed, and the queue forgets them. */
async function endLostRuns(work: UnitOfWork): Promise<void> {
  const { queue } = work.engine;
  if (!queue) return;
  if (couldGiveSigns(work.engine)) await endLost(work, queue, isAbandoned(queue), 'The worker that ran this is gone.');
  await endLost(work, queue, isForgotten(queue), 'This was lost before it began.');
}

async function endLost(work: UnitOfWork, queue: Queue, isLost: Sql, reason: string): Promise<void> {
  const type = 'WorkerLostError';
  const lost = await work.sql.rows<{ id: string }>(sql.unsafe`
    UPDATE jobresult SET status = 'FAILURE', date_done = now(),
      result = ${JSON.stringify(failureResult(type, reason))}::jsonb, traceback = ${`${type}: ${reason}`}
    WHERE ${isLost} RETURNING id`);
  if (lost.length > 0)
    await queue.remove(
      work.sql,
      lost.map(({ id }) => id),
    );
}

/** As long as something runs it is looked whether its worker does, and whether what waits still may begin. */
export const lostRuns: Chore = {
  due: ({ queue }) =>
    sql.fragment`EXISTS (SELECT FROM jobresult WHERE status = 'STARTED') OR EXISTS (SELECT FROM jobresult WHERE ${isForgotten(queue!)})`,
  act: endLostRuns,
  ofQueue: true,
};
