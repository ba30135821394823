import { allOf, bare, type Criteria, defineModel, everything, f, type Row, where } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { systemScope } from '../src/core/scope';
import { unitOfWork as workOf } from '../src/core/unitOfWork';
import { baseColumns } from '../src/plan/columns';
import { listPlanOf } from '../src/plan/listPlan';
import { JoinBuilder } from '../src/plan/paths';
import { choose, pageRequest } from '../src/plan/strategies/strategies';
import type { PageBounds } from '../src/plan/strategies/strategy';

const Shelf = defineModel('ipam.shelf', {
  endpoint: 'shelves',
  traits: [bare],
  fields: { name: f.text(50).unique() },
});
const Book = defineModel('ipam.book', {
  endpoint: 'books',
  traits: [bare],
  fields: {
    shelf: f.ref('ipam.shelf'),
    title: f.text(50),
    isbn: f.text(50).unique(),
    pages: f.int().default(1),
    seen_on: f.many('ipam.shelf').optional(),
  },
  order: ['shelf', 'title'],
  indexes: [['shelf', 'title']],
  naturalKey: ['id'],
  display: ({ title }) => String(title),
});

let plumbline: TestServices;
let shelves: string[];
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'ipam', models: [Shelf, Book] }]);
  const made = await plumbline.request('POST', '/api/ipam/shelves/', [{ name: 'b' }, { name: 'a' }]);
  shelves = made.body.map(({ id }: Row) => id as string);
  const books = Array.from({ length: 30 }, (_, n) => ({
    shelf: { id: shelves[n % 2] },
    title: `t${String(n).padStart(2, '0')}`,
    isbn: `i${n}`,
    pages: n % 3,
    seen_on: n % 5 ? [] : [{ id: shelves[0] }],
  }));
  expect((await plumbline.request('POST', '/api/ipam/books/', books)).status).toBe(201);
});
afterAll(() => plumbline?.stop());

async function fetched(
  page: PageBounds,
  sort: string[] | false,
): Promise<{ way: string; titles: unknown[]; count: number }> {
  const work = workOf(plumbline.services.get('ipam')!.engine, systemScope());
  const reach = new JoinBuilder(work.engine, Book);
  const listing = await listPlanOf(work, Book, [baseColumns(Book)], reach, sort);
  const request = await pageRequest(work, Book, listing, page);
  const way = choose(request);
  const { rows, count } = await way.fetch(request);
  return { way: way.name, titles: rows.map(({ title }) => title), count: await count() };
}

const cases: [way: string, criteria: () => Criteria, limit: number | undefined, offset: number, sort?: string[]][] = [
  ['selective', () => where('isbn', 'exact', 'i7'), 50, 0],
  ['selective', () => allOf(where('isbn', 'exact', 'i7'), where('pages', 'exact', 1)), 10, 0],
  ['selective', () => where('isbn', 'in', ['i7']), 50, 0],
  ['unlimited', () => everything, undefined, 3],
  ['by groups', () => everything, 7, 5],
  ['by groups', () => where('shelf', 'exact', shelves[0]), 7, 5],
  ['usual first page', () => everything, 10, 0, ['title']],
  ['one statement', () => everything, 7, 0, ['title']],
  ['ids first', () => everything, 7, 5, ['title']],
  ['ids first', () => where('pages', 'exact', 1), 7, 0],
  ['ids first', () => where('isbn', 'in', ['i7', 'i8']), 7, 0],
  ['matches first', () => where('seen_on', 'exact', shelves[0]), 4, 1],
];

test.each(cases)('%s fetches the same page as all rows have there', async (way, criteria, limit, offset, sort = []) => {
  const page = { criteria: criteria(), limit, offset };
  const all = await fetched({ criteria: page.criteria }, sort);
  expect(await fetched(page, sort)).toEqual({
    way,
    titles: all.titles.slice(offset, limit === undefined ? undefined : offset + limit),
    count: all.count,
  });
});

test('rows in no order are fetched by one statement', async () => {
  const page = { criteria: where('pages', 'exact', 1), limit: 7, offset: 2 };
  const { way, titles, count } = await fetched(page, false);
  expect([way, titles.length, count]).toEqual(['one statement', 7, 10]);
});
