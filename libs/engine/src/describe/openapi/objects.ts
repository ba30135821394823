import type { Field, Model } from '@plumbline/model';
import { optInKeys, shownFields } from '../../read/shape';
import { mandatoryFields, writableFields } from '../../write/readBody';
import { listOf, named, objectOf, orNull, type Schema } from './schema';
import { choiceSchemas, sentValue, shownValue } from './values';

const readOnly = (schema: Schema): Schema => (schema.$ref ? schema : { ...schema, readOnly: true });
const text = (format?: string): Schema => readOnly({ type: 'string', ...(format ? { format } : {}) });
const free: Schema = { type: 'object', additionalProperties: {} };

const key = ({ keyType }: Model): Schema =>
  keyType === 'int' ? { type: 'integer', format: 'int64' } : { type: 'string', format: 'uuid' };

/** Every schema that belongs to one model, by name. */
export function modelSchemas(model: Model): Record<string, Schema> {
  const { className: name } = model;
  return {
    ...choiceSchemas(model),
    [name]: shownObject(model),
    [`Nested${name}`]: nestedObject(model),
    [`Paginated${name}List`]: pageOf(named(name)),
    ...(writes(model, 'POST') || writes(model, 'PUT') ? { [`${name}Request`]: sentObject(model, true, false) } : {}),
    ...(writes(model, 'PUT') ? { [`BulkWritable${name}Request`]: sentObject(model, true, true) } : {}),
    ...(writes(model, 'PATCH')
      ? {
          [`Patched${name}Request`]: sentObject(model, false, false),
          [`PatchedBulkWritable${name}Request`]: sentObject(model, false, true),
        }
      : {}),
    ...(writes(model, 'DELETE') ? { [`BulkDestroy${name}Request`]: objectOf({ id: key(model) }) } : {}),
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
function shownObject(model: Model): Schema {
  const fields = shownFields(model, { root: true });
  const properties = {
    ...commonProperties(model),
    ...Object.fromEntries(fields.map(([name, field]) => [name, shownProperty(model, name, field)])),
    ...(model.abilities.notes ? { notes_url: text('uri') } : {}),
  };
  const optIn = optInKeys(model);
  const optional = new Set(fields.filter(([name, field]) => isCounted(name, field)).map(([name]) => name));
  return {
    ...objectOf(
      { ...properties, ...Object.fromEntries(optIn.map((name) => [name, optInProperty(model, name)])) },
      Object.keys(properties).filter((name) => !optional.has(name)),
    ),
    ...(model.description ? { description: model.description } : {}),
  };
}

const isCounted = (name: string, { kind, options }: Field): boolean =>
  kind.name === 'counter' || name === 'tree_depth' || (options.readOnly === true && name.endsWith('_count'));

function optInProperty(model: Model, name: string): Schema {
  const field = model.fields[name];
  return field ? shownProperty(model, name, field) : free;
}

function commonProperties(model: Model): Record<string, Schema> {
  return {
    id: readOnly(key(model)),
    object_type: readOnly({ type: 'string', enum: [model.label] }),
    display: text(),
    ...(model.abilities.url ? { url: text('uri') } : {}),
    ...(model.abilities.slug ? { natural_slug: text() } : {}),
  };
}

function shownProperty(model: Model, name: string, field: Field): Schema {
  const schema = name === 'custom_fields' ? free : shownValue(model, name, field);
  return described(field, field.options.readOnly ? readOnly(schema) : schema);
}

/** A reference stands alone in OpenAPI 3.0, so only other schemas take a sentence of the field's own. */
const described = ({ options }: Field, schema: Schema): Schema =>
  options.description && !schema.$ref ? { ...schema, description: options.description } : schema;

/** An object inside another: its own relations are URLs, or objects in turn when `depth` reaches further. */
function nestedObject(model: Model): Schema {
  const properties = {
    ...commonProperties(model),
    ...Object.fromEntries(
      shownFields(model, { root: false }).map(([name, field]) => [name, nestedProperty(model, name, field)]),
    ),
    ...(model.abilities.notes ? { notes_url: text('uri') } : {}),
  };
  return objectOf(properties);
}

function nestedProperty(model: Model, name: string, field: Field): Schema {
  if (field.kind.name === 'sealed') return orNull(shownProperty(model, name, field));
  if (!field.isRelation && !field.isMany) return shownProperty(model, name, field);
  const url: Schema = { type: 'string', format: 'uri' };
  const maybe = field.options.nullable || field.kind.name === 'generic';
  if (field.isMany) return listOf({ oneOf: [url, named('RelatedObject')] });
  return { oneOf: [maybe ? orNull(url) : url, named('RelatedObject')] };
}

/** The body of a write; a change needs no key but, in a list, the id. */
function sentObject(model: Model, whole: boolean, inList: boolean): Schema {
  const properties = {
    ...(inList ? { id: key(model) } : {}),
    ...Object.fromEntries(writableFields(model).map(([name, field]) => [name, sentProperty(model, name, field)])),
    ...(model.abilities.relationships ? { relationships: free } : {}),
  };
  return objectOf(properties, [...(inList ? ['id'] : []), ...(whole ? mandatoryFields(model) : [])]);
}

function sentProperty(model: Model, name: string, field: Field): Schema {
  const schema = name === 'custom_fields' ? free : sentValue(model, name, field);
  const secret = field.options.writeOnly && !schema.$ref ? { ...schema, writeOnly: true } : schema;
  return described(field, withDefault(field, secret));
}

function withDefault({ options }: Field, schema: Schema): Schema {
  const plain = ['string', 'number', 'boolean'].includes(typeof options.default);
  return plain && !schema.$ref ? { ...schema, default: options.default } : schema;
}
