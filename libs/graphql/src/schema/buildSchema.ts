import { type RelationshipSide, sidesFrom } from '@plumbline/extensions';
import type { Catalog, Manifest } from '@plumbline/model';
import {
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import type { Context, Item } from '../context';
import { rootList } from '../resolve/lists';
import { rootOne } from '../resolve/one';
import { listArguments } from './arguments';
import type { Definitions } from './definitions';
import { addedFields } from './fields/addedFields';
import { groupFields } from './fields/groupFields';
import { ownFields } from './fields/ownFields';
import { referringFields } from './fields/referringFields';
import type { Groups } from './groups';
import { isName, manyName, oneName, typeName } from './names';
import type { Types } from './types';
import { unionOf } from './unionOf';

/** The models that can be asked for. */
const outlined = (catalog: Catalog): Manifest[] => catalog.manifests.filter(({ outline }) => outline !== undefined);

/** Makes the schema of all models, and of what people have added to them. */
export function buildSchema(
  catalog: Catalog,
  definitions: Definitions,
  contentTypeLabel: string,
  groups?: Groups,
): GraphQLSchema {
  const manifests = outlined(catalog);
  const byLabel = new Map<string, GraphQLObjectType<Item, Context>>();
  const parameters = new Map<string, GraphQLFieldConfigArgumentMap>();
  const unions = new Map<string, ReturnType<typeof unionOf>>();
  const relationshipSides = new Map<string, RelationshipSide[]>();
  const types: Types = {
    catalog,
    contentTypeLabel,
    byLabel,
    definitions,
    groups,
    argumentsOf: (label) => parameters.get(label)!,
    union(name, labels) {
      const known = unions.get(name) ?? unionOf(name, byLabel, labels);
      unions.set(name, known);
      return known;
    },
    relationshipSidesOf: (label) => relationshipSides.get(label)!,
  };
  for (const manifest of manifests) {
    const { label } = manifest;
    relationshipSides.set(
      label,
      definitions.relationships
        .flatMap((one) => sidesFrom(one, label))
        .filter(({ relationship: { key } }) => isName(key)),
    );
    const customFields = definitions.customFields.filter(({ labels }) => labels.includes(label));
    parameters.set(label, listArguments(manifest, customFields, relationshipSides.get(label)!));
    byLabel.set(label, objectType(manifest, types));
  }
  // What is made of models is right, as a test sees; to look again each time somebody adds a field would take long.
  return new GraphQLSchema({ query: queryType(manifests, types), types: [...byLabel.values()], assumeValid: true });
}

const objectType = (manifest: Manifest, types: Types) =>
  new GraphQLObjectType<Item, Context>({
    name: typeName(manifest),
    fields: () => ({
      ...referringFields(manifest, types),
      ...groupFields(manifest, types),
      ...addedFields(manifest, types),
      ...ownFields(manifest, types),
    }),
  });

/** Two fields for each model: one object by its id, and the list. */
function queryType(manifests: Manifest[], types: Types): GraphQLObjectType {
  const fields: GraphQLFieldConfigMap<unknown, Context> = {};
  for (const manifest of manifests) {
    const { label, keyType } = manifest;
    const type = types.byLabel.get(label)!;
    const list = { type: new GraphQLList(type), args: types.argumentsOf(label), resolve: rootList(label, type) };
    const id = { type: GraphQLID };
    fields[oneName(manifest)] = { type, args: { id }, resolve: rootOne(label, type, keyType) };
    fields[manyName(manifest)] = list;
  }
  return new GraphQLObjectType({ name: 'Query', fields });
}
