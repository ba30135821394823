import { bare, by, defineModel, f } from '@plumbline/model';
import { jobExecutionTypes } from '../jobs/choices';
import { planNextRun } from '../jobs/planNextRun';

/** A job that is to run later, again and again, or once somebody has approved it. */
export const ScheduledJob = defineModel('extras.scheduledjob', {
  endpoint: 'scheduled-jobs',
  menu: [
    {
      under: ['Automation', 'Jobs'],
      label: 'Job Approval Queue',
      page: '/extras/jobs/scheduled-jobs/approval-queue/',
      at: 550,
    },
    { under: ['Automation', 'Jobs'], label: 'Scheduled Jobs', page: '/extras/jobs/scheduled-jobs/', at: 560 },
  ],
  title: 'scheduled job',
  className: 'ScheduledJob',
  description: 'Jobs that are to run later, again and again, or once somebody has approved them.',
  introduction: 'Jobs that run at a later time or regularly: read only, but for their approval.',
  listed: [],
  traits: [bare],
  fields: {
    name: f.text(200).unique('scheduled job with this Name already exists.').label('Name'),
    task: f.text(201).indexed().label('Task Name').describe('The module and the name of the job.'),
    interval: f.plainChoice(jobExecutionTypes).with({ schemaName: 'JobExecutionTypeIntervalChoices' }),
    args: f.json().default(() => []),
    kwargs: f
      .json()
      .default(() => ({}))
      .describe('What the job is given.'),
    celery_kwargs: f.json().default(() => ({})),
    queue: f.text(200).default('').indexed().label('Queue Override'),
    one_off: f.bool().default(false).label('One-off Task'),
    start_time: f.dateTime().label('Start Datetime'),
    enabled: f.bool().default(true).label('Enabled'),
    last_run_at: f.dateTime().readOnly().nullable().label('Most Recent Run'),
    total_run_count: f.int({ min: 0, max: 2147483647 }).readOnly().label('Total Run Count'),
    date_changed: f.dateTime().readOnly().label('Last Modified'),
    description: f.text().default('').label('Description'),
    approval_required: f.bool().default(false),
    approved_at: f.dateTime().readOnly().nullable().label('Approval date/time'),
    crontab: f.text(255).default('').label('Custom cronjob'),
    job_model: f.ref('extras.job', { reverse: 'scheduled_jobs', onDelete: 'setNull' }).optional(),
    user: f.ref('users.user', { reverse: 'scheduled_jobs', onDelete: 'setNull' }).optional(),
    approved_by_user: f.ref('users.user', { reverse: 'approved_jobs', onDelete: 'setNull' }).optional(),
    /** Whether it arrived switched off from another server, where it was on. */
    paused: f.bool().default(false).hidden(),
    /** When it runs next; null: not any more, or not before it is approved. */
    next_run: f.dateTime().nullable().hidden().indexed(),
  },
  filterable: ['name', 'total_run_count', 'start_time', 'last_run_at'],
  filters: {
    q: by.search({ name: 'icontains', task: 'icontains', description: 'icontains', id: 'iexact' }),
    job_model: by.relation('job_model', { isnull: true }),
    job_model_id: by.relationId('job_model', { isnull: true }),
  },
  display: ({ name, interval }) => `${name}: ${interval}`,
  deriveHidden: [planNextRun],
  methods: ['GET'],
});
