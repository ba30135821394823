/** Finds or makes what is counted under a set of label values, given in the order of the labels. */
export interface Labelled<T> {
  /** To be kept by whoever counts often: the look-up costs more than the counting. */
  of(...values: string[]): T;
  entries(): Iterable<[labels: Record<string, string>, counted: T]>;
}

/** Keeps one of what `make` makes for every set of label values. */
export function labelled<T>(names: readonly string[], make: () => T): Labelled<T> {
  const known = new Map<string, [Record<string, string>, T]>();
  return {
    of(...values) {
      const key = values.join('\n');
      let entry = known.get(key);
      if (!entry) {
        entry = [Object.fromEntries(names.map((name, index) => [name, values[index]!])), make()];
        known.set(key, entry);
      }
      return entry[1];
    },
    entries: () => known.values(),
  };
}
