import { GraphQLUnionType } from 'graphql';
import { type Context, type Item, model } from '../context';
import type { Types } from './types';

/** The type of what may be an object of several models; of any, where none are named. */
export const unionOf = (name: string, byLabel: Types['byLabel'], labels: readonly string[] | undefined) =>
  new GraphQLUnionType({
    name,
    types: () => (labels ?? [...byLabel.keys()]).flatMap((label) => byLabel.get(label) ?? []),
    resolveType: (item: Item, _context: Context) => byLabel.get(item[model] ?? '')?.name,
  });
