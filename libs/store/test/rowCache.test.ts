// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { type ConnectionUse, cachingRows, type Database, openDatabase, RowCache, type Sql, sql } from '../src';
import { silent } from './silent';

type Found = Record<string, unknown> & { id: string };

let server: TestDatabase;
let database: Database;
let rowCache: RowCache;

const opened = (use: ConnectionUse): Database =>
  openDatabase({
    connectionString: server.url,
    schema: 'public',
    poolSize: 4,
    applicationName: 'row-cache-test',
    use,
    log: silent,
  });

beforeAll(async () => {
  server = await createTestDatabase();
  database = opened({});
  await database.run(sql.unsafe`CREATE TABLE thing (id text PRIMARY KEY, name text, place text, list text[])`);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  rowCache = new RowCache(1024 * 1024);
  await database.run(sql.unsafe`DELETE FROM thing`);
  await database.run(
    sql.unsafe`INSERT INTO thing (id, name, list) SELECT 'id ' || n, 'ü' || n, ARRAY['a', NULL] FROM generate_series(1, 9) n`,
  );
});

const things = sql.fragment`SELECT id, name, place, list, length(name) AS long, name = 'ü3' AS third FROM thing ORDER BY id`;
const read = (statement: Sql = things, from = database): Promise<Found[]> =>
  from.rows<Found>(cachingRows(statement, rowCache));
/** Reads until rows are remembered: a text has a name the second time, a row is seen the first time it has one. */
const readAgain = async (statement: Sql = things): Promise<Found[]> => {
  for (let time = 0; time < 3; time++) await read(statement);
  return read(statement);
};
const columns = ({ id, name, place, list, long, third }: Found) => ({ id, name, place, list, long, third });

describe('A row that is remembered', () => {
  it('has the values of one that is not', async () => {
    const plain = await database.rows<Found>(things);
    for (const row of await readAgain()) rowCache.keep(row, { what: row.name }, 100);
    const found = await read();
    expect(found.map(columns)).toEqual(plain);
    expect(found.map((row) => rowCache.madeOf(row))).toEqual(plain.map(({ name }) => ({ what: name })));
    // Read once more, in another order, when some values are known already.
    expect((await read()).map((row) => [row.third, row.id, row.list, row.list])).toEqual(
      plain.map((row) => [row.third, row.id, row.list, row.list]),
    );
  });

  it('is another when anything of it has changed, and the same when it is as it was', async () => {
    for (const row of await readAgain()) rowCache.keep(row, { what: row.name }, 100);
    await database.run(sql.unsafe`UPDATE thing SET place = '' WHERE id = 'id 3'`);
    const known = (await read()).map((row) => rowCache.madeOf(row) !== undefined);
    expect(known).toEqual([true, true, false, true, true, true, true, true, true]);
    await database.run(sql.unsafe`UPDATE thing SET place = NULL WHERE id = 'id 3'`);
    expect((await read()).map(({ place }) => place)).toEqual(Array(9).fill(null));
    expect((await read()).every((row) => rowCache.madeOf(row) !== undefined)).toBe(true);
  });

  it('is not the one of a statement with other columns', async () => {
    for (const row of await readAgain()) rowCache.keep(row, { what: row.name }, 100);
    const others = await readAgain(
      sql.fragment`SELECT id, name AS place, place AS name, list, 2 AS long, true AS third FROM thing ORDER BY id`,
    );
    expect(others.map(({ place, name }) => [place, name])).toEqual(others.map((_, at) => [`ü${at + 1}`, null]));
    expect(others.some((row) => rowCache.madeOf(row) !== undefined)).toBe(false);
  });

  it('goes with what was put on it', async () => {
    for (const row of await readAgain()) {
      row.place = `at ${row.id}`;
      row.list = [row.id, 'b'];
      rowCache.keep(row, { what: row.place }, 100);
    }
    const [one, two, three, four, five] = (await read()) as [Found, Found, Found, Found, Found];
    expect(rowCache.madeOf(one)).toBeUndefined();
    Object.assign(two, { place: `at ${two.id}`, list: [two.id, 'b'] });
    Object.assign(three, { place: `at ${three.id}`, list: [three.id, 'c'] });
    Object.assign(four, { place: `at ${four.id}`, list: [four.id] });
    Object.assign(five, { place: null, list: [five.id, 'b'] });
    expect([two, three, four, five].map((row) => rowCache.madeOf(row) !== undefined)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([two.place, two.list, five.place]).toEqual(['at id 2', ['id 2', 'b'], null]);
    // What is put on a row is not on the next one.
    expect((await read()).map(({ place }) => place)).toEqual(Array(9).fill(null));
  });

  it('shares no list with another', async () => {
    for (const row of await readAgain()) rowCache.keep(row, {}, 100);
    const [row] = await read();
    (row!.list as unknown[]).push('more');
    expect((await read())[0]!.list).toEqual(['a', null]);
  });
});

describe('What is remembered', () => {
  const long = sql.fragment`SELECT 'id ' || n AS id, repeat('x', 1000) AS name FROM generate_series(1, 40000) n`;

  it('has bounds, and a long list read from end to end leaves it what it had', async () => {
    for (const row of await readAgain()) rowCache.keep(row, {}, 100);
    for (let time = 0; time < 4; time++) for (const row of await read(long)) rowCache.keep(row, {}, 1000);
    const kept = (await read(long)).filter((row) => rowCache.madeOf(row) !== undefined).length;
    expect(kept).toBeLessThan((1024 * 1024) / 2000);
  });

  it('is no row that would take much of its room', async () => {
    const large = sql.fragment`SELECT 'one' AS id, repeat('x', 100000) AS name`;
    for (const row of await readAgain(large)) rowCache.keep(row, {}, 100);
    expect(rowCache.madeOf((await read(large))[0]!)).toBeUndefined();
    expect((await read(large))[0]!.name).toBe('x'.repeat(100000));
  });

  it('is nothing of rows without an id', async () => {
    const statement = sql.fragment`SELECT name FROM thing ORDER BY name`;
    expect(await readAgain(statement)).toEqual(await database.rows(statement));
  });

  it('is nothing where the driver is left alone', async () => {
    const alone = opened({ fastPaths: false });
    try {
      for (let time = 0; time < 4; time++) expect(await read(things, alone)).toEqual(await database.rows(things));
    } finally {
      await alone.close();
    }
  });
});
