import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { customFieldTypeChoices, filterLogicChoices } from '../customFields/choices';
import {
  boundsFitType,
  defaultIsValid,
  goesWithItsChoices,
  keyIsKept,
  keyIsSafe,
  nameByLabel,
  patternFitsType,
  patternIsReadable,
  typeIsKept,
} from '../customFields/rules';

/** Any whole number that JSON can tell apart from its neighbours. */
const bound = () =>
  f
    .int({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    .optional()
    .inForm({ minimum: -9223372036854776000, maximum: 9223372036854776000 });

/** A field that people have given to objects of the kinds it names. */
export const CustomField = defineModel('extras.customfield', {
  endpoint: 'custom-fields',
  menu: [{ under: ['Platform', 'Data Management'], at: 710 }],
  home: { section: 'Platform', at: 4 },
  title: 'custom field',
  className: 'CustomField',
  description: 'Fields that people have given to objects of the kinds each of them names.',
  listed: [],
  traits: [organizational, { customFields: false, relationships: false, computedFields: false, webhooks: true }],
  fields: {
    content_types: f.contentTypes({ having: 'customFields' }),
    type: f.choice(customFieldTypeChoices),
    filter_logic: f.choice(filterLogicChoices).default('loose'),
    label: f.text(50),
    grouping: f.text(255).default(''),
    key: f
      .text(50)
      .default(null)
      .blank()
      .unique('custom field with this key already exists.')
      .matching(/^[-a-zA-Z0-9_]+$/, 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.')
      .inForm({ type: 'string' }),
    description: f.text(200).default(''),
    required: f.bool().default(false),
    default: f.plainJson(({ type }) => type === 'multi-select').optional(),
    weight: f.int({ min: 0, max: 32767 }).default(100),
    validation_minimum: bound().label('Minimum value'),
    validation_maximum: bound().label('Maximum value'),
    validation_regex: f.text(500).default('').label('Validation regex').inForm({ pattern: '' }),
    advanced_ui: f.bool().default(false).label('Move to Advanced tab'),
  },
  order: ['weight', 'label'],
  naturalKey: ['key'],
  display: (field) => String(field.label),
  filterable: ['label', 'weight'],
  filters: {
    q: by.search({ label: 'icontains', description: 'icontains', id: 'iexact' }),
    content_types: by.labels('content_types', { having: 'customFields' }),
    required: by.boolean('required'),
    filter_logic: by.choice('filter_logic', filterLogicChoices, { anyText: true }),
    created: undefined,
    last_updated: undefined,
  },
  prepare: [nameByLabel],
  validate: [
    inOrder(
      patternIsReadable,
      firstProblem(keyIsKept, keyIsSafe, typeIsKept),
      defaultIsValid,
      firstProblem(boundsFitType, patternFitsType),
    ),
  ],
  beforeDelete: [goesWithItsChoices],
});
