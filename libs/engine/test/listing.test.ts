import { bare, defineModel, f, type Row, where } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { systemScope } from '../src/core/scope';
import { unitOfWork as workOf } from '../src/core/unitOfWork';
import { load } from '../src/plan/load';
import { sortNames } from '../src/plan/order';

const Book = defineModel('ipam.book', {
  endpoint: 'books',
  traits: [bare],
  fields: { title: f.text(50).unique(), pages: f.int().default(1) },
  order: ['title'],
  naturalKey: ['title'],
  display: ({ title }) => String(title),
  filterable: ['pages'],
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'ipam', models: [Book] }]);
  const books = Array.from({ length: 40 }, (_, n) => ({ title: `t${String(n).padStart(2, '0')}`, pages: n % 2 }));
  expect((await plumbline.request('POST', '/api/ipam/books/', books)).status).toBe(201);
});
afterAll(() => plumbline?.stop());

/** A page of the books of one page, while this happens after the first statement. */
async function pageWhile(meanwhile: Sql): Promise<{ titles: unknown[]; statements: number }> {
  const { engine } = plumbline.services.get('ipam')!;
  const work = workOf(engine, systemScope());
  let statements = 0;
  const rows = async <T>(statement: Sql): Promise<T[]> => {
    const found = await work.sql.rows<T>(statement);
    statements += 1;
    if (statements === 1) await engine.database.run(meanwhile);
    return found;
  };
  const watched = { ...work, sql: { ...work.sql, rows } };
  const criteria = where('pages', 'exact', 1);
  const loaded = await load(watched, Book, { criteria, root: true, limit: 5, offset: 2 });
  return { titles: loaded.rows.map((row: Row) => row.title), statements };
}

test('a page is found by two statements', async () => {
  expect(await pageWhile(sql.unsafe`SELECT 1`)).toEqual({
    titles: ['t05', 't07', 't09', 't11', 't13'],
    statements: 2,
  });
});

test('what is changed in between and does not match any more is not shown', async () => {
  const { titles } = await pageWhile(sql.unsafe`UPDATE book SET pages = 7 WHERE title = 't09'`);
  expect(titles).toEqual(['t05', 't07', 't11', 't13', 't15']);
});

test('what is removed in between is not missing from the page', async () => {
  const { titles } = await pageWhile(sql.unsafe`DELETE FROM book WHERE title = 't11'`);
  expect(titles).toEqual(['t05', 't07', 't13', 't15', 't17']);
});

test('what is changed in between and still matches is shown as it is now', async () => {
  const { titles } = await pageWhile(sql.unsafe`UPDATE book SET title = 't05a' WHERE title = 't05'`);
  expect(titles).toEqual(['t05a', 't07', 't13', 't15', 't17']);
});

test('a list is sorted by each name once, however often it is named', async () => {
  const often = Array(300).fill('-pages,pages,title,-title').join();
  expect(sortNames(Book, often)).toEqual(['-pages', 'title']);
  const sortedBy = async (names: string) =>
    (await plumbline.request('GET', `/api/ipam/books/?sort=${names}`)).body.results;
  expect(await sortedBy(often)).toEqual(await sortedBy('-pages,title'));
});
