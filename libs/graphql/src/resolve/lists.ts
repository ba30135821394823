import type { ObjectKey } from '@plumbline/model';
import type { GraphQLFieldResolver, GraphQLObjectType } from 'graphql';
import { type Context, type Item, prepared } from '../context';
import { selectionOf } from '../selection';
import { batch, delivered } from './batch';
import { fetchItems, viewer } from './fetch';
import { listOptions } from './listOptions';
import type { Resolver } from './one';

/** The list of a model, of what the caller may view. */
export const rootList =
  (label: string, type: GraphQLObjectType): GraphQLFieldResolver<unknown, Context> =>
  async (_root, args, context, info) => {
    const selection = selectionOf(info, type, info.fieldNodes);
    const found = await fetchItems(context, label, selection, { ...listOptions(args), ...viewer(context) });
    return context.budget.spend(found.length, selection.size) ? found.map(({ item }) => item) : null;
  };

/** What refers to an object by a field, of what the caller may view. */
export const referring =
  (label: string, type: GraphQLObjectType, via: string): Resolver =>
  (row, args, context, info) => {
    const { size, loader } = prepared(context, info.fieldNodes, () => {
      const selection = selectionOf(info, type, info.fieldNodes);
      const find = async (ids: readonly ObjectKey[]) => {
        const request = { ...listOptions(args), of: { field: via, ids: [...ids] }, ...viewer(context) };
        const lists = new Map<unknown, Item[]>(ids.map((id) => [id, []]));
        for (const { owner, item } of await fetchItems(context, label, selection, request))
          lists.get(owner)?.push(item);
        return ids.map((id) => lists.get(id)!);
      };
      return { size: selection.size, loader: batch(context, find) };
    });
    return delivered(context, loader.load(row.id), size);
  };
