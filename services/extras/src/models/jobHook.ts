import { by, defineModel, f, inOrder, organizational } from '@plumbline/model';
import { firesAtSomething, hooksAreDifferent, lockHooks } from '../jobs/hookRules';

/** Which changes set off a job. */
export const JobHook = defineModel('extras.jobhook', {
  endpoint: 'job-hooks',
  menu: [{ under: ['Automation', 'Jobs'], at: 580 }],
  title: 'job hook',
  className: 'JobHook',
  description: 'Which changes set off which jobs.',
  introduction: 'Manage job hooks through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational],
  fields: {
    content_types: f.contentTypes({ having: 'changeLog' }).with({ byLabel: 'everywhere' }),
    enabled: f.bool().default(true),
    name: f.text(100).unique(),
    type_create: f.bool().default(false).describe('New objects set it off.'),
    type_delete: f.bool().default(false).describe('Deleted objects set it off.'),
    type_update: f.bool().default(false).describe('Changed objects set it off.'),
    /** Whether it arrived switched off from another server, where it was on. */
    paused: f.bool().default(false).hidden(),
    job: f.ref('extras.job', { reverse: 'job_hooks', onDelete: 'cascade', onlyIf: 'is_job_hook_receiver' }),
  },
  filterable: ['name', 'enabled', 'type_create', 'type_update', 'type_delete'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    content_types: by.labels('content_types', { having: 'changeLog' }),
    job: by.relation('job'),
    created: undefined,
    last_updated: undefined,
  },
  needs: { job: ['name'] },
  beforeLock: [lockHooks],
  validate: [inOrder(firesAtSomething, hooksAreDifferent)],
});
