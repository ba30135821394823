import { bare, by, defineModel, f } from '@plumbline/model';
import { logLevels } from '../jobs/choices';

/** Something a job said while it ran. */
export const JobLogEntry = defineModel('extras.joblogentry', {
  endpoint: 'job-logs',
  title: 'job log entry',
  plural: 'job log entries',
  className: 'JobLogEntry',
  description: 'What jobs said while they ran.',
  introduction: 'What jobs logged while they ran: read only.',
  listed: [],
  traits: [bare],
  fields: {
    log_level: f.plainChoice(logLevels).default('info').indexed(),
    grouping: f.text(100).default('main'),
    message: f.text().default(''),
    log_object: f.text(200).default('').copiedFrom('absolute_url').describe('What it is about, in words.'),
    absolute_url: f.text(255).default('').describe('Where what it is about is to be found.'),
    job_result: f.ref('extras.jobresult', { reverse: 'job_log_entries', onDelete: 'cascade' }),
    created: f.dateTime().with({ required: false }).indexed(),
  },
  order: ['created'],
  naturalKey: [],
  display: ({ message }) => String(message),
  filterable: ['grouping', 'message', 'created', 'log_object', 'absolute_url'],
  filters: {
    q: by.search({ grouping: 'icontains', message: 'icontains', log_level: 'icontains', id: 'iexact' }),
    job_result: by.relationId('job_result', { single: true }),
    log_level: by.choice('log_level', logLevels, { anyText: true }),
  },
  methods: ['GET'],
});
