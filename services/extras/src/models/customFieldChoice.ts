import { by, defineModel, f, firstProblem, inOrder, plain } from '@plumbline/model';
import {
  choiceFitsLimits,
  choiceIsNoDefault,
  choiceMatchesPattern,
  choosable,
  defaultFollows,
} from '../customFields/choiceRules';

/** One of the values that a custom field offers. */
export const CustomFieldChoice = defineModel('extras.customfieldchoice', {
  endpoint: 'custom-field-choices',
  title: 'custom field choice',
  className: 'CustomFieldChoice',
  description: 'The values that custom fields offer to choose from.',
  listed: [],
  traits: [plain, { changeLog: true, webhooks: true }],
  fields: {
    value: f.text(100),
    weight: f.int({ min: 0, max: 32767 }).default(100),
    custom_field: f.ref('extras.customfield', { reverse: 'custom_field_choices', onDelete: 'cascade' }),
  },
  partOf: 'custom_field',
  order: ['custom_field', 'weight', 'value'],
  unique: [['custom_field', 'value']],
  naturalKey: ['custom_field.key', 'value'],
  display: (choice) => String(choice.value),
  filterable: ['value', 'weight'],
  filters: {
    q: by.search({ value: 'icontains', id: 'iexact' }),
    custom_field: by.relation('custom_field', { key: 'key' }),
    created: undefined,
    last_updated: undefined,
  },
  needs: { custom_field: ['type', 'validation_minimum', 'validation_maximum', 'validation_regex'] },
  prepare: [choosable],
  validate: [inOrder(firstProblem(choiceFitsLimits), choiceMatchesPattern)],
  afterSave: [defaultFollows],
  beforeDelete: [choiceIsNoDefault],
});
