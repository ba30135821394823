import { type QueryRequest, query, viewerOf } from '@plumbline/engine';
import type { ObjectKey } from '@plumbline/model';
import { type Context, type Item, isHidden, model } from '../context';
import type { Selection } from '../selection';

/** An object that was found, and what it belongs to where that was asked. */
export interface Found {
  owner: unknown;
  item: Item;
}

type Request = Omit<QueryRequest, 'fields' | 'atMost'>;

/** Asks the owner of a model for rows of the columns named; none, when the answer has no room for them. */
export async function fetchRows(
  { work, budget }: Context,
  label: string,
  fields: string[],
  size: number,
  request: Request,
) {
  const atMost = budget.room(size);
  const named = request.ids ?? request.of?.ids;
  if (budget.isExceeded || named?.length === 0) return [];
  if (request.ids && request.ids.length > atMost) return budget.exceed() ?? [];
  const reply = await query(work, label, { ...request, fields, atMost });
  return reply.length > atMost ? (budget.exceed() ?? []) : reply;
}

/** Asks the owner of a model for objects with what is wanted of them; none, when the answer has no room for them. */
export async function fetchItems(
  context: Context,
  label: string,
  { columns, size }: Selection,
  request: Request,
): Promise<Found[]> {
  const reply = await fetchRows(context, label, columns, size, request);
  return reply.map(([owner, id, ...values]) => {
    const item: Item = { id, [model]: label };
    for (const [index, column] of columns.entries()) item[column] = values[index];
    return { owner, item };
  });
}

/** Who asks, where only what they may view is to be found. */
export const viewer = ({ work }: Context) => ({ viewer: { ...work.scope.identity } });

/**
 * Objects that rows name, which everybody sees who may see the rows; where related objects are hidden from whoever asks,
 * nothing but the id is there of one they may not view.
 */
export async function fetchRelated(
  context: Context,
  label: string,
  selection: Selection,
  request: Request & Required<Pick<Request, 'ids'>>,
): Promise<Found[]> {
  const { work } = context;
  const found = await fetchItems(context, label, selection, { ...request, ...viewerOf(work) });
  // What is asked for by its values is found by those who may view it.
  if (!work.viewer || (request.parameters && Object.keys(request.parameters).length > 0)) return found;
  const seen = new Set(found.map(({ item }) => item.id));
  return [...found, ...request.ids.filter((id) => !seen.has(id)).map((id) => hidden(label, selection, id))];
}

function hidden(label: string, { columns }: Selection, id: ObjectKey): Found {
  const item: Item = { id, [model]: label, [isHidden]: true };
  for (const column of columns) if (column !== 'id') item[column] = null;
  return { owner: null, item };
}
