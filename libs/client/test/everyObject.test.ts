import { everyObject } from '../src/everyObject';

/** A list as the API answers it, whose objects may come and go. */
function listOf(count: number, largestPage = Number.POSITIVE_INFINITY) {
  let objects = Array.from({ length: count }, (_, id) => ({ id }));
  let asked = 0;
  return {
    read: async ({ limit, offset }: { limit: number; offset: number }) => {
      asked += 1;
      const end = offset + Math.min(limit || largestPage, largestPage);
      return { results: objects.slice(offset, end), next: end < objects.length ? 'more' : null };
    },
    remove: (...ids: number[]) => {
      objects = objects.filter(({ id }) => !ids.includes(id));
    },
    begin: (...ids: number[]) => {
      objects = [...ids.map((id) => ({ id })), ...objects];
    },
    asked: () => asked,
  };
}

const upTo = (count: number, first = 0) => Array.from({ length: count - first }, (_, index) => first + index);

async function idsOf(
  list: ReturnType<typeof listOf>,
  part: { limit: number; offset?: number },
  each: (id: number) => unknown = () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of everyObject(list.read, { offset: 0, ...part })) {
    ids.push(id);
    each(id);
  }
  return ids;
}

describe('every object of a list', () => {
  it.each([1, 2, 3, 7, 10, 19, 20, 21, 50, 0])('is given once, in its order, in pages of %d', async (limit) => {
    expect(await idsOf(listOf(20, 50), { limit })).toEqual(upTo(20));
    expect(await idsOf(listOf(20, 50), { limit, offset: 5 })).toEqual(upTo(20, 5));
    expect(await idsOf(listOf(0, 50), { limit })).toEqual([]);
  });

  it.each([1, 2, 3, 7, 10, 19, 20, 0])('is given though each leaves the list then, in pages of %d', async (limit) => {
    const all = listOf(20, 10);
    expect(await idsOf(all, { limit }, (id) => all.remove(id))).toEqual(upTo(20));
    const some = listOf(20, 10);
    expect(await idsOf(some, { limit }, (id) => id % 3 && some.remove(id))).toEqual(upTo(20));
    const before = listOf(20, 10);
    expect(await idsOf(before, { limit }, (id) => before.remove(id - 2))).toEqual(upTo(20));
  });

  it('is given once though others come before it', async () => {
    const list = listOf(20);
    const ids = await idsOf(list, { limit: 7 }, (id) => id < 20 && list.begin(100 + id));
    expect(ids.filter((id) => id < 20)).toEqual(upTo(20));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('takes as few pages as there are where nothing changes', async () => {
    const list = listOf(100);
    await idsOf(list, { limit: 34 });
    expect(list.asked()).toBe(3);
  });

  it('is given once of a list that is longer than what is remembered, while a part of it leaves', async () => {
    const list = listOf(130_000);
    const ids = await idsOf(list, { limit: 10_000 }, (id) => {
      if (id % 5_000 === 0) list.remove(...Array.from({ length: 50 }, (_, index) => id - 50 * index));
    });
    expect(ids).toEqual(upTo(130_000));
  });

  it('is given as it comes where objects have no ids, and may be alike', async () => {
    const rows = ['a', 'a', 'b', 'b', 'b', 'a'].map((name) => ({ name }));
    const read = async ({ limit, offset }: { limit: number; offset: number }) => {
      const end = offset + limit;
      return { results: rows.slice(offset, end), next: end < rows.length ? 'more' : null };
    };
    for (const limit of [1, 2, 4, 6]) {
      const given: unknown[] = [];
      for await (const row of everyObject(read, { limit, offset: 0 })) given.push(row);
      expect(given).toEqual(rows);
    }
  });

  it('comes to an end where a page has one object at most', async () => {
    expect(await idsOf(listOf(5, 1), { limit: 10 })).toEqual(upTo(5));
  });
});
