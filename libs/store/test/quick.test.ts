import { setTimeout as delay } from 'node:timers/promises';
// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { type Database, openDatabase, sql } from '../src';
import { silent } from './silent';

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  database = openDatabase({
    connectionString: server.url,
    schema: 'public',
    poolSize: 4,
    applicationName: 'quick-test',
    log: silent,
  });
  await database.run(sql.fragment`create table number (id int primary key, name text, big bigint)`);
  await database.run(sql.fragment`insert into number select n, 'n' || n, n from generate_series(1, 500) n`);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const byId = (id: number) => sql.unsafe`SELECT id, name, big, null AS nothing FROM number WHERE id = ${id}::int4`;
const row = (id: number) => ({ id, name: `n${id}`, big: id, nothing: null });
const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
/** Those of this suite's own database: others have theirs on the same server. */
const connections = async (): Promise<number[]> => {
  const found = await database.quick<{ pid: number }>(
    sql.fragment`select pid from pg_stat_activity where datname = current_database() and application_name like 'quick-test%'`,
  );
  return found.map(({ pid }) => pid);
};

/** Does something beside the pool, as somebody else. */
async function beside(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await work(client);
  await client.end();
}

/** Returns when they are gone, which on a busy machine is later than they are told to go. */
const cutConnections = (): Promise<void> =>
  beside((client) =>
    client.query(
      "select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and application_name like 'quick-test%'",
    ),
  );

describe('quick statements', () => {
  it('are answered each with its own rows, many at a time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(numbers.map((id) => database.quick(byId(id))));
      expect(answers).toEqual(numbers.map((id) => [row(id)]));
    }
  });

  it('fail alone', async () => {
    const bad = () => database.quick(sql.unsafe`SELECT 1 / (id - id) FROM number WHERE id = ${1}::int4`);
    const outcomes = await Promise.allSettled(numbers.map((id) => (id % 7 === 0 ? bad() : database.quick(byId(id)))));
    for (const [index, outcome] of outcomes.entries())
      expect(outcome.status === 'fulfilled' ? outcome.value : 'failed').toEqual(
        (index + 1) % 7 === 0 ? 'failed' : [row(index + 1)],
      );
  });

  it('are asked again when the connection is lost with them', async () => {
    const slow = sql.unsafe`SELECT pg_advisory_xact_lock(1)::text AS had`;
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    let asked: Promise<unknown>[] = [];
    await beside(async (client) => {
      await client.query('select pg_advisory_lock(1)');
      asked = [database.quick(slow), ...numbers.map((id) => database.quick(byId(id)))];
      while ((await client.query(waiting)).rowCount === 0) await delay(10);
      await cutConnections();
    });
    const [had, ...answers] = await Promise.all(asked);
    expect(had).toEqual([{ had: '' }]);
    expect(answers).toEqual(numbers.map((id) => [row(id)]));
    expect(await database.quick(byId(3))).toEqual([row(3)]);
  });

  it('are asked on a new connection when the old one was lost while nobody used it', async () => {
    // Several of the pool, all of them cut at once.
    await Promise.all([1, 2, 3, 4].map(() => database.rows(sql.fragment`select pg_sleep(0.02)`)));
    await database.quick(byId(1));
    const before = await connections();
    await cutConnections();
    expect(await database.quick(byId(4))).toEqual([row(4)]);
    expect(await database.quick(byId(5))).toEqual([row(5)]);
    expect((await connections()).filter((pid) => before.includes(pid))).toEqual([]);
  });

  it('see columns that a table was given meanwhile', async () => {
    const all = () => database.quick(sql.unsafe`SELECT * FROM number WHERE id = ${1}::int4`);
    for (let round = 0; round < 3; round += 1) expect(await all()).toEqual([{ id: 1, name: 'n1', big: 1 }]);
    await database.run(sql.fragment`alter table number add column colour text default 'red'`);
    expect(await all()).toEqual([{ id: 1, name: 'n1', big: 1, colour: 'red' }]);
  });

  it('leave the rest of the pool to others', async () => {
    await Promise.all(numbers.map((id) => database.quick(byId(id))));
    expect((await connections()).length).toBeLessThanOrEqual(4);
    await expect(database.transaction(async (tx) => tx.quick(byId(2)))).resolves.toEqual([row(2)]);
  });
});
