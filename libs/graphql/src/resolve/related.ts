import { filterAllows, linksOf, type RelationshipSide } from '@plumbline/extensions';
import type { ObjectKey } from '@plumbline/model';
import type DataLoader from 'dataloader';
import type { GraphQLObjectType } from 'graphql';
import { type Context, type Item, isHidden, prepared } from '../context';
import { type Selection, selectionOf } from '../selection';
import { batch, delivered } from './batch';
import { fetchItems, viewer } from './fetch';
import type { Resolver } from './one';

/** The objects at the other end of a relationship that the caller may view: a list, or the one there may be. */
export const related =
  (relationshipSide: RelationshipSide, label: string, type: GraphQLObjectType): Resolver =>
  async (row, _args, context, info) => {
    if (row[isHidden]) return relationshipSide.many ? [] : null;
    const { size, loader } = prepared(context, info.fieldNodes, () => {
      const selection = selectionOf(info, type, info.fieldNodes);
      return { size: selection.size, loader: atOtherEnd(context, relationshipSide, label, selection) };
    });
    const items = await delivered(context, loader.load(row.id), size);
    return relationshipSide.many ? items : (items?.[0] ?? null);
  };

function atOtherEnd(
  context: Context,
  relationshipSide: RelationshipSide,
  label: string,
  selection: Selection,
): DataLoader<ObjectKey, Item[] | null> {
  const { work } = context;
  return batch(context, async (ids) => {
    const [links, takesPart] = await Promise.all([
      linksOf(work, [relationshipSide], [...ids]),
      filterAllows(work, label, relationshipSide, [...ids]),
    ]);
    const linked = ids.map((id) => (takesPart(id) ? (links.get(relationshipSide)?.get(id) ?? []) : []));
    const others = [...new Set(linked.flat())];
    const found = await fetchItems(context, relationshipSide.other, selection, { ids: others, ...viewer(context) });
    const items = new Map(found.map(({ item }) => [item.id, item]));
    return linked.map((own) => own.flatMap((id) => items.get(id) ?? []));
  });
}
