import { type QueryRequest, query } from '@plumbline/engine';
import type { Context, Item } from '../context';
import type { Selection } from '../selection';

export type Key = string | number;

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
    const item: Item = { id, label };
    for (const [index, column] of columns.entries()) item[column] = values[index];
    return { owner, item };
  });
}

/** Who asks, where only what they may view is to be found. */
export const viewer = ({ work }: Context) => ({ viewer: { ...work.scope.identity } });
