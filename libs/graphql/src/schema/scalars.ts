import type { ValueType } from '@plumbline/model';
import { GraphQLBoolean, GraphQLError, GraphQLFloat, GraphQLInt, GraphQLScalarType, GraphQLString } from 'graphql';

const scalar = (name: string, description: string) =>
  new GraphQLScalarType({ name, description, serialize: (value) => value });

const numberOf = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value);

function takeLong(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return value;
  throw new GraphQLError(
    `BigInteger cannot represent ${JSON.stringify(value)}: a whole number of up to 53 bits is expected.`,
  );
}

/** The types of single values; of those that are ours, arguments take large numbers alone. */
export const scalars: Record<ValueType, GraphQLScalarType> = {
  text: GraphQLString,
  integer: GraphQLInt,
  long: new GraphQLScalarType({
    name: 'BigInteger',
    description: 'A whole number of up to 53 bits.',
    serialize: numberOf,
    parseValue: takeLong,
  }),
  float: GraphQLFloat,
  decimal: scalar('Decimal', 'A decimal number, as text.'),
  boolean: GraphQLBoolean,
  dateTime: scalar('DateTime', 'A moment, in ISO 8601.'),
  date: scalar('Date', 'A day, as YYYY-MM-DD.'),
  uuid: scalar('UUID', 'A UUID, in lower case with dashes.'),
  json: scalar('GenericScalar', 'Any JSON value.'),
};
