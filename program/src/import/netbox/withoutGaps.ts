import type { Lists } from '../readList';
import type { Page } from '../readPage';
import type { Part } from '../source';

/**
 * Lists whose objects are all read by those who read one page after the other, also where others go meanwhile and those
 * behind them move to the front: each page begins with one that is `seen` already, and where it does not, what comes
 * before it is read.
 */
export function withoutGaps(lists: Lists, seen: ReadonlySet<unknown>): Lists {
  /** The place of the last object that could not be read. */
  let unread = -1;

  async function joined(list: string, part: Part): Promise<Page> {
    const limit = Math.max(2, part.limit);
    for (let back = 1; ; back *= 2) {
      const offset = Math.max(0, part.offset - back);
      const page = await lists.page(list, { ...part, offset, limit });
      const { objects, more } = page;
      if (offset > 0 && !seen.has(objects[0]?.id)) continue;
      // Where a page never has more than one, nothing can be joined.
      return objects.length < 2 && more ? lists.page(list, part) : { ...page, end: offset + objects.length };
    }
  }

  return {
    ...lists,
    page: async (list, part) => {
      const isFirst = part.offset === 0 || part.offset === unread + 1;
      try {
        return await (isFirst ? lists.page(list, part) : joined(list, part));
      } catch (error) {
        if (part.limit === 1) unread = part.offset;
        throw error;
      }
    },
  };
}
