import type { RelationshipSide } from '@plumbline/extensions';
import type { Catalog } from '@plumbline/model';
import {
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLUnionType,
} from 'graphql';
import type { Context, Item } from '../context';
import type { Definitions } from './definitions';
import type { Groups } from './groups';

/** What fields are made with. */
export interface Types {
  catalog: Catalog;
  /** The content type of content types themselves. */
  contentTypeLabel: string;
  /** The type of the objects of each model that can be asked for. */
  byLabel: ReadonlyMap<string, GraphQLObjectType<Item, Context>>;
  argumentsOf(label: string): GraphQLFieldConfigArgumentMap;
  /** The type of what may be an object of several models. */
  union(name: string, labels: readonly string[] | undefined): GraphQLUnionType;
  definitions: Definitions;
  groups: Groups | undefined;
  relationshipSidesOf(label: string): RelationshipSide[];
}

/** Fields of a type, by name. */
export type Fields = GraphQLFieldConfigMap<Item, Context>;

/** The id every object has. */
export const idField: Fields[string] = { type: new GraphQLNonNull(GraphQLID) };
