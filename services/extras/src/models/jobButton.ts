import { by, defineModel, f, organizational } from '@plumbline/model';
import { buttonClasses } from '../choices/buttonClasses';

/** A button that starts a job on the object it is shown with. */
export const JobButton = defineModel('extras.jobbutton', {
  endpoint: 'job-buttons',
  menu: [{ under: ['Automation', 'Jobs'], at: 590 }],
  title: 'job button',
  className: 'JobButton',
  description: 'Buttons that start a job on the object they are shown with.',
  introduction: 'Manage job buttons through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational, { customFields: false, relationships: false, computedFields: false }],
  fields: {
    content_types: f.contentTypes('any'),
    name: f.text(100).unique(),
    text: f.text(500),
    weight: f.int({ min: 0, max: 32767 }).default(100),
    group_name: f.text(50).default(''),
    button_class: f.plainChoice(buttonClasses).default('default'),
    confirmation: f.bool().default(true).describe('Whoever presses it is asked again first.'),
    job: f.ref('extras.job', { reverse: 'jobbutton_set', onDelete: 'cascade', onlyIf: 'is_job_button_receiver' }),
  },
  order: ['group_name', 'weight', 'name'],
  filterable: ['name', 'text', 'weight', 'group_name', 'confirmation'],
  filters: {
    q: by.search({ name: 'icontains', text: 'icontains', 'job.name': 'icontains', id: 'iexact' }),
    content_types: by.labels('content_types', 'any', { conjoined: false, single: true }),
    job: by.relation('job'),
    button_class: by.choice('button_class', buttonClasses, { anyText: true }),
    created: undefined,
    last_updated: undefined,
  },
});
