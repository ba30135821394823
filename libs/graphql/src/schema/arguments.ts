import { customFieldSuffixes, type RelationshipSide } from '@plumbline/extensions';
import { lookupType, type Manifest, type ParameterType } from '@plumbline/model';
import {
  GraphQLBoolean,
  type GraphQLFieldConfigArgumentMap,
  GraphQLFloat,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLString,
} from 'graphql';
import type { CustomFieldDefinition } from './definitions';
import { argumentName } from './names';
import { scalars } from './scalars';

const types: Record<ParameterType, GraphQLInputType> = {
  text: GraphQLString,
  texts: new GraphQLList(GraphQLString),
  integer: GraphQLInt,
  integers: new GraphQLList(GraphQLInt),
  longs: new GraphQLList(scalars.long),
  floats: new GraphQLList(GraphQLFloat),
  boolean: GraphQLBoolean,
};

const paging: GraphQLFieldConfigArgumentMap = {
  limit: { type: GraphQLInt, description: 'At most so many; all when absent or 0.' },
  offset: { type: GraphQLInt, description: 'Leave out so many at the beginning.' },
};

/** The arguments of a list: the query parameters of the model's list in REST. */
export function listArguments(
  { outline }: Manifest,
  customFields: CustomFieldDefinition[],
  relationshipSides: RelationshipSide[],
): GraphQLFieldConfigArgumentMap {
  const own = Object.entries(outline!.parameters).flatMap(([name, { type, suffixes }]) =>
    named(name, suffixes, (suffix) => lookupType(type, suffix)),
  );
  const custom = customFields
    .filter(({ isFilter }) => isFilter)
    .flatMap(({ key, type }) => named(`cf_${key}`, customFieldSuffixes[type], () => customType(type)));
  const linked = relationshipSides
    .filter(({ relationship, own }) => !relationship[`${own}_hidden`])
    .flatMap(({ relationship, side }) => named(`cr_${relationship.key}__${side}`, [], () => 'texts'));
  return { ...Object.fromEntries([...own, ...custom, ...linked]), ...paging };
}

/** An argument for each look-up, but for those of a newer service whose types this version does not know. */
const named = (name: string, suffixes: string[], typeOf: (suffix: string) => ParameterType) =>
  ['', ...suffixes].flatMap((suffix) => {
    const type: GraphQLInputType | undefined = types[typeOf(suffix)];
    return type ? [[suffix === '' ? argumentName(name) : `${name}__${suffix}`, { type }]] : [];
  });

function customType(type: CustomFieldDefinition['type']): ParameterType {
  if (type === 'boolean') return 'boolean';
  return type === 'integer' ? 'longs' : 'texts';
}
