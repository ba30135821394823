import { type ObjectKey, readObjectKey } from '@plumbline/model';
import type DataLoader from 'dataloader';
import { GraphQLError, type GraphQLFieldResolver, type GraphQLObjectType } from 'graphql';
import { type Context, type Item, model, prepared } from '../context';
import { type Selection, selectionOf } from '../selection';
import { batch } from './batch';
import { fetchItems, fetchRelated, viewer } from './fetch';

export type Resolver = GraphQLFieldResolver<Item, Context>;

/** Loads objects of one model by their ids, all that are asked for at one place of a query at once. */
export const byId = (context: Context, label: string, selection: Selection): DataLoader<ObjectKey, Item | null> =>
  batch(context, async (ids) => {
    const found = await fetchRelated(context, label, selection, { ids: [...ids], unordered: true });
    const items = new Map(found.map(({ item }) => [item.id, item]));
    return ids.map((id) => items.get(id) ?? null);
  });

/** The object a row names, shown as REST shows it inside others: to everybody who may see the row. */
export const one =
  (label: string, type: GraphQLObjectType, idOf: (row: Item) => unknown): Resolver =>
  (row, _args, context, info) => {
    const id = idOf(row);
    if (id === null || id === undefined) return null;
    const { selection, loader } = prepared(context, info.fieldNodes, () => {
      const wanted = selectionOf(info, type, info.fieldNodes);
      return { selection: wanted, loader: byId(context, label, wanted) };
    });
    if (!context.budget.spend(1, selection.size)) return null;
    const isKnown = selection.columns.length === 0 && !(selection.asksLinks && context.work.viewer);
    return isKnown ? { id, [model]: label } : loader.load(id as ObjectKey);
  };

/** The object an argument names, to those who may view it. */
export const rootOne =
  (label: string, type: GraphQLObjectType, keyType: 'uuid' | 'int'): GraphQLFieldResolver<unknown, Context> =>
  async (_root, { id: given }, context, info) => {
    if (given === null || given === undefined) return null;
    const id = readObjectKey(keyType, given);
    if (id === undefined) throw new GraphQLError(`“${given}” is not a valid ${keyType === 'uuid' ? 'UUID' : 'id'}.`);
    const selection = selectionOf(info, type, info.fieldNodes);
    const [found] = await fetchItems(context, label, selection, { ids: [id], ...viewer(context) });
    context.budget.spend(1, selection.size);
    return found?.item ?? null;
  };
