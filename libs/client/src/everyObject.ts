/** A part of a list. */
export interface Page<Item> {
  results: Item[];
  next: string | null;
}

/** Which part of a list is asked for. */
export interface Part {
  limit: number;
  offset: number;
}

/**
 * Every object of a list, once, also while objects leave it, as they do where whoever asks changes or deletes them: what
 * follows moves up then. So each page begins with the object that the last one ended with; where it does not, the list is
 * gone back through to one that was given already.
 */
export async function* everyObject<Item>(
  read: (part: Part) => Promise<Page<Item>>,
  { limit, offset: first }: Part,
): AsyncGenerator<Item> {
  const given = new Set<unknown>();
  // Of two, one is new.
  const size = limit === 1 ? 2 : limit;
  for (let offset = first, step = 0; ; ) {
    const { results, next } = await read({ limit: size, offset });
    if (step > 0 && offset > first && !given.has(keyOf(results[0]))) {
      offset = Math.max(first, offset - step);
      continue;
    }
    for (const item of results) {
      if (given.has(keyOf(item))) continue;
      given.add(keyOf(item));
      yield item;
    }
    if (next === null || results.length === 0) return;
    step = results.length - 1;
    offset += step || 1;
  }
}

const keyOf = (item: unknown): unknown => (item as { id?: unknown } | undefined)?.id ?? JSON.stringify(item);
