/** Things, or what is taken of each, by what they have in common, in the order in which they come. */
export function groupedBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]>;
export function groupedBy<T, K, V>(all: Iterable<T>, keyOf: (one: T) => K, take: (one: T) => V): Map<K, V[]>;
export function groupedBy<T, K>(
  all: Iterable<T>,
  keyOf: (one: T) => K,
  take: (one: T) => unknown = (one) => one,
): Map<K, unknown[]> {
  const groups = new Map<K, unknown[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(take(one));
    else groups.set(key, [take(one)]);
  }
  return groups;
}
