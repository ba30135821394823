import type { Field, Model } from '@plumbline/model';
import type { Engine } from '../engine';
import { mandatoryFields } from '../write/readBody';
import { type Property, propertyOf } from './property';
import type { RelationDefault } from './relationDefaults';
import { commonTitles } from './titles';

/** The form schema of a model's endpoint: every key an object has or takes, in the order of the wire. */
export function formSchema(engine: Engine, model: Model, defaults: Record<string, RelationDefault>): Property {
  const own = (name: string, field: Field): Property => ({
    ...propertyOf(engine, model, name, field),
    ...(defaults[name] ? { default: defaults[name] } : {}),
  });
  return {
    title: model.className.replace(/(?!^)([A-Z])/g, ' $1'),
    type: 'object',
    required: mandatoryFields(model),
    properties: Object.fromEntries([
      ...formFields(model).flatMap(([name, field]) => properties(model, name, own(name, field))),
      ...(model.abilities.customFields ? [] : lastKeys(model)),
    ]),
  };
}

/** The fields of forms: those of objects, without the keys the reference does not know. */
export function formFields(model: Model): [string, Field][] {
  return Object.entries(model.fields).filter(
    ([, { options }]) => options.inForms === 'only' || (options.inForms === 'same' && !options.hidden),
  );
}

const text = (key: keyof typeof commonTitles): [string, Property] => [
  key,
  { type: 'string', title: commonTitles[key], readOnly: true },
];

/** A field's own property, with those of the keys that stand next to it. */
function properties(model: Model, name: string, property: Property): [string, Property][] {
  const { url, slug } = model.abilities;
  const own: [string, Property] = [name, property];
  if (name === 'id')
    return [
      own,
      text('object_type'),
      text('display'),
      ...(url
        ? [
            ['url', { type: 'string', title: commonTitles.url, uniqueItems: true, readOnly: true }] as [
              string,
              Property,
            ],
          ]
        : []),
      ...(slug ? [text('natural_slug')] : []),
    ];
  return name === 'custom_fields' ? lastKeys(model, own) : [own];
}

/** The keys behind the fields; custom fields stand among them. */
function lastKeys({ abilities }: Model, ...customFields: [string, Property][]): [string, Property][] {
  const { notes, computedFields, relationships } = abilities;
  return [
    ...(notes ? [text('notes_url')] : []),
    ...customFields,
    ...(computedFields ? [text('computed_fields')] : []),
    ...(relationships
      ? [['relationships', { type: 'object', title: commonTitles.relationships }] as [string, Property]]
      : []),
  ];
}
