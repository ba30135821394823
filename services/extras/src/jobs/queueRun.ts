import { randomUUID } from 'node:crypto';
import { moment, newValues, seal, system, type UnitOfWork } from '@plumbline/engine';
import type { VariableDescription } from '@plumbline/jobs';
import type { Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { livingUser } from '../users/livingUsers';
import type { JobPayload, JobSecret, Starter, TaskPayload } from './payload';
import { endFailed } from './results';
import { readSource } from './source';

/** A run of a job, as it is asked for. */
export interface NewRun {
  /** The job's row. */
  job: Row;
  /** The values of its variables, objects by their ids. */
  values: Record<string, unknown>;
  queue: string;
  user: Starter;
  origin?: 'job' | 'job-hook';
  scheduledJob?: string;
}

/** The queue of jobs that name none. */
export const defaultQueue = 'default';

/** What a queue's jobs are called there. */
export const jobTask = (queue: string): string => `job:${queue}`;
/** What background work of our own is called there. */
export const backgroundTask = 'background';

/** The name under which results and schedules list a job. */
export const taskName = ({ module_name, job_class_name }: Row): string => `${module_name}.${job_class_name}`;

/**
 * Queues a run of a job in the transaction of `work`; a worker that serves the queue takes it. Answers the id of its
 * result.
 */
export async function queueRun(work: UnitOfWork, run: NewRun): Promise<string> {
  const { job, values, user, queue, scheduledJob } = run;
  const source = readSource(job.origin);
  if (source?.kind === 'background')
    return queueTask(work, {
      task: source.path,
      name: String(job.name),
      payload: values,
      user,
      job,
      shown: values,
      ...(scheduledJob === undefined ? {} : { scheduledJob }),
    });
  const id = await newRunResult(work, run);
  const secret: JobSecret = { values, lists: listsOf(work, job, values) };
  const payload: JobPayload = {
    result: id,
    job: String(job.id),
    user,
    origin: run.origin ?? 'job',
    sealed: seal(JSON.stringify(secret), work.engine.settings.secretKey),
    trace: work.engine.tracing?.carry(),
  };
  await work.engine.queue!.add(work.sql, { task: jobTask(queue), payload, key: id });
  return id;
}

/** Keeps a run that is not begun: as a result that has failed, and says why. Answers the id of this. */
export async function refuseRun(work: UnitOfWork, run: NewRun, reason: string): Promise<string> {
  const type = 'RunRefused';
  const failure = { type, message: reason, traceback: `${type}: ${reason}` };
  const id = await newRunResult(work, run);
  await endFailed(work.sql, id, failure, 'run');
  return id;
}

/** What shows a run to people. */
const newRunResult = (work: UnitOfWork, { job, values, user, queue, scheduledJob }: NewRun): Promise<string> =>
  newResult(work, user, {
    name: job.name,
    task_name: taskName(job),
    task_kwargs: job.has_sensitive_variables ? {} : values,
    celery_kwargs: {
      queue,
      nautobot_job_job_model_id: job.id,
      nautobot_job_profile: false,
      nautobot_job_user_id: userOf(user),
      ...(scheduledJob === undefined ? {} : { nautobot_job_scheduled_job_id: scheduledJob }),
    },
    job_model: job.id,
    scheduled_job: scheduledJob ?? null,
  });

/** Where the objects are that variables name, below `/api/`, by variable. */
function listsOf({ engine }: UnitOfWork, { variables }: Row, values: Row): Record<string, string> {
  const named = (variables as VariableDescription[]).filter(({ name, model }) => model && Object.hasOwn(values, name));
  return Object.fromEntries(named.map(({ name, model }) => [name, `${engine.catalog.listPath(model!)}/`]));
}

/** Work that Plumbline does by itself in the background, with a result for people to look at. */
export interface NewTask {
  /** One of `backgroundTasks`. */
  task: string;
  /** What the result is called. */
  name: string;
  payload: object;
  user: Starter;
  /** The job that stands for it, if there is one. */
  job?: Row;
  /** What the result shows it was given; nothing secret. */
  shown?: Row;
  scheduledJob?: string;
}

/**
 * Queues work of our own in the transaction of `work` and answers the id of its result. It is done by a process of this
 * service, with the service's own means: add a function to `backgroundTasks` (see there), and queue it by its name:
 *
 *     const result = await writing(work, (inner) => queueTask(inner, { task: 'sync', name: 'Sync', payload: { id }, user }));
 */
export async function queueTask(work: UnitOfWork, asked: NewTask): Promise<string> {
  const { task, name, payload, user, job, shown = {}, scheduledJob } = asked;
  const id = await newResult(work, user, {
    name,
    task_name: job ? taskName(job) : task,
    task_kwargs: shown,
    celery_kwargs: { queue: defaultQueue, nautobot_job_user_id: user.id },
    job_model: job?.id ?? null,
    scheduled_job: scheduledJob ?? null,
  });
  const queued: TaskPayload = { result: id, task, user, payload, trace: work.engine.tracing?.carry() };
  await work.engine.queue!.add(work.sql, { task: backgroundTask, payload: queued, key: id });
  return id;
}

/** Plumbline itself is nobody's user. */
const userOf = ({ id }: Starter): string | null => (id === system.userId ? null : id);

async function newResult(work: UnitOfWork, user: Starter, values: Row): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    status: 'PENDING',
    date_created: moment(),
    task_args: [],
    ...(await newValues(work, 'extras.jobresult')),
    user: await livingUser(work, user.id),
    ...values,
  };
  await work.sql.run(sql.unsafe`
    INSERT INTO jobresult SELECT item.* FROM jsonb_populate_record(NULL::jobresult, ${JSON.stringify(row)}::jsonb) item`);
  return id;
}
