import { quoted } from '@plumbline/engine';
import type { SchemaError } from './checkSchemas';

type Describe = (value: string, error: SchemaError) => string;

const list = (items: unknown): string => [items].flat().map(quoted).join(', ');
const tooFew: Describe = (value) => `${value} is too short`;
const tooMany: Describe = (value) => `${value} is too long`;

/** What the contract's clients read of an error, by keyword. */
const words: Record<string, Describe> = {
  type: (value, { schema }) => `${value} is not of type ${list(schema)}`,
  enum: (value, { schema }) => `${value} is not one of ${quoted(schema)}`,
  const: (_, { schema }) => `${quoted(schema)} was expected`,
  required: (_, { params }) => `${quoted(params.missingProperty)} is a required property`,
  additionalProperties: (_, { unexpected }) =>
    `Additional properties are not allowed (${list(unexpected)} ${unexpected.length === 1 ? 'was' : 'were'} unexpected)`,
  minimum: (value, { schema }) => `${value} is less than the minimum of ${quoted(schema)}`,
  maximum: (value, { schema }) => `${value} is greater than the maximum of ${quoted(schema)}`,
  exclusiveMinimum: (value, { schema }) => `${value} is less than or equal to the minimum of ${quoted(schema)}`,
  exclusiveMaximum: (value, { schema }) => `${value} is greater than or equal to the maximum of ${quoted(schema)}`,
  multipleOf: (value, { schema }) => `${value} is not a multiple of ${quoted(schema)}`,
  minLength: tooFew,
  maxLength: tooMany,
  minItems: tooFew,
  maxItems: tooMany,
  minProperties: (value) => `${value} does not have enough properties`,
  maxProperties: (value) => `${value} has too many properties`,
  pattern: (value, { schema }) => `${value} does not match ${quoted(schema)}`,
  format: (value, { schema }) => `${value} is not a ${quoted(schema)}`,
  uniqueItems: (value) => `${value} has non-unique elements`,
  contains: (value) => `${value} does not contain items matching the given schema`,
  anyOf: (value) => `${value} is not valid under any of the given schemas`,
  oneOf: (value, { params }) =>
    params.passingSchemas
      ? `${value} is valid under more than one of the given schemas`
      : `${value} is not valid under any of the given schemas`,
  not: (value, { schema }) => `${value} should not be valid under ${quoted(schema)}`,
  dependencies: (_, { params }) => `${quoted(params.missingProperty)} is a dependency of ${quoted(params.property)}`,
  'false schema': (value) => `False schema does not allow ${value}`,
};

/** Says in words how a value and its schema disagree. */
export function describeSchemaError(error: SchemaError): string {
  const value = quoted(error.data);
  const describe = Object.hasOwn(words, error.keyword) ? words[error.keyword] : undefined;
  return describe ? describe(value, error) : `${value} is not valid under ${quoted(error.keyword)}`;
}
