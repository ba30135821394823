import type { Engine, Extension, Item } from '@plumbline/engine';
import { type Model, pythonType, type Row } from '@plumbline/model';
import { choiceLabel, chosenHere, defaultValues } from './chosen';
import { composeCustomFields } from './compose';
import { valueUnder } from './customField';
import { definitionAudit } from './definitionAudit';
import { fieldsOf, lockFieldsShared } from './definitions';
import { customCriteria, customFilter } from './filter';
import { unwrittenValues } from './provision';
import { customFieldLabel } from './syncCustomFields';
import { syncedCustomFields } from './syncedCustomFields';
import { customFieldTables } from './tables';
import { valueAudit } from './valueAudit';
import { customFieldsWriter } from './writer';

const none: ReadonlySet<unknown> = new Set();
const column = 'custom_fields';
const heading = 'cf_';

/** Fields that people add to models (docs/contract/custom-data.md): one column of each object holds their values by key. */
export const customFields: Extension = {
  name: 'custom fields',
  concerns: ({ abilities }) => abilities.customFields,
  keys: () => [
    {
      key: column,
      title: 'Custom fields',
      value: {
        of: 'row',
        writer: customFieldsWriter,
        goesBy: (engine, { label }) => fieldsOf(engine, label),
      },
      read: readValues,
      form: (engine, model) => ({ type: 'object', default: defaultsOf(engine, model) }),
      formHints: { 'ui:widget': 'textarea' },
      schema: { type: 'object', additionalProperties: {} },
    },
  ],
  template: (engine, model, row) => {
    const values = valuesOf(engine, model, row);
    return { cf: values, custom_field_data: values, _custom_field_data: values };
  },
  table: {
    columns: (engine, { label }) =>
      fieldsOf(engine, label)
        .map(({ key }) => key)
        .sort()
        .map((key) => ({
          header: `${heading}${key}`,
          value: (shown) => valueUnder((shown[column] ?? {}) as Row, key),
        })),
    read: (header) => (header.startsWith(heading) ? { key: column, name: header.slice(heading.length) } : undefined),
  },
  filter: (work, model, parameter) => {
    const found = customFilter(work, model, parameter);
    return (
      found && { choosesObjects: true, takesList: false, criteria: (values) => customCriteria(work, found, values) }
    );
  },
  lock: async (work, { label }) => {
    await lockFieldsShared(work, label);
  },
  readInput: (work, model) => ({ complete: (items) => composeCustomFields(work, model, items) }),
  newValues: async (work, label) => ({ [column]: await defaultValues(work, label) }),
  looseReferences: [
    {
      to: choiceLabel,
      isFrom: ({ abilities }) => abilities.includes('customFields'),
      protectors: (work, toDelete) =>
        chosenHere(work, toDelete.get(choiceLabel) ?? none, toDelete.get(customFieldLabel) ?? none),
    },
  ],
  tables: customFieldTables,
  audits: (models) => [definitionAudit, ...models.map(valueAudit)],
  follow: syncedCustomFields,
  chores: [unwrittenValues],
};

/** Takes the values by key; what they come to is seen when the object is composed. */
function readValues(item: Item, value: unknown): string[] | undefined {
  if (typeof value !== 'object' || Array.isArray(value))
    return [`Expected a dictionary of items but got type "${pythonType(value)}".`];
  item.sent[column] = value;
  return undefined;
}

/** What the fields are given when nobody says otherwise. */
const defaultsOf = (engine: Engine, { label }: Model): Row =>
  Object.fromEntries(fieldsOf(engine, label).map((field) => [field.key, field.default ?? null]));

/** Every field there is now, set or not. */
function valuesOf(engine: Engine, { label }: Model, row: Row): Row {
  const values = (row[column] ?? {}) as Row;
  return Object.fromEntries(fieldsOf(engine, label).map(({ key }) => [key, valueUnder(values, key) ?? null]));
}
