import { bare, by, defineModel, f } from '@plumbline/model';
import type { Sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { passing } from '../src/bus/composed/passing';
import type { StoredFilter } from '../src/core/messages/composedMessages';
import { systemScope } from '../src/core/scope';
import { unitOfWork } from '../src/core/unitOfWork';

const Shelf = defineModel('dcim.shelf', {
  endpoint: 'shelves',
  traits: [bare],
  fields: { name: f.text(50).unique() },
});
const Book = defineModel('ipam.book', {
  endpoint: 'books',
  traits: [bare],
  fields: { shelf: f.ref('dcim.shelf'), title: f.text(50), pages: f.int().default(1) },
  order: ['title'],
  naturalKey: ['title'],
  filterable: ['pages', 'title'],
  filters: { shelf: by.relation('shelf', { key: 'name' }) },
});

let plumbline: TestServices;
let ids: string[];
beforeAll(async () => {
  plumbline = await startTestServices([
    { app: 'dcim', models: [Shelf] },
    { app: 'ipam', models: [Book] },
    { app: 'extras', models: [], asks: [{ app: 'ipam', model: 'book', verb: 'passing' }] },
  ]);
  await plumbline.request('POST', '/api/dcim/shelves/', [{ name: 'a' }, { name: 'b' }]);
  const books = Array.from({ length: 12 }, (_, n) => ({ shelf: { name: 'ab'[n % 2] }, title: `t${n}`, pages: n }));
  const made = await plumbline.request('POST', '/api/ipam/books/', books);
  expect(made.status).toBe(201);
  ids = made.body.map(({ id }: { id: string }) => id);
});
afterAll(() => plumbline?.stop());

const passed = (filters: StoredFilter[], some: readonly (string | number)[] = ids) => {
  const { engine } = plumbline.services.get('extras')!;
  return passing(unitOfWork(engine, systemScope()), Book.label, { filters, ids: [...some] });
};

/** The statements that the owner of the books runs meanwhile. */
async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const { answers } = plumbline.services.get('ipam')!.engine;
  const seen: Sql[] = [];
  const spies = (['rows', 'quick', 'first', 'run', 'transaction'] as const).map((verb) => {
    const run = answers[verb].bind(answers) as (...given: unknown[]) => unknown;
    return jest.spyOn(answers, verb).mockImplementation(((...given: unknown[]) => {
      seen.push(given[0] as Sql);
      return run(...given);
    }) as never);
  });
  try {
    await act();
    return seen.length;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('which of some objects many filters let pass', () => {
  it('is told for each filter, by the places of the objects', async () => {
    const filters = [{ title: ['t3', 't1'] }, {}, { shelf: ['b'], pages__lt: [4] }, { pages: null }, { title: ['x'] }];
    const places = (await passed(filters, ids.slice(0, 6))).map((found) => [...found].sort());
    expect(places).toEqual([[1, 3], [0, 1, 2, 3, 4, 5], [1, 3], [0, 1, 2, 3, 4, 5], []]);
  });

  it.each<[string, StoredFilter]>([
    ['names what is gone', { shelf: ['gone'] }],
    ['has a bad value', { pages: ['many'] }],
    ['is about what the model has not', { paint: ['red'] }],
    ['has a pattern that PostgreSQL cannot read', { title__re: ['('] }],
    ['has a pattern that is too long', { title__re: ['t'.repeat(2000)] }],
  ])('is nothing for one that %s, and the same as before for the others', async (_, wrong) => {
    expect(await passed([{ title: ['t3'] }, wrong, { title__re: ['^t4'] }])).toEqual([[3], [], [4]]);
  });

  it('is nothing of ids that are no keys of the model, and of no ids at all', async () => {
    expect(await passed([{}, { title: ['t1'] }], ['nothing', 7, ids[1]!])).toEqual([[2], [2]]);
    expect(await passed([{}, {}], [])).toEqual([[], []]);
  });

  it('costs one question and few statements, however many filters there are', async () => {
    const filters = (count: number) =>
      Array.from({ length: count }, (_, n) => [
        { title: [`t${n}`] },
        { shelf: [n % 2 ? 'a' : 'b'], title: [`t${n}`] },
        { title__re: [`^t${n}$`] },
      ]).flat();
    const asked = jest.spyOn(plumbline.bus, 'request');
    const one = await statementsOf(() => passed(filters(1)));
    expect(asked.mock.calls.filter(([{ verb }]) => verb === 'passing')).toHaveLength(1);
    // 480 filters, fifty to a statement and fifty with patterns to another.
    expect(await statementsOf(() => passed(filters(160)))).toBeLessThanOrEqual(10 * one);
    expect(asked.mock.calls.filter(([{ verb }]) => verb === 'passing')).toHaveLength(2);
    asked.mockRestore();
  });

  it('is told of filters with more values than one statement can have', async () => {
    const many = (from: number) => Array.from({ length: 1000 }, (_, n) => from + n);
    const filters = Array.from({ length: 40 }, (_, n) => ({
      title: [`t${n % 12}`],
      pages__lt: many(100),
      pages__gt: many(-2000),
    }));
    expect(await passed(filters)).toEqual(filters.map((_, n) => [n % 12]));
  });

  it('is asked in several questions where it would be too much for one', async () => {
    const asked = jest.spyOn(plumbline.bus, 'request');
    const found = await passed(Array.from({ length: 1001 }, (_, n) => ({ title: [`t${n % 12}`] })));
    expect(found).toEqual(Array.from({ length: 1001 }, (_, n) => [n % 12]));
    expect(asked.mock.calls.filter(([{ verb }]) => verb === 'passing')).toHaveLength(3);
    asked.mockRestore();
  });
});
