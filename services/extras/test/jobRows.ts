import type { Row } from '@plumbline/model';

const moment = '2026-01-01T00:00:00.000001Z';
const id = (kind: number, number: number) => `00000000-0000-4000-8${kind}00-${String(number).padStart(12, '0')}`;

/** Jobs as if somebody had put them into the folder of jobs; the first answers to hooks and the second to buttons. */
export const jobRows: Row[] = ['Tells of changes', 'Does as told', 'Counts; slowly'].map((name, index) => ({
  id: id(1, index),
  module_name: 'fixtures',
  job_class_name: `Fixture${index}`,
  grouping: 'Fixtures',
  name,
  description: 'for tests',
  installed: true,
  enabled: index > 0,
  is_job_hook_receiver: index === 0,
  is_job_button_receiver: index === 1,
  has_sensitive_variables: false,
  approval_required: index === 2,
  hidden: false,
  dryrun_default: false,
  read_only: false,
  soft_time_limit: 0,
  time_limit: index * 1.5,
  task_queues: index === 2 ? ['slow'] : [],
  supports_dryrun: index === 2,
  ...Object.fromEntries(
    [
      'grouping',
      'name',
      'description',
      'approval_required',
      'dryrun_default',
      'hidden',
      'soft_time_limit',
      'time_limit',
      'has_sensitive_variables',
      'task_queues',
    ].map((field) => [`${field}_override`, false]),
  ),
  variables: [],
  origin: '',
  tags: [],
  custom_fields: {},
  created: moment,
  last_updated: moment,
}));

const runOf = (index: number) => ({
  task_args: [],
  task_kwargs: { index },
  celery_kwargs: { queue: 'default' },
  custom_fields: {},
});

/** A run that has ended well, one that has failed, and one that is to be tried again: others than ours may say so. */
export const resultRows: Row[] = ['SUCCESS', 'FAILURE', 'RETRY'].map((status, index) => ({
  id: id(2, index),
  status,
  name: `run ${index}`,
  task_name: `fixtures.Fixture${index}`,
  date_created: `2026-01-01T00:00:0${index}.000001Z`,
  date_done: status === 'RETRY' ? null : moment,
  result: status === 'SUCCESS' ? { counted: 3 } : null,
  worker: status === 'RETRY' ? null : 'somewhere',
  traceback: status === 'FAILURE' ? 'Error: no' : null,
  meta: null,
  job_model: id(1, index),
  user: null,
  scheduled_job: null,
  ...runOf(index),
}));

export const logRows: Row[] = ['info', 'warning', 'error'].map((log_level, index) => ({
  id: id(3, index),
  log_level,
  grouping: index === 0 ? 'main' : 'counting',
  message: `${index} things`,
  log_object: index === 0 ? '' : 'thing 1',
  absolute_url: index === 0 ? '' : '/api/dcim/devices/',
  job_result: id(2, 0),
  created: `2026-01-01T00:00:0${index}.000002Z`,
}));

export const scheduleRows: Row[] = ['daily', 'future', 'custom'].map((interval, index) => ({
  id: id(4, index),
  name: `schedule ${index}`,
  task: `fixtures.Fixture${index}`,
  interval,
  args: [],
  kwargs: { index },
  celery_kwargs: {},
  queue: index === 2 ? 'slow' : '',
  one_off: interval === 'future',
  paused: false,
  start_time: '2126-01-01T00:00:00Z',
  enabled: true,
  last_run_at: index === 0 ? moment : null,
  total_run_count: index,
  date_changed: moment,
  description: `the ${index}th`,
  approval_required: index === 2,
  approved_at: null,
  crontab: interval === 'custom' ? '0 0 * * *' : '',
  job_model: id(1, index),
  user: null,
  approved_by_user: null,
  next_run: null,
}));
