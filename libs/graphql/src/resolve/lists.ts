import { query } from '@plumbline/engine';
import DataLoader from 'dataloader';
import type { GraphQLFieldResolver, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { type Context, type Item, prepared } from '../context';
import { type Selection, selectionOf } from '../selection';
import { fetchItems, type Key, viewer } from './fetch';
import { type Arguments, listOptions, part } from './listOptions';
import type { Resolver } from './one';

/** The list of a model, of what the caller may view. */
export const rootList =
  (label: string, type: GraphQLObjectType): GraphQLFieldResolver<unknown, Context> =>
  async (_root, args, context, info) => {
    const selection = selectionOf(info, type, info.fieldNodes);
    const found = await fetchItems(context, label, selection, { ...listOptions(args), ...viewer(context) });
    context.budget.spend(found.length, selection.size);
    return found.map(({ item }) => item);
  };

/** What refers to an object by a field, of what the caller may view. */
export const referring =
  (label: string, type: GraphQLObjectType, via: string): Resolver =>
  (row, args, context, info) =>
    prepared(context, info.fieldNodes, () => {
      const selection = selectionOf(info, type, info.fieldNodes);
      const options = listOptions(args);
      return new DataLoader(async (ids: readonly Key[]) => {
        const of = { field: via, ids: [...ids] };
        const found = await fetchItems(context, label, selection, { ...options, of, ...viewer(context) });
        context.budget.spend(found.length, selection.size);
        const lists = new Map<unknown, Item[]>(ids.map((id) => [id, []]));
        for (const { owner, item } of found) lists.get(owner)?.push(item);
        return ids.map((id) => lists.get(id)!);
      });
    }).load(row.id);

/** Finds the ids that each row names. */
type IdsOf = (context: Context, rows: readonly Item[]) => Promise<Key[][]>;

/** Ids that stand in a column of the row. */
export const inColumn =
  (idsOf: (row: Item) => Key[]): IdsOf =>
  async (_context, rows) =>
    rows.map(idsOf);

/** Ids that rows of another model link with the row, or with what its column `at` names. */
export const linkedBy =
  (link: string, via: string, through: string, at = 'id'): IdsOf =>
  async ({ work, budget }, rows) => {
    const ids = [...new Set(rows.map((row) => row[at] as Key | null).filter((id) => id !== null))];
    const atMost = budget.room(0);
    const request = { fields: [through], of: { field: via, ids }, unordered: true, atMost };
    const reply = ids.length === 0 ? [] : await query(work, link, request);
    if (reply.length > atMost) throw budget.refuse();
    const linked = new Map<unknown, Set<Key>>(ids.map((id) => [id, new Set()]));
    for (const [owner, , other] of reply) if (other !== null) linked.get(owner)!.add(other as Key);
    return rows.map((row) => [...(linked.get(row[at]) ?? [])]);
  };

/** The objects that rows name, in the order of their own list, as far as they match the arguments. */
function namedItems(context: Context, label: string, selection: Selection, idsOf: IdsOf, args: Arguments) {
  const { parameters, ...page } = listOptions(args);
  return new DataLoader<Item, Item[], Key>(
    async (rows) => {
      const named = await idsOf(context, rows);
      const ids = [...new Set(named.flat())];
      const request = { ids, ...(parameters ? { parameters } : {}) };
      const found = ids.length === 0 ? [] : await fetchItems(context, label, selection, request);
      const places = new Map(found.map(({ item }, place) => [item.id, place]));
      return named.map((own) => {
        const present = own.map((id) => places.get(id)).filter((place) => place !== undefined);
        const items = part(
          present.sort((a, b) => a - b),
          page,
        ).map((place) => found[place]!.item);
        context.budget.spend(items.length, selection.size);
        return items;
      });
    },
    { cacheKeyFn: (row) => row.id },
  );
}

/** The objects a row names, shown as REST shows them inside it: to everybody who may see the row. */
export const several =
  (label: string, type: GraphQLObjectType, idsOf: IdsOf): Resolver =>
  (row, args, context, info) =>
    loaderFor(context, label, type, idsOf, args, info).load(row);

/** The object a row names when it names just one. */
export const single =
  (label: string, type: GraphQLObjectType, idsOf: IdsOf): Resolver =>
  async (row, args, context, info) => {
    const items = await loaderFor(context, label, type, idsOf, args, info).load(row);
    return items.length === 1 ? items[0] : null;
  };

const loaderFor = (
  context: Context,
  label: string,
  type: GraphQLObjectType,
  idsOf: IdsOf,
  args: Arguments,
  info: GraphQLResolveInfo,
) =>
  prepared(context, info.fieldNodes, () =>
    namedItems(context, label, selectionOf(info, type, info.fieldNodes), idsOf, args),
  );
