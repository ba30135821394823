import { capitalise, type Field, fieldTitle, type Model } from '@plumbline/model';
import { fieldsOf } from '../customFields/known';
import type { Engine } from '../engine';
import { contentTypesOf } from './contentTypes';

/** One property of the form schema that OPTIONS answers: JSON schema, with what form builders need to offer objects. */
export type Property = Record<string, unknown>;

/**
 * Describes a field the way the recordings do: relations with the page that lists their targets, content types with all
 * that may be chosen, free JSON and everything computed as text (contract/README.md, options).
 */
export function propertyOf(engine: Engine, model: Model, name: string, field: Field): Property {
  const { form } = field.options;
  return { ...followingProperty(engine, model, name, field), ...(typeof form === 'function' ? form() : form) };
}

/** What the model's custom fields are given when nobody says otherwise. */
const customDefaults = (engine: Engine, model: Model): Record<string, unknown> =>
  Object.fromEntries(fieldsOf(engine, model.label).map((field) => [field.key, field.default ?? null]));

function followingProperty(engine: Engine, model: Model, name: string, field: Field): Property {
  const plainTitle = fieldTitle(name, undefined);
  const title = name === 'id' && model.keyType === 'int' ? 'ID' : capitalise(fieldTitle(name, field));
  const { kind, options } = field;
  const inList = title === plainTitle ? '' : title;
  if (kind.name === 'contentType') return contentTypeProperty(engine, field, plainTitle);
  if (kind.lookups === 'labels') return listProperty(plainTitle, contentTypeProperty(engine, field, ''));
  if (field.isMany) return listProperty(title, objectProperty(engine, field.with({ required: false }), inList));
  if (textInForms(name, field)) return { type: 'string', title, readOnly: true };
  if (field.isRelation) return objectProperty(engine, field, title);
  if (name === 'custom_fields') return { type: 'object', title, default: customDefaults(engine, model) };
  const { type, items } = kind.wire(field);
  if (kind.name === 'choices') return { type, title, ...enumeration(field) };
  if (type === 'array')
    return {
      type,
      title,
      required: false,
      items: { type: items?.type ?? 'string', title: '', ...limits(field) },
      uniqueItems: true,
    };
  return {
    type: orNull(field, typeName(field)),
    title,
    ...format(field),
    ...pattern(field),
    ...limits(field),
    ...choices(field),
    ...(options.readOnly ? { readOnly: true } : {}),
    ...(options.resetOnReplace && isPlain(options.default) ? { default: options.default } : {}),
  };
}

const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'function';

/** What is worked out by a function counts as text in the recordings, whatever it is. */
const textInForms = (name: string, { kind }: Field): boolean => kind.name === 'generic' || name === 'tree_depth';

const orNull = ({ options }: Field, type: string) =>
  options.nullable || options.default === null ? [type, 'null'] : type;

function typeName(field: Field): string {
  if (field.kind.lookups === 'json' && field.stored) return 'string';
  if (field.kind.name === 'decimal') return 'number';
  if (field.kind.lookups === 'choice') return 'string';
  const { type } = field.kind.wire(field);
  return type === 'any' ? 'string' : type;
}

/** Only identifiers and moments have a format in the recordings. */
function format(field: Field): Property {
  const { format: name } = field.kind.wire(field);
  return name === 'uuid' || name === 'date-time' ? { format: name } : {};
}

function pattern({ kind, options }: Field): Property {
  if (kind.name === 'color') return { pattern: '^[0-9a-f]{6}$' };
  return options.pattern ? { pattern: options.pattern.source } : {};
}

function limits({ kind, options }: Field): Property {
  const { maxLength, minLength, min, max } = options;
  if (options.readOnly || kind.name === 'timeZone') return {};
  return {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(min === undefined ? {} : { minimum: min }),
  };
}

function choices(field: Field): Property {
  const { readOnly, plainChoice } = field.options;
  return field.kind.lookups === 'choice' && field.options.choices && !(readOnly && plainChoice)
    ? enumeration(field)
    : {};
}

const enumeration = ({ options: { choices: among = [] } }: Field): Property => ({
  enum: among.map(([value]) => value),
  enumNames: among.map(([, label]) => label),
});

const listProperty = (title: string, items: Property): Property => ({
  type: 'array',
  title,
  required: [],
  items,
  uniqueItems: true,
});

/** A related object: what may be named, and the page where people find it. */
function objectProperty({ catalog }: Engine, field: Field, title: string): Property {
  const property = { type: orNull(field, 'object'), title, uniqueItems: true };
  if (field.options.readOnly) return { ...property, readOnly: true };
  const [appLabel, modelName] = field.options.to!.split('.');
  const target = catalog.find(field.options.to!);
  const hasPage = target?.endpoint !== undefined && target.app === appLabel && appLabel !== 'users';
  return {
    ...property,
    required: field.options.required,
    modelName,
    appLabel,
    modelUrl: hasPage ? `/${target.app}/${target.endpoint}/` : null,
  };
}

function contentTypeProperty(engine: Engine, field: Field, title: string): Property {
  const { required, readOnly } = field.options;
  const property = { title, uniqueItems: true };
  if (readOnly) return { type: 'string', ...property, enum: [], enumNames: [], readOnly };
  const labels = contentTypesOf(engine, field);
  return {
    type: field.kind.lookups === 'labels' ? 'string' : orNull(field, 'string'),
    ...property,
    required,
    modelName: 'contenttype',
    appLabel: 'contenttypes',
    modelUrl: null,
    enum: labels,
    enumNames: labels.map((label) => engine.catalog.contentTypeName(label)),
  };
}
