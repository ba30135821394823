import type { Manifest } from '@plumbline/model';
import { GraphQLEnumType, type GraphQLOutputType, GraphQLString } from 'graphql';
import { choiceName, choicesName } from './names';

/** The type of a field of fixed choices: an enum whose values stand for what is stored. */
export function choicesType(
  manifest: Manifest,
  field: string,
  values: readonly (string | number)[],
): GraphQLOutputType {
  if (values.length === 0) return GraphQLString;
  const named: Record<string, { value: string | number }> = {};
  for (const value of values) {
    const name = choiceName(value);
    named[Object.hasOwn(named, name) ? `${name}_${Object.keys(named).length}` : name] = { value };
  }
  return new GraphQLEnumType({ name: choicesName(manifest, field), values: named });
}
