import DataLoader from 'dataloader';
import type { Context } from '../context';

/** Objects that are told of the same error; the others at that place have nothing. */
const toldAtMost = 20;

/**
 * Looks up something for all objects at one place of a query at once; nothing, when the answer has no room for more.
 */
export const batch = <K, V, C = K>(
  { budget }: Context,
  find: (keys: readonly K[]) => Promise<(V | null)[]>,
  options: DataLoader.Options<K, V | null, C> = {},
): DataLoader<K, V | null, C> =>
  new DataLoader(async (keys) => {
    if (budget.isExceeded) return keys.map(() => null);
    try {
      return await find(keys);
    } catch (error) {
      return keys.map((_, index) => (index < toldAtMost ? (error as Error) : null));
    }
  }, options);

/** A list on its way into the answer, where it counts as often as it appears; none, when there is no room for it. */
export async function delivered<T>({ budget }: Context, list: Promise<T[] | null>, size: number): Promise<T[] | null> {
  const items = await list;
  if (!items || !budget.spend(items.length, size)) return null;
  await budget.allCounted();
  return budget.isExceeded ? null : items;
}
