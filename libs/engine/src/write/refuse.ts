import { type FieldErrors, problems } from '@plumbline/http';
import type { Item } from '../core/item';
import type { WriteOptions } from './writeOptions';

/** Throws when anything is wrong with any item. */
export function refuse(items: Item[], { errors: shape, listed }: Pick<WriteOptions, 'errors' | 'listed'>): void {
  const failed = items.filter((item) => item.errors !== undefined);
  if (failed.length === 0) return;
  if (shape !== 'list') throw problems.fields(failed[0]!.errors!);
  const told: (FieldErrors | string[])[] = Array.from({ length: listed }, () => ({}));
  for (const { index, body, errors } of failed) told[index] = body === null ? ['This field may not be null.'] : errors!;
  throw problems.list(told);
}
