import type { Field, Model } from '@plumbline/model';
import { listOf, named, objectOf, orNull, type Schema } from '../../core/apiSchema';
import type { ExtensionKey, Extensions } from '../../core/extensions/extension';
import { mandatoryFields, writableFields } from '../../core/fieldSets';
import { optInKeys, shownFields } from '../../plan/representation';
import { requestName } from './names';
import { sentValue, shownValue, valueSchemas } from './values';

const readOnly = (schema: Schema): Schema => ('$ref' in schema ? schema : { ...schema, readOnly: true });
const text = (format?: string): Schema => readOnly({ type: 'string', ...(format ? { format } : {}) });

const key = ({ keyType }: Model): Schema =>
  keyType === 'int' ? { type: 'integer', format: 'int64' } : { type: 'string', format: 'uuid' };

/** Every schema that belongs to one model, by name. */
export function modelSchemas(extensions: Extensions, model: Model): Record<string, Schema> {
  const { className: name } = model;
  return {
    ...valueSchemas(model),
    [name]: shownObject(extensions, model),
    [`Nested${name}`]: nestedObject(extensions, model),
    [`Paginated${name}List`]: pageOf(named(name)),
    ...(writes(model, 'POST') || writes(model, 'PUT')
      ? { [requestName(model)]: sentObject(extensions, model, true, false) }
      : {}),
    ...(writes(model, 'PUT') ? { [`BulkWritable${name}Request`]: sentObject(extensions, model, true, true) } : {}),
    ...(writes(model, 'PATCH')
      ? {
          [requestName(model, true)]: sentObject(extensions, model, false, false),
          [`PatchedBulkWritable${name}Request`]: sentObject(extensions, model, false, true),
        }
      : {}),
  };
}

const writes = (model: Model, method: Model['methods'][number]): boolean => model.methods.includes(method);

/** A page of a list. */
const pageOf = (items: Schema): Schema =>
  objectOf({
    count: { type: 'integer' },
    next: orNull({ type: 'string', format: 'uri' }),
    previous: orNull({ type: 'string', format: 'uri' }),
    results: listOf(items),
  });

/** An object by itself. Keys that must be asked for, and what is only counted, are not promised. */
function shownObject(extensions: Extensions, model: Model): Schema {
  const fields = shownFields(model, { root: true });
  const properties = {
    ...commonProperties(model),
    ...Object.fromEntries(fields.map(([name, field]) => [name, shownProperty(extensions, model, name, field)])),
    ...addedAlways(extensions, model),
  };
  const optIn = optInKeys(extensions, model);
  const optional = new Set(fields.filter(([name, field]) => isCounted(name, field)).map(([name]) => name));
  return {
    ...objectOf(
      { ...properties, ...Object.fromEntries(optIn.map((name) => [name, optInProperty(extensions, model, name)])) },
      Object.keys(properties).filter((name) => !optional.has(name)),
    ),
    ...(model.description ? { description: model.description } : {}),
  };
}

const isCounted = (name: string, { kind, options }: Field): boolean =>
  kind.source === 'counted' || name === 'tree_depth' || (options.readOnly === true && name.endsWith('_count'));

function optInProperty(extensions: Extensions, model: Model, name: string): Schema {
  const field = model.fields[name];
  return field ? shownProperty(extensions, model, name, field) : addedProperty(extensions.key(model, name)!);
}

const addedProperty = ({ schema, readOnly: isReadOnly }: ExtensionKey): Schema =>
  isReadOnly ? readOnly(schema) : schema;

/** The keys of extensions that are always there, beside those that are columns. */
const addedAlways = (extensions: Extensions, model: Model): Record<string, Schema> =>
  Object.fromEntries(
    extensions
      .keysOf(model)
      .filter(({ key, optIn }) => !optIn && !model.fields[key])
      .map((key) => [key.key, addedProperty(key)]),
  );

function commonProperties(model: Model): Record<string, Schema> {
  return {
    id: readOnly(key(model)),
    object_type: readOnly({ type: 'string', enum: [model.label] }),
    display: text(),
    ...(model.abilities.url ? { url: text('uri') } : {}),
    ...(model.abilities.slug ? { natural_slug: text() } : {}),
  };
}

function shownProperty(extensions: Extensions, model: Model, name: string, field: Field): Schema {
  const schema = extensions.key(model, name)?.schema ?? shownValue(model, name, field);
  return described(field, field.options.readOnly ? readOnly(schema) : schema);
}

/** A reference stands alone in OpenAPI 3.0, so only other schemas take a sentence of the field's own. */
const described = ({ options }: Field, schema: Schema): Schema =>
  options.description && !('$ref' in schema) ? { ...schema, description: options.description } : schema;

/** An object inside another: its own relations are URLs, or objects in turn when `depth` reaches further. */
function nestedObject(extensions: Extensions, model: Model): Schema {
  const properties = {
    ...commonProperties(model),
    ...Object.fromEntries(
      shownFields(model, { root: false }).map(([name, field]) => [
        name,
        nestedProperty(extensions, model, name, field),
      ]),
    ),
    ...addedAlways(extensions, model),
  };
  return objectOf(properties);
}

function nestedProperty(extensions: Extensions, model: Model, name: string, field: Field): Schema {
  if (!field.isRelation && !field.isMany) {
    const shown = shownProperty(extensions, model, name, field);
    return field.kind.isSealed && !('$ref' in shown) ? orNull(shown) : shown;
  }
  const url: Schema = { type: 'string', format: 'uri' };
  const maybe = field.options.nullable || field.kind.source === 'generic';
  if (field.isMany) return listOf({ oneOf: [url, named('RelatedObject')] });
  return { oneOf: [maybe ? orNull(url) : url, named('RelatedObject')] };
}

/**
 * The body of a write; a change needs no key but, in a list, the id. Defaults are left out: generated clients take keys
 * that have them for mandatory, or send them with every change.
 */
function sentObject(extensions: Extensions, model: Model, whole: boolean, inList: boolean): Schema {
  const properties = {
    ...(inList ? { id: key(model) } : {}),
    ...Object.fromEntries(
      writableFields(model).map(([name, field]) => [name, sentProperty(extensions, model, name, field)]),
    ),
    ...Object.fromEntries(
      extensions
        .keysOf(model)
        .filter(({ key, readOnly }) => !readOnly && !model.fields[key])
        .map(({ key, schema }) => [key, schema]),
    ),
  };
  return objectOf(properties, [...(inList ? ['id'] : []), ...(whole ? mandatoryFields(model) : [])]);
}

function sentProperty(extensions: Extensions, model: Model, name: string, field: Field): Schema {
  const schema = extensions.key(model, name)?.schema ?? sentValue(model, name, field);
  const secret = field.options.writeOnly && !('$ref' in schema) ? { ...schema, writeOnly: true } : schema;
  return described(field, secret);
}
