import type { Field, Model, PageLayout, Property } from '@plumbline/model';
import type { ExtensionKey, Extensions } from '../core/extensions/extension';
import { formFields } from './schema';
import { heading } from './titles';

interface ListedField {
  title: string;
  dataIndex: string;
  key: string;
}

type Panels = Record<string, { fields: string[] }>[];

/** How pages lay out the model's objects: panels of one object, columns of a list, called as in forms. */
export function viewOptionsOf(
  extensions: Extensions,
  model: Model,
  properties: Record<string, Property>,
): {
  retrieve: { tabs: Record<string, Panels> };
  list: { default_fields: ListedField[]; all_fields: ListedField[] };
} {
  const titleOf = (key: string): string => String(properties[key]?.title);
  const listed = (key: string): ListedField => ({ title: titleOf(key), dataIndex: key, key });
  const rest = formKeys(extensions, model).filter((key) => !model.listed.includes(key));
  return {
    retrieve: {
      tabs: {
        [heading(model)]: model.page
          ? laidOut(extensions, model, model.page, titleOf)
          : mainPanels(extensions, model, titleOf),
        Advanced: [{ 'Object Details': advanced(model) }],
        ...Object.fromEntries(
          Object.entries(model.page?.tabs ?? {}).map(([title, panels]) => [title, [filled(panels)]]),
        ),
      },
    },
    list: { default_fields: model.listed.map(listed), all_fields: [...model.listed, ...rest].map(listed) },
  };
}

/** Every key of a form, in order: what extensions add without being asked comes before the last fields, the rest behind. */
function formKeys(extensions: Extensions, model: Model): string[] {
  const { url, slug } = model.abilities;
  const fields = (last: boolean) =>
    formFields(extensions, model).flatMap(([name, { options }]) =>
      name !== 'id' && options.last === last ? [name] : [],
    );
  const added = extensions.keysOf(model);
  const names = (keys: readonly ExtensionKey[]) => keys.map(({ key }) => key);
  const behind = added.filter(({ leads }) => !leads);
  return [
    'id',
    'object_type',
    'display',
    ...(url ? ['url'] : []),
    ...(slug ? ['natural_slug'] : []),
    ...names(added.filter(({ leads }) => leads)),
    ...fields(false),
    ...names(behind.filter(({ readOnly, optIn }) => readOnly && !optIn)),
    ...fields(true),
    ...names(behind.filter(({ readOnly, optIn }) => readOnly && optIn)),
    ...names(behind.filter(({ readOnly }) => !readOnly)),
  ];
}

const elsewhere = new Set(['id', 'status', 'created', 'last_updated', 'comments']);

const isList = ([, field]: [string, Field]): boolean => field.isSet;

/** One panel with the object's own values, one for each list and for its comments. */
function mainPanels(extensions: Extensions, model: Model, titleOf: (key: string) => string): Panels {
  const fields = formFields(extensions, model);
  const own = fields.filter((entry) => !isList(entry) && !elsewhere.has(entry[0])).map(([name]) => name);
  const apart = fields.filter((entry) => isList(entry) || entry[0] === 'comments').map(([name]) => name);
  return [
    { [heading(model)]: { fields: own } },
    Object.fromEntries(apart.map((name) => [titleOf(name), { fields: [name] }])),
  ];
}

/** Keys that pages show in places of their own, whatever their layout, as all that extensions add. */
const neverLaidOut = ['display', 'status'];
const apartFromOthers = ['comments', 'tags'];

const filled = (panels: PageLayout['panels']): Panels[number] =>
  Object.fromEntries(Object.entries(panels).map(([title, fields]) => [title, { fields: [...fields] }]));

/** The panels that the model says; then, apart, its comments and tags. */
function laidOut(
  extensions: Extensions,
  model: Model,
  { panels, others, tabs = {} }: PageLayout,
  titleOf: (key: string) => string,
): Panels {
  const keys = formKeys(extensions, model);
  const inTabs = [...advanced(model).fields, ...Object.values(tabs).flatMap((tab) => Object.values(tab).flat())];
  const added = extensions.keysOf(model).map(({ key }) => key);
  const shown = new Set([...Object.values(panels).flat(), ...apartFromOthers, ...inTabs, ...neverLaidOut, ...added]);
  return [
    {
      ...filled(panels),
      ...(others ? { 'Other Fields': { fields: keys.filter((key) => !shown.has(key)).sort() } } : {}),
    },
    Object.fromEntries(
      apartFromOthers.filter((key) => keys.includes(key)).map((key) => [titleOf(key), { fields: [key] }]),
    ),
  ];
}

function advanced(model: Model): { fields: string[] } {
  const { slug } = model.abilities;
  const times = ['created', 'last_updated'].filter((name) => model.fields[name]);
  return { fields: ['id', 'url', 'object_type', ...times, ...(slug ? ['natural_slug'] : [])] };
}
