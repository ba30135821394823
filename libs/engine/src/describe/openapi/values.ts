import { capitalise, type Field, fieldTitle, type Model } from '@plumbline/model';
import { listOf, named, objectOf, orNull, type Schema, schemaOfWire } from './schema';

/** The schema of a field's value as objects show it. */
export function shownValue(model: Model, name: string, field: Field): Schema {
  const { kind, options } = field;
  if (kind.name === 'choice') return shownChoice(model, name, field);
  if (kind.name === 'generic') return named('NullableRelatedObject');
  if (kind.lookups === 'labels') return listOf({ type: 'string' });
  if (field.isMany) return listOf(named('RelatedObject'));
  if (field.isRelation) return named(options.nullable ? 'NullableRelatedObject' : 'RelatedObject');
  const schema = plainValue(field);
  const { format: _strict, ...asWritten } = schema;
  // Addresses are shown as they were written, also with letters that a URI in the strict sense cannot have.
  return nullable(field, kind.name === 'url' ? asWritten : schema);
}

/** The schema of a field's value as requests bring it. */
export function sentValue(model: Model, name: string, field: Field): Schema {
  const { kind, options } = field;
  if (kind.name === 'choice') return bareChoice(model, name, field);
  if (kind.lookups === 'labels') return listOf({ type: 'string' });
  if (field.isMany) return listOf(named('RelatedObjectRequest'));
  if (field.isRelation) return named(options.nullable ? 'NullableRelatedObjectRequest' : 'RelatedObjectRequest');
  const schema = plainValue(field);
  return nullable(field, { ...schema, ...(schema.type === 'string' ? textLimits(field) : {}) });
}

const nullable = ({ options }: Field, schema: Schema): Schema =>
  options.nullable && schema.type !== undefined ? orNull(schema) : schema;

function plainValue(field: Field): Schema {
  const { kind, options } = field;
  const { format, ...schema } = schemaOfWire(kind.wire(field));
  const emptyAllowed = options.blank && schema.type === 'string';
  return {
    ...schema,
    ...(format !== undefined && !emptyAllowed ? { format } : {}),
    ...(schema.type === 'integer' ? { format: integerFormat(options) } : {}),
    ...numberLimits(field, schema),
    ...(options.maxLength === undefined || schema.type !== 'string' ? {} : { maxLength: options.maxLength }),
  };
}

const largestShort = 2 ** 31 - 1;

const integerFormat = ({ max, min }: Field['options']): string =>
  Math.max(Math.abs(max ?? 0), Math.abs(min ?? 0)) > largestShort ? 'int64' : 'int32';

function numberLimits({ options }: Field, schema: Schema): Schema {
  if (schema.type !== 'integer' && schema.type !== 'number') return {};
  return {
    ...(options.min === undefined ? {} : { minimum: options.min }),
    ...(options.max === undefined ? {} : { maximum: options.max }),
  };
}

function textLimits({ kind, options }: Field): Schema {
  const least = options.minLength ?? (options.blank || kind.name !== 'text' ? undefined : 1);
  const pattern = kind.name === 'color' ? '^[0-9a-f]{6}$' : portablePattern(options);
  return {
    ...(least === undefined ? {} : { minLength: least }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** Unicode classes are not understood by every reader of schemas, and a pattern would refuse the empty text. */
function portablePattern({ pattern, blank }: Field['options']): string | undefined {
  return pattern && !blank && !pattern.source.includes('\\p{') ? pattern.source : undefined;
}

/** The name under which a field's choices are described; `PrefixType`. */
const choiceName = (model: Model, name: string): string =>
  `${model.className}${name.split('_').map(capitalise).join('')}`;

const mayBeNull = ({ options }: Field): boolean => options.nullable || options.blank;

function shownChoice(model: Model, name: string, field: Field): Schema {
  if (field.options.plainChoice) return bareChoice(model, name, field);
  const base = choiceName(model, name);
  return named(mayBeNull(field) ? `Nullable${base}` : base);
}

/** A choice without its label, as requests bring it and some objects show it. */
function bareChoice(model: Model, name: string, { options }: Field): Schema {
  const base = `${choiceName(model, name)}Enum`;
  const alsoBlank = options.blank && !options.choices?.some(([value]) => value === '');
  return named(options.nullable ? `Nullable${base}` : alsoBlank ? `Blank${base}` : base);
}

/** The named schemas of a model's choices: their values, and the form with a label in which objects show them. */
export function choiceSchemas(model: Model): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const [name, field] of Object.entries(model.fields)) {
    const { choices, plainChoice, blank, nullable: isNullable } = field.options;
    if (!choices || field.options.hidden) continue;
    const base = choiceName(model, name);
    const values = choices.map(([value]) => value);
    const type = typeof values[0] === 'number' ? 'integer' : 'string';
    const description = `${fieldTitle(name, field)} of ${model.plural}: ${choices.map(([value, label]) => `\`${value}\` ${label}`).join(', ')}.`;
    schemas[`${base}Enum`] = { type, enum: values, description };
    if (blank && !values.includes('')) schemas[`Blank${base}Enum`] = { type, enum: [...values, ''], description };
    if (isNullable) schemas[`Nullable${base}Enum`] = { type, nullable: true, enum: [...values, null], description };
    if (plainChoice) continue;
    const labels = [...new Set(choices.map(([, label]) => label))];
    const shown = objectOf({ value: named(`${base}Enum`), label: { type: 'string', enum: labels } });
    schemas[base] = shown;
    if (mayBeNull(field)) schemas[`Nullable${base}`] = orNull(shown);
  }
  return schemas;
}
