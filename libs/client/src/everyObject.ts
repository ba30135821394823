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

/** Ids of objects given last that are remembered, beside those of the last two pages: a list may be longer than memory. */
const remembered = 50_000;

/**
 * Every object of a list, once, also while objects leave it, as they do where whoever asks changes or deletes them: what
 * follows moves up then. So each page begins with the object that the last one ended with; where it does not, the list is
 * gone back through to one that was given already, as far as those given last are remembered: whoever takes more than that
 * off a list at once, or puts it there, has to ask for the list anew. What has no ids is given page by page as it comes.
 */
export async function* everyObject<Item>(
  read: (part: Part) => Promise<Page<Item>>,
  { limit, offset: first }: Part,
): AsyncGenerator<Item> {
  const given = new Set<unknown>();
  // Of two, one is new.
  const size = limit === 1 ? 2 : limit;
  for (let offset = first, step = 0, earliest = first; ; ) {
    const { results, next } = await read({ limit: size, offset });
    if (step > 0 && offset > earliest && !given.has(idOf(results[0]))) {
      offset = Math.max(earliest, offset - step);
      continue;
    }
    const haveIds = results.every((item) => idOf(item) !== undefined);
    for (const item of results) {
      if (haveIds && given.has(idOf(item))) continue;
      if (haveIds) given.add(idOf(item));
      yield item;
    }
    if (next === null || results.length === 0) return;
    if (forgetFirst(given, Math.max(remembered, 2 * results.length)) || earliest > first)
      earliest = Math.max(first, offset + results.length - given.size);
    step = haveIds ? results.length - 1 : 0;
    offset += step || (haveIds ? 1 : results.length);
  }
}

/** Leaves the last of what is in a set; whether anything had to go. */
function forgetFirst(all: Set<unknown>, most: number): boolean {
  const tooMany = all.size - most;
  if (tooMany <= 0) return false;
  let gone = 0;
  for (const one of all) {
    if (gone++ === tooMany) break;
    all.delete(one);
  }
  return true;
}

const idOf = (item: unknown): unknown => (item as { id?: unknown } | null | undefined)?.id ?? undefined;
