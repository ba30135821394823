import { type Facet, linksOf, passing } from '@plumbline/engine';
import type DataLoader from 'dataloader';
import type { GraphQLObjectType } from 'graphql';
import { type Context, type Item, prepared } from '../context';
import { type Selection, selectionOf } from '../selection';
import { batch, delivered } from './batch';
import { fetchItems, type Key, viewer } from './fetch';
import type { Resolver } from './one';

/** The objects at the other end of a relationship that the caller may view: a list, or the one there may be. */
export const related =
  (facet: Facet, label: string, type: GraphQLObjectType): Resolver =>
  async (row, _args, context, info) => {
    const { size, loader } = prepared(context, info.fieldNodes, () => {
      const selection = selectionOf(info, type, info.fieldNodes);
      return { size: selection.size, loader: atOtherEnd(context, facet, label, selection) };
    });
    const items = await delivered(context, loader.load(row.id), size);
    return facet.many ? items : (items?.[0] ?? null);
  };

function atOtherEnd(
  context: Context,
  facet: Facet,
  label: string,
  selection: Selection,
): DataLoader<Key, Item[] | null> {
  const { work } = context;
  return batch(context, async (ids) => {
    const [links, takesPart] = await Promise.all([
      linksOf(work, [facet], [...ids]),
      passing(work, label, facet, [...ids]),
    ]);
    const linked = ids.map((id) => (takesPart(id) ? (links.get(facet)?.get(id) ?? []) : []));
    const others = [...new Set(linked.flat())];
    const found = await fetchItems(context, facet.other, selection, { ids: others, ...viewer(context) });
    const items = new Map(found.map(({ item }) => [item.id, item]));
    return linked.map((own) => own.flatMap((id) => items.get(id) ?? []));
  });
}
