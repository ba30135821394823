import { type Facet, linksOf, passing } from '@plumbline/engine';
import DataLoader from 'dataloader';
import type { GraphQLObjectType } from 'graphql';
import { type Context, type Item, prepared } from '../context';
import { type Selection, selectionOf } from '../selection';
import { fetchItems, type Key, viewer } from './fetch';
import type { Resolver } from './one';

/** The objects at the other end of a relationship that the caller may view: a list, or the one there may be. */
export const related =
  (facet: Facet, label: string, type: GraphQLObjectType): Resolver =>
  async (row, _args, context, info) => {
    const loader = prepared(context, info.fieldNodes, () =>
      atOtherEnd(context, facet, label, selectionOf(info, type, info.fieldNodes)),
    );
    const items = await loader.load(row.id);
    return facet.many ? items : (items[0] ?? null);
  };

function atOtherEnd(context: Context, facet: Facet, label: string, selection: Selection): DataLoader<Key, Item[]> {
  const { work, budget } = context;
  return new DataLoader(async (ids) => {
    const [links, takesPart] = await Promise.all([
      linksOf(work, [facet], [...ids]),
      passing(work, label, facet, [...ids]),
    ]);
    const linked = ids.map((id) => (takesPart(id) ? (links.get(facet)?.get(id) ?? []) : []));
    const others = [...new Set(linked.flat())];
    const found =
      others.length === 0 ? [] : await fetchItems(context, facet.other, selection, { ids: others, ...viewer(context) });
    const items = new Map(found.map(({ item }) => [item.id, item]));
    return linked.map((own) => {
      const mine = own.flatMap((id) => items.get(id) ?? []);
      budget.spend(mine.length, selection.size);
      return mine;
    });
  });
}
