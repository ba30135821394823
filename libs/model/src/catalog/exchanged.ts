import type { Label } from './label';

/** What is kept by model, with other entries in the place of those of one application. */
export function exchanged<T>(
  kept: ReadonlyMap<string, readonly T[]>,
  isOld: (entry: T) => boolean,
  entries: readonly (readonly [Label, T])[],
): Map<string, T[]> {
  const changed = new Map<string, T[]>();
  for (const [label, each] of kept) {
    const left = each.filter((entry) => !isOld(entry));
    if (left.length > 0) changed.set(label, left);
  }
  for (const [label, entry] of entries) changed.set(label, [...(changed.get(label) ?? []), entry]);
  return changed;
}
