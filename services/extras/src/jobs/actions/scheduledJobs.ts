import {
  type Action,
  type ActionHandler,
  type Answer,
  apiSchema,
  removeObjects,
  type UnitOfWork,
  wasAnswered,
  writing,
} from '@plumbline/engine';
import { lastValue, problems } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { JobResult, ScheduledJob } from '../../models';
import { livingUser } from '../../users/livingUsers';
import type { JobExecutionType } from '../choices';
import { demandServed } from '../demandServed';
import { isAllowed } from '../isAllowed';
import { jobRow } from '../jobRow';
import { dueNext } from '../planNextRun';
import { queueRun } from '../queueRun';
import { nextRun } from '../schedule';
import { demandRunnable, shown } from './runJob';

/** Refuses who may not do this with the job that is scheduled. */
async function demand(work: UnitOfWork, { job_model }: Row, action: string): Promise<void> {
  if (!(await isAllowed(work, job_model, action))) throw problems.forbidden();
}

/** When it is due once it is approved: what is done again and again waits for its next time, as nobody asked for it now. */
function nextTime({ next_run, ...row }: Row): string | null {
  const due = (next_run as string | null) ?? dueNext(row);
  if (due === null) return null;
  const isMissed = Date.parse(due) < Date.now();
  return (isMissed && nextRun(row.interval as JobExecutionType, String(row.crontab), due)) || due;
}

/** What is scheduled as it is once whoever runs or changes it is done; it stays so until the transaction ends. */
async function locked({ sql: run }: UnitOfWork, id: string): Promise<Row> {
  const row = await run.first<Row>(
    sql.unsafe`SELECT scheduledjob.* FROM scheduledjob WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  if (!row) throw problems.notFound();
  return row;
}

const isOver = ({ one_off: once, start_time: start }: Row): boolean =>
  Boolean(once) && Date.parse(String(start)) < Date.now();
const tooLate: Answer = {
  status: 400,
  body: 'The start time of this job is over. Use the parameter `force` to have it run at once.',
};

const approve: ActionHandler = async ({ work, row, query }) => {
  await demand(work, row!, 'approve');
  const { userId } = work.scope.identity;
  if (row!.user === userId) return { status: 403, body: 'You cannot approve your own job request!' };
  const forced = ['true', '1'].includes(lastValue(query, 'force')?.toLowerCase() ?? '');
  // Told outside of what is kept for an Idempotency-Key: it may be moved to another time, and approved then.
  if (isOver(row!) && !forced) return tooLate;
  return writing(work, async (inner) => {
    const schedule = await locked(inner, String(row!.id));
    const isPast = isOver(schedule);
    if (isPast && !forced) return tooLate;
    if (!schedule.enabled && !schedule.paused) throw problems.conflict('This job is over: it does not run any more.');
    const start = isPast ? sql.fragment`now()` : sql.fragment`start_time`;
    const next = isPast ? sql.fragment`now()` : sql.fragment`${nextTime(schedule)}::timestamptz`;
    const approver = await livingUser(inner, userId);
    await inner.sql.run(sql.unsafe`
      UPDATE scheduledjob SET approved_by_user = ${approver}::uuid, approved_at = now(), start_time = ${start}, next_run = ${next},
        date_changed = now()
      WHERE id = ${String(row!.id)}::uuid`);
    return { status: 200, body: await shown(inner, ScheduledJob, String(row!.id)) };
  });
};

/** Lets a scheduled job run that somebody else asked for. */
export const approveScheduledJob: Action = {
  model: ScheduledJob,
  name: 'approve',
  permission: { POST: 'change' },
  decides: ['POST'],
  methods: { POST: approve },
  describe: {
    POST: {
      description: 'Lets a scheduled job run that somebody else asked for.',
      parameters: [
        { name: 'force', in: 'query', schema: { type: 'boolean' }, description: 'Also when its time is over.' },
      ],
      responses: { 200: apiSchema.named('ScheduledJob') },
    },
  },
};

/** Removes a scheduled job that nobody wants to run; who may do so is who may approve it, and anybody who may delete one whose job is gone. */
export const denyScheduledJob: Action = {
  model: ScheduledJob,
  name: 'deny',
  permission: { POST: 'delete' },
  loadsWithin: ['POST'],
  methods: {
    POST: async ({ work, load }) => {
      // Sent again, it finds nothing to remove.
      if (await wasAnswered(work)) return { status: 200 };
      const row = await load(work);
      if (row.job_model !== null) await demand(work, row, 'approve');
      await removeObjects(work, ScheduledJob, [String(row.id)]);
      return { status: 200 };
    },
  },
  describe: {
    POST: { description: 'Removes a scheduled job that nobody wants to run.', responses: { 200: undefined } },
  },
};

/** Tries a scheduled job at once without keeping anything. */
export const dryRunScheduledJob: Action = {
  model: ScheduledJob,
  name: 'dry-run',
  decides: ['POST'],
  methods: {
    POST: async ({ work, row }) => {
      await demand(work, row!, 'run');
      const job = await jobRow(work.sql, row!.job_model);
      if (!job?.supports_dryrun) throw problems.methodNotAllowed('POST');
      demandRunnable(work, job);
      const queue = String(row!.queue);
      await demandServed(work, job, queue);
      const { userId: id, username } = work.scope.identity;
      return writing(work, async (inner) => {
        const values = { ...(row!.kwargs as Row), dryrun: true };
        const result = await queueRun(inner, { job, values, queue, user: { id, username } });
        return { status: 200, body: await shown(inner, JobResult, result) };
      });
    },
  },
  describe: {
    POST: {
      description: 'Tries a scheduled job at once without keeping anything.',
      responses: { 200: apiSchema.named('JobResult') },
    },
  },
};
