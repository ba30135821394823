import { type ChangeRecord, system, type UnitOfWork } from '@plumbline/engine';
import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { jobRow } from './jobRow';
import { defaultQueue, type NewRun, queueRun, refuseRun } from './queueRun';
import { isQueueName } from './rules';

interface Hook {
  job: string;
  content_types: string[];
  type_create: boolean;
  type_update: boolean;
  type_delete: boolean;
}

/**
 * Queues the jobs that hooks set off, one run for each entry of the change log and hook, in the transaction that takes
 * the changes in: none is missed, and none comes twice. What jobs do that were themselves set off by changes sets off
 * nothing.
 */
export async function setOffJobs(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  const own = changes.filter(({ context, user_id }) => context !== 'job-hook' && user_id && user_id !== system.userId);
  if (own.length === 0 || !work.engine.queue) return;
  const hooks = await work.sql.rows<Hook>(sql.unsafe`
    SELECT jobhook.job, jobhook.content_types, jobhook.type_create, jobhook.type_update, jobhook.type_delete
    FROM jobhook JOIN job ON job.id = jobhook.job AND job.enabled AND job.installed WHERE jobhook.enabled ORDER BY jobhook.name`);
  if (hooks.length === 0) return;
  const jobs = new Map<string, Row | undefined>();
  for (const change of own)
    for (const hook of hooks.filter((hook) => isAbout(hook, change))) {
      if (!jobs.has(hook.job)) jobs.set(hook.job, await jobRow(work.sql, hook.job));
      const job = jobs.get(hook.job);
      if (job) await queueHooked(work, job, change);
    }
}

const isAbout = ({ content_types, ...hook }: Hook, { action, label }: ChangeRecord): boolean =>
  hook[`type_${action}`] && content_types.includes(label);

async function queueHooked(work: UnitOfWork, job: Row, { id, user_id, user_name }: ChangeRecord): Promise<void> {
  const queue = (job.task_queues as string[])[0] ?? defaultQueue;
  const user = { id: user_id!, username: user_name };
  const run: NewRun = { job, values: { object_change: id }, queue, user, origin: 'job-hook' };
  // Whatever is wrong with one job, the change log goes on.
  await (isQueueName(queue)
    ? queueRun(work, run)
    : refuseRun(work, run, 'No queue can be called like that of this job.'));
}
