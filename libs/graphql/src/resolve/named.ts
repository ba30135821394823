import type { ObjectKey } from '@plumbline/model';
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { type Context, type Item, isHidden, prepared } from '../context';
import { type Selection, selectionOf } from '../selection';
import { batch, delivered } from './batch';
import { fetchItems, fetchRelated, fetchRows, viewer } from './fetch';
import { type Arguments, listOptions, part } from './listOptions';
import type { Resolver } from './one';

/** Finds the ids that each row names. */
type IdsOf = (context: Context, rows: readonly Item[]) => Promise<ObjectKey[][]>;

/** Ids that stand in a column of the row. */
export const inColumn =
  (idsOf: (row: Item) => ObjectKey[]): IdsOf =>
  async (_context, rows) =>
    rows.map(idsOf);

/** Ids that rows of another model link with the row, or with what its column `at` names. */
export const linkedBy =
  (link: string, via: string, through: string, at = 'id'): IdsOf =>
  async (context, rows) => {
    const shown = rows.filter((row) => !row[isHidden]);
    const ids = [...new Set(shown.map((row) => row[at] as ObjectKey | null).filter((id) => id !== null))];
    const reply = await fetchRows(context, link, [through], 0, { of: { field: via, ids }, unordered: true });
    const linked = new Map<unknown, Set<ObjectKey>>(ids.map((id) => [id, new Set()]));
    for (const [owner, , other] of reply) if (other !== null) linked.get(owner)!.add(other as ObjectKey);
    return rows.map((row) => (row[isHidden] ? [] : [...(linked.get(row[at]) ?? [])]));
  };

/** Who asks, where that decides what is shown. */
type Seen = Partial<ReturnType<typeof viewer>>;

const listOf =
  (seenBy: (context: Context) => Seen) =>
  (label: string, type: GraphQLObjectType, idsOf: IdsOf): Resolver =>
  (row, args, context, info) => {
    const { size, loader } = named(context, label, type, idsOf, args, info, seenBy(context));
    return delivered(context, loader.load(row), size);
  };

/** The objects a row names, shown as REST shows them inside it: to everybody who may see the row. */
export const several = listOf(() => ({}));

/** The objects that list a row among theirs, of what the caller may view. */
export const linking = listOf(viewer);

/** The object a row names when it names just one. */
export const single =
  (label: string, type: GraphQLObjectType, idsOf: IdsOf): Resolver =>
  async (row, args, context, info) => {
    const { size, loader } = named(context, label, type, idsOf, args, info);
    const items = await delivered(context, loader.load(row), size);
    return items?.length === 1 ? items[0] : null;
  };

const named = (
  context: Context,
  label: string,
  type: GraphQLObjectType,
  idsOf: IdsOf,
  args: Arguments,
  info: GraphQLResolveInfo,
  seen: Seen = {},
) =>
  prepared(context, info.fieldNodes, () => {
    const selection = selectionOf(info, type, info.fieldNodes);
    const find = (rows: readonly Item[]) => findNamed(context, label, selection, idsOf, args, seen, rows);
    return {
      size: selection.size,
      loader: batch<Item, Item[], ObjectKey>(context, find, { cacheKeyFn: (one) => one.id }),
    };
  });

/** The objects that rows name, in the order of their own list, as far as they match the arguments. */
async function findNamed(
  context: Context,
  label: string,
  selection: Selection,
  idsOf: IdsOf,
  args: Arguments,
  seen: Seen,
  rows: readonly Item[],
): Promise<Item[][]> {
  const { parameters, ...page } = listOptions(args);
  const ids = await idsOf(context, rows);
  const request = { ids: [...new Set(ids.flat())], ...(parameters ? { parameters } : {}), ...seen };
  const found = await (seen.viewer ? fetchItems : fetchRelated)(context, label, selection, request);
  const places = new Map(found.map(({ item }, place) => [item.id, place]));
  return ids.map((own) => {
    const present = own.map((id) => places.get(id)).filter((place) => place !== undefined);
    const inOrder = present.sort((one, other) => one - other);
    return part(inOrder, page).map((place) => found[place]!.item);
  });
}
