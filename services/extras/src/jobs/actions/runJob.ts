import { type Action, apiSchema, asViewer, loadByIds, show, type UnitOfWork, writing } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import type { Model, Row } from '@plumbline/model';
import { giveFiles, keepJobFile } from '../../files/fileProxies';
import { Job, JobResult, ScheduledJob } from '../../models';
import { demandServed } from '../demandServed';
import { byItself, jobRow } from '../jobRow';
import { queueRun } from '../queueRun';
import { readRun, type WantedRun } from '../readRun';
import { scheduleRun } from '../scheduleRun';
import { isForSuperusers } from '../source';

const { anyObject, named, objectOf } = apiSchema;

const text: apiSchema.PlainSchema = { type: 'string' };

/** An object as its endpoint shows it, or null where there is none. */
const oneOrNull = ({ className }: Model): apiSchema.PlainSchema => ({
  type: 'object',
  allOf: [named(className)],
  nullable: true,
});

/** What OpenAPI says of the body and the answer of a run. */
const describedRun = {
  JobCreationRequest: {
    ...objectOf(
      {
        name: text,
        start_time: { type: 'string', format: 'date-time' },
        interval: named('JobExecutionTypeIntervalChoices'),
        crontab: text,
      },
      ['interval'],
    ),
    description: 'When the job is to run, where that is not at once.',
  },
  JobInputRequest: objectOf(
    {
      data: { ...anyObject, description: 'The values of its variables.' },
      schedule: named('JobCreationRequest'),
      task_queue: text,
    },
    [],
  ),
  JobMultiPartInputRequest: {
    ...objectOf(
      {
        _schedule_name: text,
        _schedule_start_time: { type: 'string', format: 'date-time' },
        _schedule_interval: named('JobExecutionTypeIntervalChoices'),
        _schedule_crontab: text,
        _task_queue: text,
      },
      [],
    ),
    additionalProperties: {},
    description: 'The values of its variables, files among them, each in a part of its own.',
  },
  JobRunResponse: objectOf({ scheduled_job: oneOrNull(ScheduledJob), job_result: oneOrNull(JobResult) }),
};

/** Starts a job, or keeps it for later or until it is approved. */
export const runJob: Action = {
  model: Job,
  name: 'run',
  permission: { POST: 'run' },
  takesForms: true,
  decides: ['POST'],
  methods: {
    POST: async ({ work, row, body }) => {
      const job = (await jobRow(work.sql, row!.id))!;
      demandRunnable(work, job);
      const wanted = await readRun(work, job, body);
      await demandServed(work, job, wanted.queue);
      return writing(work, async (inner) => ({ status: 201, body: await begin(inner, job, wanted) }));
    },
  },
  describe: {
    POST: {
      description: 'Starts a job, or keeps it for later or until it is approved.',
      request: apiSchema.named('JobInputRequest'),
      form: apiSchema.named('JobMultiPartInputRequest'),
      responses: { 201: apiSchema.named('JobRunResponse') },
      schemas: describedRun,
    },
  },
};

/** A job that is switched off is refused, and one whose file is gone cannot do this. */
export function demandRunnable({ scope }: UnitOfWork, job: Row): void {
  if (!job.enabled) throw problems.forbidden('This job is not enabled to be run.');
  if (!job.installed) throw problems.methodNotAllowed('POST');
  if (isForSuperusers(job) && !scope.identity.isSuperuser)
    throw problems.forbidden('Only superusers may run this job.');
}

async function begin(work: UnitOfWork, job: Row, asked: WantedRun): Promise<object> {
  const files = await keepFiles(work, asked);
  const wanted = { ...asked, values: { ...asked.values, ...files } };
  const { userId: id, username } = work.scope.identity;
  const isRehearsal = job.supports_dryrun === true && wanted.values.dryrun === true;
  if (wanted.schedule || (job.approval_required && !isRehearsal)) {
    const schedule = await scheduleRun(work, job, wanted, { id, username });
    await giveFiles(work, Object.values(files), 'scheduled_job', schedule);
    return { scheduled_job: await shown(work, ScheduledJob, schedule), job_result: null };
  }
  const result = await queueRun(work, { job, values: wanted.values, queue: wanted.queue, user: { id, username } });
  await giveFiles(work, Object.values(files), 'job_result', result);
  return { scheduled_job: null, job_result: await shown(work, JobResult, result) };
}

/** Keeps the files that came along; answers their ids by variable. */
async function keepFiles(work: UnitOfWork, { files }: WantedRun): Promise<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, file] of files) kept[name] = await keepJobFile(work, file, null);
  return kept;
}

/** An object as a GET shows it. */
export async function shown(work: UnitOfWork, model: Model, id: string): Promise<object> {
  const seeing = asViewer(work);
  const [object] = await show(seeing, model, await loadByIds(seeing, model, [id], true), 0, byItself);
  return object!;
}
