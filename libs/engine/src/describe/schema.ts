import type { Field, Model, Property } from '@plumbline/model';
import type { Engine } from '../core/engine';
import type { ExtensionKey, Extensions } from '../core/extensions/extension';
import { extensionsOf } from '../core/extensions/registered';
import { mandatoryFields } from '../core/fieldSets';
import { propertyOf } from './property';
import type { RelationDefault } from './relationDefaults';
import { commonTitles } from './titles';

/** The form schema of a model's endpoint: every key an object has or takes, in the order of the wire. */
export function formSchema(
  engine: Engine,
  model: Model,
  defaults: Record<string, RelationDefault>,
): Property & { properties: Record<string, Property> } {
  const own = (name: string, field: Field): Property => ({
    ...propertyOf(engine, model, name, field),
    ...(defaults[name] ? { default: defaults[name] } : {}),
  });
  const extensions = extensionsOf(engine);
  const added = (leads: boolean) =>
    extensions
      .keysOf(model)
      .filter((key) => (key.leads ?? false) === leads)
      .map((key) => addedProperty(engine, model, key));
  const described = ([name, field]: [string, Field]): [string, Property][] =>
    name === 'id' ? [[name, own(name, field)], ...leading(model), ...added(true)] : [[name, own(name, field)]];
  const fields = formFields(extensions, model);
  return {
    title: model.className.replace(/(?!^)([A-Z])/g, ' $1'),
    type: 'object',
    required: mandatoryFields(model),
    properties: Object.fromEntries([
      ...fields.filter(([, { options }]) => !options.last).flatMap(described),
      ...added(false),
      ...fields.filter(([, { options }]) => options.last).flatMap(described),
    ]),
  };
}

/** The fields of forms: those of objects, without the keys the reference does not know and without those of extensions. */
export function formFields(extensions: Extensions, model: Model): [string, Field][] {
  return Object.entries(model.fields).filter(
    ([name, { options }]) =>
      (options.inForms === 'only' || (options.inForms === 'same' && !options.hidden)) && !extensions.key(model, name),
  );
}

const text = (key: keyof typeof commonTitles): [string, Property] => [
  key,
  { type: 'string', title: commonTitles[key], readOnly: true },
];

/** The keys that stand next to the id. */
function leading({ abilities: { url, slug } }: Model): [string, Property][] {
  return [
    text('object_type'),
    text('display'),
    ...(url
      ? [['url', { type: 'string', title: commonTitles.url, uniqueItems: true, readOnly: true }] as [string, Property]]
      : []),
    ...(slug ? [text('natural_slug')] : []),
  ];
}

/** The property of a key of an extension. */
const addedProperty = (engine: Engine, model: Model, { key, title, form }: ExtensionKey): [string, Property] => {
  const { type, ...more } = form(engine, model);
  return [key, { type, title, ...more }];
};
