import {
  type ChoiceSet,
  type Direction,
  type Field,
  fieldTitle,
  type Model,
  type SchemaReferences,
} from '@plumbline/model';
import type { OpenAPIV3 } from 'openapi-types';
import { named, objectOf, orNull, type PlainSchema, type Schema, schemaOfWire } from '../../core/apiSchema';
import { choicesName, genericName, valueName } from './names';
import { relatedOfSomeKind } from './shared';

/** The schema of a field's value as objects show it. */
export const shownValue = (model: Model, name: string, field: Field): Schema =>
  field.kind.schema?.(field, referencesOf(model, name), 'shown') ?? nullable(field, plainValue(field, 'shown'));

/** The schema of a field's value as requests bring it. */
export function sentValue(model: Model, name: string, field: Field): Schema {
  const { kind } = field;
  if (kind.schema) return kind.schema(field, referencesOf(model, name), 'sent');
  const schema = plainValue(field, 'sent');
  return nullable(field, { ...schema, ...(schema.type === 'string' ? textLimits(field) : {}) });
}

const referencesOf = (model: Model, name: string): SchemaReferences => ({
  choice: named(choicesName(model, name)),
  labelledChoice: named(valueName(model, name)),
  shownObject: named(genericName(model, name)),
  named,
});

const nullable = ({ options }: Field, schema: OpenAPIV3.SchemaObject): OpenAPIV3.SchemaObject =>
  options.nullable && schema.type !== undefined ? orNull(schema) : schema;

function plainValue(field: Field, direction: Direction): OpenAPIV3.SchemaObject {
  const { kind, options } = field;
  const { format, ...schema } = schemaOfWire(kind.wire(field, direction));
  const otherAllowed = options.otherForm !== undefined || (options.blank && schema.type === 'string');
  return {
    ...schema,
    ...(format !== undefined && !otherAllowed ? { format } : {}),
    ...(schema.type === 'integer' ? wholeNumber(options) : {}),
    ...numberLimits(field, schema),
    ...(options.maxLength === undefined || schema.type !== 'string' ? {} : { maxLength: options.maxLength }),
  };
}

const largestShort = 2 ** 31 - 1;

/** A whole number, of as many bits as its limits take. */
export const wholeNumber = ({ max = 0, min = 0 }: Pick<Field['options'], 'max' | 'min'>): PlainSchema => ({
  type: 'integer',
  format: Math.max(Math.abs(max), Math.abs(min)) > largestShort ? 'int64' : 'int32',
});

function numberLimits(
  { options }: Field,
  schema: Pick<OpenAPIV3.SchemaObject, 'type'>,
): Pick<OpenAPIV3.SchemaObject, 'minimum' | 'maximum'> {
  if (schema.type !== 'integer' && schema.type !== 'number') return {};
  return {
    ...(options.min === undefined ? {} : { minimum: options.min }),
    ...(options.max === undefined ? {} : { maximum: options.max }),
  };
}

function textLimits(field: Field): Schema {
  const { kind, options } = field;
  const wire = kind.wire(field, 'sent');
  const minLength = options.minLength ?? wire.minLength;
  const pattern = wire.pattern ?? portablePattern(options);
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** Unicode classes are not understood by every reader of schemas, and a pattern would refuse the empty text. */
function portablePattern({ pattern, blank }: Field['options']): string | undefined {
  return pattern && !blank && !pattern.source.includes('\\p{') ? pattern.source : undefined;
}

const mayBeNull = ({ options }: Field): boolean => options.nullable || options.blank;

function setOf(choices: ChoiceSet): Schema {
  const values = choices.map(([value]) => value);
  return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values };
}

/** A choice with its label, as objects show it. */
function labelled(model: Model, name: string, field: Field): Schema {
  const labels = [...new Set((field.options.choices ?? []).map(([, label]) => label))];
  const shown = objectOf({ value: named(choicesName(model, name)), label: { type: 'string', enum: labels } });
  return mayBeNull(field) ? orNull(shown) : shown;
}

/** The named schemas of a model's values: its choices with and without labels, and references to objects of any kind. */
export function valueSchemas(model: Model): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const [name, field] of Object.entries(model.fields)) {
    const { choices, hidden } = field.options;
    if (hidden) continue;
    if (field.kind.source === 'generic') schemas[genericName(model, name)] = relatedOfSomeKind;
    if (!choices) continue;
    const meanings = choices.map(([value, label]) => `\`${value}\` ${label}`).join(', ');
    schemas[choicesName(model, name)] = { ...setOf(choices), description: `${fieldTitle(name, field)}: ${meanings}.` };
    if (field.kind.isLabelled?.(field)) schemas[valueName(model, name)] = labelled(model, name, field);
  }
  return schemas;
}
