import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { eitherApprovedOrSensitive, queuesAreNames } from '../jobs/rules';

/** A program of somebody's own that workers run; found in the folder of jobs, never made over the API. */
export const Job = defineModel('extras.job', {
  endpoint: 'jobs',
  menu: [{ under: ['Automation', 'Jobs'], at: 540 }],
  title: 'job',
  description: 'Programs that workers run: those that ship, and those found in the folder of jobs.',
  listed: [],
  traits: [primary, { exportTemplates: false }],
  fields: {
    module_name: f.text(100).readOnly().indexed().describe('The file the job is from, without its ending.'),
    job_class_name: f.text(100).readOnly().indexed().describe('What the job is called in its file.'),
    grouping: f.text(255).indexed(),
    name: f.text(100).unique(),
    description: f.text().default(''),
    installed: f.bool().readOnly().indexed().describe('Whether the file is there and can be read.'),
    enabled: f.bool().default(false).describe('Whether the job may be run.'),
    is_job_hook_receiver: f.bool().readOnly(),
    is_job_button_receiver: f.bool().readOnly(),
    has_sensitive_variables: f.bool().default(true).describe('What it is given is never stored.'),
    approval_required: f.bool().default(false).describe('Somebody else must approve before it runs.'),
    hidden: f.bool().default(false).indexed(),
    dryrun_default: f.bool().default(false),
    read_only: f.bool().readOnly(),
    soft_time_limit: f
      .float({ min: 0 })
      .default(0)
      .describe('Seconds after which it is asked to end; 0: as the workers have it.'),
    time_limit: f.float({ min: 0 }).default(0).describe('Seconds after which it is ended; 0: as the workers have it.'),
    task_queues: f
      .texts()
      .default(() => [])
      .describe('Queues it may be run in; the first one when none is named.'),
    supports_dryrun: f.bool().readOnly(),
    grouping_override: f.bool().default(false),
    name_override: f.bool().default(false),
    description_override: f.bool().default(false),
    approval_required_override: f.bool().default(false),
    dryrun_default_override: f.bool().default(false),
    hidden_override: f.bool().default(false),
    soft_time_limit_override: f.bool().default(false),
    time_limit_override: f.bool().default(false),
    has_sensitive_variables_override: f.bool().default(false),
    task_queues_override: f.bool().default(false),
    /** What the job can be given, as `variables/` shows it. */
    variables: f
      .json()
      .default(() => [])
      .hidden(),
    /** Where workers load it from. */
    origin: f.text().default('').hidden(),
  },
  order: ['grouping', 'name'],
  unique: [['module_name', 'job_class_name']],
  naturalKey: ['module_name', 'job_class_name'],
  filterable: [
    'module_name',
    'job_class_name',
    'name',
    'grouping',
    'installed',
    'enabled',
    'has_sensitive_variables',
    'approval_required',
    'dryrun_default',
    'hidden',
    'read_only',
    'is_job_hook_receiver',
    'is_job_button_receiver',
    'soft_time_limit',
    'time_limit',
    'grouping_override',
    'name_override',
    'approval_required_override',
    'description_override',
    'dryrun_default_override',
    'hidden_override',
    'soft_time_limit_override',
    'time_limit_override',
    'has_sensitive_variables_override',
  ],
  filters: {
    q: by.search({ name: 'icontains', grouping: 'icontains', description: 'icontains', id: 'iexact' }),
    created: undefined,
    last_updated: undefined,
  },
  validate: [firstProblem(eitherApprovedOrSensitive, queuesAreNames)],
  alsoNamedBy: 'name',
  methods: ['GET', 'PUT', 'PATCH', 'DELETE'],
});
