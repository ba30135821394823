// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import {
  type ConnectionUse,
  type Database,
  openDatabase,
  type Queryable,
  type Sql,
  sql,
  uniqueViolation,
} from '../src';
import { silent } from './silent';

/** Each way of using connections, without anything between them and the server. */
const uses: [string, ConnectionUse][] = [
  ['with the insides of the driver', {}],
  ['without them', { fastPaths: false }],
  ['as through a pooler', { pooled: true }],
];

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server.drop());

describe.each(uses)('statements %s', (name, use) => {
  let database: Database;
  beforeAll(async () => {
    database = openDatabase({
      connectionString: server.url,
      schema: 'public',
      poolSize: 4,
      applicationName: `use-test ${name}`,
      use,
      log: silent,
    });
    await database.run(sql.fragment`drop table if exists shape`);
    await database.run(sql.fragment`create table shape (id int primary key, big int8, tags text[], at timestamptz)`);
    await database.run(
      sql.fragment`insert into shape values (1, 9, '{a,"b c"}', '2026-01-02 03:04:05.6+02'), (2, null, null, null)`,
    );
  });
  afterAll(() => database.close());

  const all = [
    { id: 1, big: 9, tags: ['a', 'b c'], at: '2026-01-02T01:04:05.600000Z' },
    { id: 2, big: null, tags: null, at: null },
  ];
  const statement = (ids: number[]): Sql =>
    sql.fragment`select id, big, tags, at from shape where id = any(${sql.array(ids, 'int4')}) order by id`;
  const ways: [string, (run: Queryable) => Promise<unknown>, unknown][] = [
    ['several rows', (run) => run.rows(statement([1, 2])), all],
    ['no rows', (run) => run.rows(statement([])), []],
    ['rows by key', (run) => run.quick(statement([2])), [all[1]]],
    ['the first row', (run) => run.first(statement([2, 1])), all[0]],
    ['no columns', (run) => run.first(sql.fragment`select`), {}],
    ['how many were touched', (run) => run.run(sql.fragment`update shape set id = id`), 2],
  ];

  // A text is prepared when it comes back, and its rows are known when they came once.
  test.each(ways)('tell %s, however often', async (_, ask, expected) => {
    for (let turn = 0; turn < 4; turn++) {
      expect(await ask(database)).toEqual(expected);
      expect(await database.transaction((tx) => ask(tx))).toEqual(expected);
    }
  });

  test('come together, and fail by themselves', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => database.quick(statement([(turn % 2) + 1]))),
    );
    expect(answers).toEqual(answers.map((_, turn) => [all[turn % 2]]));
    for (let turn = 0; turn < 3; turn++) {
      const failed = await database.run(sql.fragment`insert into shape values (1)`).catch((error: unknown) => error);
      expect(uniqueViolation(failed)).toMatchObject({ table: 'shape' });
      expect(await database.rows(statement([1]))).toEqual([all[0]]);
    }
  });

  test('follow tables whose columns change', async () => {
    const everything = sql.fragment`select * from shape where id = 1`;
    for (let turn = 0; turn < 3; turn++) await database.first(everything);
    await database.run(sql.fragment`alter table shape add later int default 7`);
    expect(await database.first(everything)).toEqual({ ...all[0], later: 7 });
    await database.run(sql.fragment`alter table shape drop later`);
  });
});
