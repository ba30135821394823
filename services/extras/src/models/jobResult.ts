import { bare, by, defineModel, f, pythonTime } from '@plumbline/model';
import { jobResultStatuses } from '../jobs/choices';

/** What became of work in the background: a run of a job, or something Plumbline does by itself. */
export const JobResult = defineModel('extras.jobresult', {
  endpoint: 'job-results',
  menu: [{ under: ['Automation', 'Jobs'], at: 570 }],
  title: 'job result',
  className: 'JobResult',
  description: 'What became of work in the background, newest first.',
  introduction: 'What became of jobs: results come of running jobs, and can be read and deleted.',
  listed: [],
  traits: [bare, { customFields: true, computedFields: true, customLinks: true }],
  fields: {
    status: f.choice(jobResultStatuses).default('PENDING').readOnly().indexed(),
    name: f.text(255).indexed(),
    task_name: f.text(255).optional().indexed(),
    date_created: f.dateTime().readOnly().indexed(),
    date_done: f.dateTime().optional().indexed(),
    result: f.json().readOnly().nullable().label('Result Data').describe('What the job answered.'),
    worker: f.text(100).optional(),
    task_args: f.json().default(() => []),
    task_kwargs: f
      .json()
      .default(() => ({}))
      .describe('What it was given; empty when that is sensitive.'),
    celery_kwargs: f.json().default(() => ({})),
    traceback: f.text().optional().describe('Where it failed.'),
    meta: f.json().readOnly().nullable(),
    job_model: f.ref('extras.job', { reverse: 'job_results', onDelete: 'setNull' }).optional(),
    user: f.ref('users.user', { reverse: 'job_results', onDelete: 'setNull' }).optional(),
    scheduled_job: f
      .ref('extras.scheduledjob', { reverse: 'jobresult_set', onDelete: 'setNull' })
      .optional()
      .inForm({ modelUrl: '/extras/jobs/scheduled-jobs/' }),
    /** When it has kept what it did while it goes on: from then on nobody ends it. */
    kept_at: f.dateTime().nullable().hidden(),
    files: f.listOf('extras.fileproxy', 'job_result').last(),
  },
  order: ['-date_created'],
  naturalKey: ['id'],
  idHeader: 'id',
  display: ({ name, date_created, status }) => `${name} started at ${pythonTime(String(date_created))} (${status})`,
  filterable: ['date_created', 'date_done', 'name'],
  filters: {
    q: by.search({ 'job_model.name': 'icontains', name: 'icontains', 'user.username': 'icontains', id: 'iexact' }),
    status: by.choice('status', jobResultStatuses, { nullWord: false }),
    user: by.relationId('user', { single: true, negatesAnyId: true }),
    job_model: by.relation('job_model', { isnull: true }),
    job_model_id: by.relationId('job_model', { isnull: true }),
  },
  methods: ['GET', 'DELETE'],
});
