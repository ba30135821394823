import { by, defineModel, f, firstProblem, organizational } from '@plumbline/model';
import { keyByLabel, keyIsSafe } from '../customFields/rules';

/** A text that is made of each object of one kind after a template. */
export const ComputedField = defineModel('extras.computedfield', {
  endpoint: 'computed-fields',
  menu: [{ under: ['Platform', 'Data Management'], at: 700 }],
  home: { section: 'Platform', at: 3 },
  title: 'computed field',
  className: 'ComputedField',
  description: 'Texts that are made of each object of a kind after a template.',
  introduction: 'Manage Computed Fields through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational, { customFields: false, relationships: false, computedFields: false }],
  fields: {
    content_type: f.contentType({ having: 'computedFields' }).with({ byLabel: 'inForms' }),
    key: f
      .text(100)
      .default(null)
      .blank()
      .unique('computed field with this key already exists.')
      .matching(/^[-a-zA-Z0-9_]+$/, 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.')
      .inForm({ type: 'string' }),
    label: f.text(100),
    description: f.text(200).default(''),
    template: f.text(500).describe('In the syntax of Jinja2; the object is `obj`.'),
    fallback_value: f.text(500).default('').describe('What stands there when the template cannot be rendered.'),
    weight: f.int({ min: 0, max: 32767 }).default(100),
    advanced_ui: f.bool().default(false).label('Move to Advanced tab'),
  },
  order: ['weight', 'key'],
  unique: [['content_type', 'label']],
  naturalKey: ['key'],
  display: ({ label }) => String(label),
  filterable: ['key', 'template', 'fallback_value', 'weight'],
  filters: {
    q: by.search({
      label: 'icontains',
      description: 'icontains',
      'content_type.app_label': 'icontains',
      'content_type.model': 'icontains',
      template: 'icontains',
      fallback_value: 'icontains',
      id: 'iexact',
    }),
    content_type: by.label('content_type', { single: true }),
    created: undefined,
    last_updated: undefined,
  },
  prepare: [keyByLabel('extras.computedfield', 100)],
  validate: [firstProblem(keyIsSafe)],
});
