import { readNumbers } from '../src/import/adapt';
import { readList } from '../src/import/readList';
import { readPage } from '../src/import/readPage';
import { Unusable } from '../src/import/requests';
import type { Source } from '../src/import/source';

/** A list of three objects of which each page is the first, with another said to follow. */
const circle = {
  page: async () => readPage({ count: 3, next: 'https://example.org/api/things/', results: [{ id: 1 }, { id: 2 }] }),
  count: async () => 3,
};

async function read(source: typeof circle): Promise<number> {
  let pages = 0;
  for await (const _ of readList(source, 'things')) {
    pages++;
    if (pages > 10) break;
  }
  return pages;
}

describe('a list of another server', () => {
  it('is given up when its pages lead in a circle', async () => {
    await expect(read(circle)).rejects.toThrow(
      new Unusable('its pages have no end: there is said to be one behind all 3 of its objects'),
    );
  });

  it('is given up so where content types are numbered, too', async () => {
    await expect(readNumbers(circle as unknown as Source)).rejects.toThrow('its pages have no end');
  });

  it('ends with the page that nothing follows', async () => {
    expect(await read({ ...circle, page: async () => readPage({ count: 1, next: null, results: [{ id: 1 }] }) })).toBe(
      1,
    );
  });
});
