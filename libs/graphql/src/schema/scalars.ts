import type { ValueType } from '@plumbline/model';
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLScalarType, GraphQLString } from 'graphql';

const scalar = (name: string, description: string) =>
  new GraphQLScalarType({ name, description, serialize: (value) => value });

const numberOf = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value);

/** The types of single values; they are only ever sent, never taken. */
export const scalars: Record<ValueType, GraphQLScalarType> = {
  text: GraphQLString,
  integer: GraphQLInt,
  long: new GraphQLScalarType({
    name: 'BigInteger',
    description: 'A whole number of up to 53 bits.',
    serialize: numberOf,
  }),
  float: GraphQLFloat,
  boolean: GraphQLBoolean,
  dateTime: scalar('DateTime', 'A moment, in ISO 8601.'),
  date: scalar('Date', 'A day, as YYYY-MM-DD.'),
  uuid: scalar('UUID', 'A UUID, in lower case with dashes.'),
  json: scalar('GenericScalar', 'Any JSON value.'),
};
