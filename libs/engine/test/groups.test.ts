import { bare, by, defineModel, f } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { groupedOrderOf } from '../src/plan/strategies/groupedOrder';

const Shelf = defineModel('ipam.shelf', {
  endpoint: 'shelves',
  traits: [bare],
  fields: { name: f.text(50).unique() },
});
const Book = defineModel('ipam.book', {
  endpoint: 'books',
  traits: [bare],
  fields: { shelf: f.ref('ipam.shelf'), title: f.text(50), pages: f.int().default(1) },
  order: ['shelf', 'title'],
  indexes: [['shelf', 'title']],
  naturalKey: ['id'],
  display: ({ title }) => String(title),
  filterable: ['pages'],
  filters: { shelf: by.relation('shelf', { key: 'name' }) },
});
/** May stand on no shelf. */
const Paper = defineModel('ipam.paper', {
  endpoint: 'papers',
  traits: [bare],
  fields: { shelf: f.ref('ipam.shelf').optional(), title: f.text(50) },
  order: ['shelf', 'title'],
  indexes: [['shelf', 'title']],
  naturalKey: ['id'],
  display: ({ title }) => String(title),
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'ipam', models: [Shelf, Book, Paper] }]);
  const names = ['c', 'a', 'empty', 'b', 'd'];
  await plumbline.request(
    'POST',
    '/api/ipam/shelves/',
    names.map((name) => ({ name })),
  );
  const books = Array.from({ length: 60 }, (_, n) => ({
    shelf: { name: ['a', 'b', 'c', 'd'][(n * 7) % 4] },
    title: `t${(n * 37) % 20}`,
    pages: n % 3,
  }));
  const made = await plumbline.request('POST', '/api/ipam/books/', books);
  expect(made.status).toBe(201);
});
afterAll(() => plumbline?.stop());

interface Shown {
  id: string;
  title: string;
  shelf: { name: string };
}
const list = async (query: string): Promise<{ count: number; results: Shown[] }> =>
  (await plumbline.request('GET', `/api/ipam/books/?depth=1&${query}`)).body;
const places = (results: Shown[]) => results.map(({ id, title, shelf }) => `${shelf.name} ${title} ${id}`);

test('a list that falls into groups is recognised, and one whose objects may belong to none is not', () => {
  const { engine } = plumbline.services.get('ipam')!;
  expect(groupedOrderOf(engine, Book)).toMatchObject({ by: 'shelf', name: 'name', column: 'title' });
  expect([Shelf, Paper].map((model) => groupedOrderOf(engine, model))).toEqual([undefined, undefined]);
});

test.each(['', 'shelf=b', 'shelf=d&shelf=a', 'shelf__n=a', 'pages=1', 'shelf=c&pages=0'])(
  'the pages of the list of %p are the list, cut',
  async (query) => {
    const { count, results } = await list(`limit=1000&${query}`);
    expect(results).toHaveLength(count);
    expect(places(results)).toEqual(places(results).sort());
    for (const limit of [4, 50]) {
      const pages: Shown[] = [];
      for (let offset = 0; offset < count; offset += limit)
        pages.push(...(await list(`limit=${limit}&offset=${offset}&${query}`)).results);
      expect(places(pages)).toEqual(places(results));
    }
  },
);
