// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { type ConnectionUse, type Database, openDatabase, sideBySide, sql } from '../src';
import { silent } from './silent';

let server: TestDatabase;
const open: Database[] = [];

beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(async () => {
  for (const database of open) await database.close();
  await server.drop();
});

const opened = (use: ConnectionUse): Database => {
  const database = openDatabase({
    connectionString: server.url,
    schema: 'public',
    poolSize: 2,
    applicationName: 'side-by-side-test',
    use,
    log: silent,
  });
  open.push(database);
  return database;
};

const numbers = (count: number) =>
  sql.fragment`SELECT n AS id, n * 10 AS value, now() AS at FROM generate_series(1, ${count}::int4) n ORDER BY n DESC`;
const words = (length: number) =>
  sql.fragment`SELECT 'w' || n AS id, ARRAY[n]::int4[] AS list FROM generate_series(1, ${length}::int4) n`;

describe.each<[string, ConnectionUse]>([
  ['under names, with shapes remembered', {}],
  ['under names', { fastPaths: false }],
  ['without names, through a pooler', { pooled: true }],
])('Statements side by side, sent %s', (_, use) => {
  let database: Database;
  beforeAll(() => {
    database = opened(use);
  });

  // The first time a text is sent it has no name yet, the second it is prepared, the third its shape is known.
  it.each([1, 2, 3])('are answered each by its own rows, in their order: time %i', async () => {
    const found = await database.rows<Record<string, unknown>[]>(
      sideBySide([numbers(3), words(0), words(5), numbers(1)]),
    );
    expect(found.map((rows) => rows.map(({ id }) => id))).toEqual([[3, 2, 1], [], ['w1', 'w2', 'w3', 'w4', 'w5'], [1]]);
    expect(found[2]![4]).toEqual({ id: 'w5', list: [5] });
    expect(found[0]![0]).toEqual({ id: 3, value: 30, at: found[3]![0]!.at });
  });

  it('have each their own values, whatever those of the same statements were before', async () => {
    for (const [count, length] of [
      [0, 0],
      [2, 1],
      [1, 3],
    ] as const) {
      const found = await database.rows<Record<string, unknown>[]>(sideBySide([numbers(count), words(length)]));
      expect(found.map((rows) => rows.length)).toEqual([count, length]);
    }
  });

  it('tells what is wrong with one of them', async () => {
    const wrong = sql.fragment`SELECT 1 / ${0}::int4 AS id`;
    await expect(database.rows(sideBySide([numbers(1), wrong]))).rejects.toThrow('division by zero');
  });
});
