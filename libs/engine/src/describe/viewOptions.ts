import type { Field, Model } from '@plumbline/model';
import { formFields } from './schema';
import { heading, keyTitle } from './titles';

interface ListedField {
  title: string;
  dataIndex: string;
  key: string;
}

type Panels = Record<string, { fields: string[] }>[];

/** How pages lay out the model's objects: panels of one object, columns of a list. */
export function viewOptionsOf(model: Model): {
  retrieve: { tabs: Record<string, Panels> };
  list: { default_fields: ListedField[]; all_fields: ListedField[] };
} {
  const listed = (key: string): ListedField => ({ title: keyTitle(model, key), dataIndex: key, key });
  const rest = formKeys(model).filter((key) => !model.listed.includes(key));
  return {
    retrieve: { tabs: { [heading(model)]: mainPanels(model), Advanced: [{ 'Object Details': advanced(model) }] } },
    list: { default_fields: model.listed.map(listed), all_fields: [...model.listed, ...rest].map(listed) },
  };
}

/** Every key of a form, in order, the opt-in ones last. */
function formKeys(model: Model): string[] {
  const { url, slug, notes, customFields, computedFields, relationships } = model.abilities;
  const plain = formFields(model)
    .map(([name]) => name)
    .filter((name) => name !== 'id' && name !== 'custom_fields');
  return [
    'id',
    'object_type',
    'display',
    ...(url ? ['url'] : []),
    ...(slug ? ['natural_slug'] : []),
    ...plain,
    ...(notes ? ['notes_url'] : []),
    ...(computedFields ? ['computed_fields'] : []),
    ...(customFields ? ['custom_fields'] : []),
    ...(relationships ? ['relationships'] : []),
  ];
}

const elsewhere = new Set(['id', 'status', 'created', 'last_updated', 'comments', 'custom_fields']);

const isList = ([, field]: [string, Field]): boolean => field.isMany || field.kind.lookups === 'labels';

/** One panel with the object's own values, one for each list and for its comments. */
function mainPanels(model: Model): Panels {
  const fields = formFields(model);
  const own = fields.filter((entry) => !isList(entry) && !elsewhere.has(entry[0])).map(([name]) => name);
  const apart = fields.filter((entry) => isList(entry) || entry[0] === 'comments').map(([name]) => name);
  return [
    { [heading(model)]: { fields: own } },
    Object.fromEntries(apart.map((name) => [keyTitle(model, name), { fields: [name] }])),
  ];
}

function advanced(model: Model): { fields: string[] } {
  const { timestamps, slug } = model.abilities;
  const times = timestamps ? ['created', 'last_updated'] : [];
  return { fields: ['id', 'url', 'object_type', ...times, ...(slug ? ['natural_slug'] : [])] };
}
