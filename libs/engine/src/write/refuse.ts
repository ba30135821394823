import { problems } from '@plumbline/http';
import type { Item } from '../core/item';

/** How what is wrong with a list of items is told: one map, a list beside the request's, or the first one's map. */
export type ErrorShape = 'single' | 'list' | 'first';

/** Throws when anything is wrong with any item. */
export function refuse(items: Item[], shape: ErrorShape): void {
  if (items.every((item) => item.errors === undefined)) return;
  const failed = items.find((item) => item.errors !== undefined)!;
  if (shape !== 'list') throw problems.fields(failed.errors!);
  throw problems.list(
    items.map(({ body, errors }) => (body === null ? ['This field may not be null.'] : (errors ?? {}))),
  );
}
