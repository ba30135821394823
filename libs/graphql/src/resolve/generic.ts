import type { ObjectKey } from '@plumbline/model';
import type DataLoader from 'dataloader';
import type { GraphQLObjectType } from 'graphql';
import { type Item, prepared } from '../context';
import { type Selection, selectionOf } from '../selection';
import { byId, type Resolver } from './one';

/** A model's label and an id. */
export type Named = [label: string, id: ObjectKey];

/** The object a row names, whichever model it is of. */
export const generic =
  (types: ReadonlyMap<string, GraphQLObjectType>, column: string): Resolver =>
  (row, _args, context, info) => {
    const [label, id] = (row[column] ?? []) as Partial<Named>;
    const type = types.get(label ?? '');
    if (!type || id === undefined) return null;
    const loaders = prepared(
      context,
      info.fieldNodes,
      () => new Map<string, { selection: Selection; loader: DataLoader<ObjectKey, Item | null> }>(),
    );
    let known = loaders.get(label!);
    if (!known) {
      const selection = selectionOf(info, type, info.fieldNodes);
      known = { selection, loader: byId(context, label!, selection) };
      loaders.set(label!, known);
    }
    return context.budget.spend(1, known.selection.size) ? known.loader.load(id) : null;
  };
