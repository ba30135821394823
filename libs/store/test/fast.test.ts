import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client, type QueryResult } from 'pg';
import { type Database, openDatabase, type Sql, sql } from '../src';
import { columnValues } from '../src/statements/columnValues';
import { silent } from './silent';

const source = join(__dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** Every shape of statement there is: what comes back, and how. */
const shapes: [string, Sql][] = [
  ['no columns', sql.fragment`SELECT`],
  ['no rows', sql.fragment`SELECT id, name FROM thing WHERE id = ${-1}`],
  ['one row of nulls', sql.fragment`SELECT null AS a, null::int AS b, null::text[] AS c, null::jsonb AS d`],
  [
    'numbers',
    sql.fragment`SELECT 1::int2 a, 2::int4 b, 3::int8 c, 9007199254740991::int8 d, 1.50::numeric e, 0.1::float8 f, 'NaN'::float8 g`,
  ],
  [
    'texts',
    sql.fragment`SELECT ''::text a, ${'ü\n\'"\\'}::text b, 'x'::char(3) c, 'y'::varchar d, '\\x00ff'::bytea e, 'n'::name f`,
  ],
  ['truths', sql.fragment`SELECT true a, false b, null::bool c`],
  [
    'moments',
    sql.fragment`SELECT '2026-01-02 03:04:05.6+02'::timestamptz a, '2026-01-02'::date b, '2026-01-02 03:04'::timestamp c, '04:05'::time d, '1 day 2 hours'::interval e`,
  ],
  [
    'networks',
    sql.fragment`SELECT '10.0.0.0/8'::cidr a, '10.0.0.1/8'::inet b, '2001:db8::1'::inet c, '00:00:5e:00:53:01'::macaddr d`,
  ],
  [
    'json',
    sql.fragment`SELECT '{"b":1,"a":[null,1.0,"x"]}'::jsonb a, '{"b":1, "a":2}'::json b, '"x"'::jsonb c, 'null'::jsonb d`,
  ],
  [
    'lists',
    sql.fragment`SELECT '{}'::text[] a, '{a,"b c",NULL,"NULL"}'::text[] b, '{{1,2},{3,4}}'::int[] c, ARRAY[gen.id] d, '{2001-02-03}'::date[] e FROM (SELECT '00000000-0000-4000-8000-000000000001'::uuid AS id) gen`,
  ],
  ['a row in a row', sql.fragment`SELECT t, row(1, 'a') AS r, int4range(1, 5) AS i FROM thing t ORDER BY id LIMIT 2`],
  ['columns of one name', sql.fragment`SELECT 1 AS a, null AS a, 2 AS b, 3 AS b`],
  [
    'a column called as what objects have',
    sql.fragment`SELECT 1 AS "constructor", 2 AS "toString", 3 AS "hasOwnProperty"`,
  ],
  ['a column called as what objects come from', sql.fragment`SELECT 'a' AS "__proto__", 1 AS b`],
  ['a column without a name', sql.fragment`SELECT 1, 'a', count(*) FROM thing`],
  [
    'many columns',
    sql.fragment`SELECT ${sql.join(
      Array.from(
        { length: 300 },
        (_, index) => sql.fragment`${sql.literalValue(String(index))} AS ${sql.identifier([`c${index}`])}`,
      ),
      sql.fragment`, `,
    )}`,
  ],
  [
    'many rows',
    sql.fragment`SELECT n, 'row ' || n AS name, CASE WHEN n % 3 = 0 THEN null ELSE n END AS third FROM generate_series(1, 3000) n`,
  ],
  ['a long value', sql.fragment`SELECT repeat('x', 300000) AS long, 1 AS one`],
  [
    'values of every kind',
    sql.fragment`SELECT ${1}::int a, ${'a'}::text b, ${true}::bool c, ${null}::text d, ${sql.array([1, 2], 'int4')} e, ${sql.jsonb({ a: [1] })} f, ${sql.uuid('00000000-0000-4000-8000-000000000001')} g`,
  ],
  [
    'rows as unnest',
    sql.fragment`SELECT * FROM ${sql.unnest(
      [
        [1, 'a'],
        [2, 'b'],
      ],
      ['int4', 'text'],
    )} AS given(id, name)`,
  ],
  ['with', sql.fragment`WITH few AS (SELECT * FROM thing WHERE id < ${3}) SELECT count(*) FROM few`],
  ['values alone', sql.fragment`VALUES (1, 'a'), (2, null)`],
  ['a statement of the server', sql.fragment`SHOW datestyle`],
  ['a plan', sql.fragment`EXPLAIN (COSTS off) SELECT 1`],
  ['an insert', sql.fragment`INSERT INTO heap (n) SELECT n FROM generate_series(1, 3) n`],
  ['an insert that tells', sql.fragment`INSERT INTO heap (n) VALUES (${7}) RETURNING n, n * 2 AS twice`],
  [
    'an insert that finds nothing to do',
    sql.fragment`INSERT INTO thing (id, name) VALUES (1, 'again') ON CONFLICT DO NOTHING RETURNING id`,
  ],
  ['an update', sql.fragment`UPDATE thing SET name = name`],
  ['an update that tells', sql.fragment`UPDATE thing SET name = name WHERE id = ${1} RETURNING *`],
  [
    'a merge',
    sql.fragment`MERGE INTO thing t USING (SELECT 2 AS id) s ON s.id = t.id WHEN MATCHED THEN UPDATE SET name = t.name`,
  ],
  ['a deletion', sql.fragment`DELETE FROM heap WHERE n = 3`],
  ['a deletion that tells', sql.fragment`DELETE FROM heap WHERE n = ${1} RETURNING n`],
  ['a table made and taken away', sql.fragment`DROP TABLE IF EXISTS nowhere`],
  ['a lock', sql.fragment`SELECT id FROM thing ORDER BY id FOR UPDATE SKIP LOCKED`],
  ['a division by nothing', sql.fragment`SELECT 1 / (id - id) FROM thing`],
  ['a mistake after some rows', sql.fragment`SELECT 10 / (5 - n) AS n FROM generate_series(1, 9) n`],
  ['a broken constraint', sql.fragment`INSERT INTO thing (id, name) VALUES (1, 'again')`],
  ['a value of the wrong type', sql.fragment`SELECT ${'x'}::uuid`],
  ['what is no SQL', sql.fragment`SELEKT 1`],
];

let server: TestDatabase;
let plain: Client;
const databases: Record<string, Database> = {};

beforeAll(async () => {
  server = await createTestDatabase();
  const open = (fastPaths: boolean) =>
    openDatabase({
      connectionString: server.url,
      schema: 'public',
      poolSize: 4,
      applicationName: `fast paths ${fastPaths}`,
      use: { fastPaths },
      log: silent,
    });
  Object.assign(databases, { 'with the fast paths': open(true), 'without them': open(false) });
  plain = new Client({
    connectionString: server.url,
    types: columnValues,
    options: '-c timezone=UTC -c datestyle=ISO',
  });
  await plain.connect();
  await plain.query("CREATE TABLE thing (id int PRIMARY KEY, name text); INSERT INTO thing VALUES (1, 'a'), (2, null)");
  await plain.query('CREATE TABLE heap (n int)');
});
afterAll(async () => {
  await plain.end();
  await Promise.all(Object.values(databases).map((database) => database.close()));
  await server.drop();
});

/** What comes of something: its result, or what PostgreSQL says is wrong with it. */
const outcome = <T>(work: Promise<T>): Promise<unknown> =>
  work.catch(({ code, message, constraint }: { code: string; message: string; constraint?: string }) => ({
    code,
    message,
    constraint,
  }));

/** The same by the driver alone, as text and values, prepared under no name. */
const driver = (statement: Sql): Promise<QueryResult> =>
  plain.query(statement.sql.replaceAll('$slonik_', '$'), statement.values as unknown[]);

/** Undoes what a statement changes, so that it finds the same each time. */
class Undone extends Error {}
const undone = async (database: Database, statement: Sql): Promise<unknown> => {
  let result: unknown;
  const work = database.transaction(async (tx) => {
    result = await outcome(tx.rows(statement));
    throw new Undone();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return result;
};

async function expected(statement: Sql): Promise<{ rows: unknown; count: unknown }> {
  await plain.query('BEGIN');
  const result = await outcome(driver(statement));
  await plain.query('ROLLBACK');
  const { rows, rowCount } = result as QueryResult;
  return rows ? { rows, count: rowCount ?? 0 } : { rows: result, count: result };
}

describe.each(['with the fast paths', 'without them'])('statements %s', (name) => {
  // The first time a text has no name, the second it is prepared, the third its rows are known.
  test.each(shapes)('are answered as by the driver alone: %s', async (_, statement) => {
    const database = databases[name]!;
    const { rows, count } = await expected(statement);
    for (let turn = 0; turn < 4; turn += 1) expect(await undone(database, statement)).toEqual(rows);
    const isRead = /^(SELECT|WITH|VALUES|SHOW|EXPLAIN|SELEKT)/.test(statement.sql);
    if (!isRead) return;
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await outcome(database.rows(statement))).toEqual(rows);
      expect(await outcome(database.quick(statement))).toEqual(rows);
      expect(await outcome(database.run(statement))).toEqual(count);
    }
  });

  test('are answered each with its own, all at once', async () => {
    const database = databases[name]!;
    const reads = shapes.filter(
      ([, { sql: text }]) => /^(SELECT|WITH|VALUES)/.test(text) && !text.includes('FOR UPDATE'),
    );
    const wanted: unknown[] = [];
    for (const [, statement] of [...reads, ...reads]) wanted.push((await expected(statement)).rows);
    const given = await Promise.all([...reads, ...reads].map(([, statement]) => outcome(database.quick(statement))));
    expect(given).toEqual(wanted);
  });
});

describe('the insides of the driver', () => {
  const outside = files.filter((file) => !file.startsWith('fast/'));

  test.each(outside)('are not touched by %s', (file) => {
    const text = readFileSync(join(source, file), 'utf8');
    expect(text).not.toMatch(/import [^;]*\b(Query|Connection|ResultBuilder)\b[^;]* from 'pg'/);
    expect(text).not.toMatch(/\.connection\.stream|_result|_parsers|from 'pg-protocol/);
  });

  test.each(['pg', 'pg-protocol'])('are those of the release of %s that this was written for', (name) => {
    const { dependencies } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(require.resolve(name), '../../package.json'), 'utf8'));
    expect(dependencies[name]).toBe(version);
  });

  test("slonik's spelling of values is known in one place", () => {
    expect(files.filter((file) => readFileSync(join(source, file), 'utf8').includes('slonik_'))).toEqual([
      relative(source, join(source, 'statements', 'statement.ts')),
    ]);
  });
});
