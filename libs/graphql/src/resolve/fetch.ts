import { type QueryRequest, query } from '@plumbline/engine';
import type { Context, Item } from '../context';
import type { Selection } from '../selection';

export type Key = string | number;

/** An object that was found, and what it belongs to where that was asked. */
export interface Found {
  owner: unknown;
  item: Item;
}

/** Asks the owner of a model for objects with what is wanted of them; what the answer has no room for is refused. */
export async function fetchItems(
  context: Context,
  label: string,
  { columns, size }: Selection,
  request: Omit<QueryRequest, 'fields' | 'atMost'>,
): Promise<Found[]> {
  const { work, budget } = context;
  const atMost = budget.room(size);
  if (request.ids && request.ids.length > atMost) throw budget.refuse();
  const reply = await query(work, label, { ...request, fields: columns, atMost });
  if (reply.length > atMost) throw budget.refuse();
  return reply.map(([owner, id, ...values]) => {
    const item: Item = { id, label };
    for (const [index, column] of columns.entries()) item[column] = values[index];
    return { owner, item };
  });
}

/** Who asks, where only what they may view is to be found. */
export const viewer = ({ work }: Context) => ({ viewer: { ...work.scope.identity } });
