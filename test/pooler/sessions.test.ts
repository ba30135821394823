import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../libs/log/src';
import { type Database, migrate, openDatabase, sql, uniqueViolation } from '../../libs/store/src';
import { createTestDatabase, type TestDatabase } from '../../libs/testkit/src/database';
import { missingPooler, type Pooler, startPooler } from '../harness/pooler';
import { describeUnless } from '../program/describeUnless';

const log = createLog({ name: 'test', level: 'silent' });

/** One connection to the server, which everybody shares: whatever one leaves on it, the next one finds. */
describeUnless(missingPooler, 'databases behind a pooler in transaction mode', () => {
  let server: TestDatabase;
  let pooler: Pooler;
  let one: Database;
  let other: Database;

  const open = (schema: string, url = server.url) =>
    openDatabase({
      connectionString: pooler.through(url),
      schema,
      poolSize: 5,
      applicationName: `test ${schema}`,
      use: { pooled: true },
      log,
    });

  beforeAll(async () => {
    server = await createTestDatabase();
    pooler = await startPooler(server.url, 1);
    [one, other] = [open('one'), open('other')];
    for (const database of [one, other]) {
      await database.run(sql.fragment`create schema ${sql.identifier([database.schema])}`);
      await database.run(sql.fragment`create table thing (id int primary key, name text)`);
    }
  });

  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()]);
    await pooler?.stop();
    await server?.drop();
  });

  /** What somebody finds who was lent the connection after us. */
  async function leftBehind(): Promise<Record<string, unknown>> {
    const client = new Client({ connectionString: pooler.through(server.url) });
    await client.connect();
    const found = await client.query(`
      select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
        current_setting('jit') as jit, (select count(*)::int from pg_prepared_statements) as prepared,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
        (select count(*)::int from pg_listening_channels()) as listening`);
    await client.end();
    return found.rows[0];
  }

  test('each have their settings, and leave none behind', async () => {
    const before = await leftBehind();
    const asked = sql.fragment`
      select current_schema() as schema, current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout,
        current_setting('lock_timeout') as lock, current_setting('jit') as jit, ${'2026-01-02T03:04:05+02'}::timestamptz as moment`;
    const expected = { zone: 'UTC', timeout: '30s', lock: '10s', jit: 'off', moment: '2026-01-02T01:04:05Z' };
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const database = turn % 2 === 0 ? one : other;
        const ways = [
          () => database.first(asked),
          () => database.quick(asked).then(([row]) => row),
          () => database.transaction((tx) => tx.first(asked)),
          () => database.transaction((tx) => tx.first(asked), { snapshot: true }),
        ];
        return { ...(await ways[turn % ways.length]!()), wanted: database.schema };
      }),
    );
    for (const { wanted, ...answer } of answers) expect(answer).toEqual({ ...expected, schema: wanted });
    expect(await leftBehind()).toEqual(before);
    expect(before).toMatchObject({ prepared: 0, locks: 0, listening: 0 });
  });

  test('take options of the address as settings', async () => {
    const database = open(
      'one',
      `${server.url.replace(/\?.*$/, '')}?options=-c%20statement_timeout%3D1234ms%20--jit=on`,
    );
    try {
      const found = await database.first(
        sql.fragment`select current_setting('statement_timeout') as timeout, current_setting('jit') as jit`,
      );
      expect(found).toEqual({ timeout: '1234ms', jit: 'on' });
    } finally {
      await database.close();
    }
  });

  test('write what they were told, and say why they could not', async () => {
    expect(await one.run(sql.fragment`insert into thing values (1, 'a'), (2, 'b')`)).toBe(2);
    const failed = await one.run(sql.fragment`insert into thing values (3, 'c'), (1, 'again')`).catch((error) => error);
    expect(uniqueViolation(failed)).toMatchObject({ table: 'thing' });
    await expect(
      one.transaction(async (tx) => {
        await tx.run(sql.fragment`insert into thing values (4, 'd')`);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await other.run(sql.fragment`create table later (id int references thing deferrable initially deferred)`);
    await expect(other.run(sql.fragment`insert into later values (9)`)).rejects.toMatchObject({ code: '23503' });
    expect(await one.rows(sql.fragment`select id from thing order by id`)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await other.rows(sql.fragment`select id from later`)).toEqual([]);
    expect(await leftBehind()).toMatchObject({ prepared: 0 });
  });

  test('are migrated by many at once over the one connection', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    writeFileSync(join(folder, '0001_a.sql'), 'create table made (id int); select pg_sleep(0.1);');
    writeFileSync(join(folder, '0002_b.sql'), 'insert into made values (1);');
    const connectionString = pooler.through(server.url);
    const run = () =>
      migrate({ connectionString, schema: 'one', folders: [{ path: folder }], use: { pooled: true }, log });
    const applied = await Promise.all(Array.from({ length: 6 }, run));
    expect(applied.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(await one.rows(sql.fragment`select id from one.made`)).toEqual([{ id: 1 }]);
    expect(await leftBehind()).toMatchObject({ locks: 0, timeout: '0' });
    rmSync(folder, { recursive: true });
  });
});
