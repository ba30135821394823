import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import {
  type Database,
  DatabaseUnavailable,
  foreignKeyViolation,
  isInvalidRegularExpression,
  isStatementTimeout,
  isTooLarge,
  openDatabase,
  sql,
  uniqueViolation,
} from '../src';
import { silent } from './silent';

let server: TestDatabase;
let database: Database;

const open = (more: Partial<Parameters<typeof openDatabase>[0]> = {}) =>
  openDatabase({
    connectionString: server.url,
    schema: 'ipam',
    poolSize: 4,
    applicationName: 'store-test',
    log: silent,
    ...more,
  });

beforeAll(async () => {
  server = await createTestDatabase();
  database = open();
  await database.run(sql.fragment`create schema ipam`);
  await database.run(sql.fragment`create table parent (id int primary key, name text not null unique, check (id > 0))`);
  await database.run(
    sql.fragment`create table child (id int primary key, parent int references parent deferrable initially deferred)`,
  );
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Those that the tests have connected to this suite's own database: others have theirs on the same server. */
const ofTests = "pg_stat_activity where datname = current_database() and application_name like 'store-test%'";

/** Closes every connection the tests hold, as a restart of the server would. */
async function cutConnections(): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from ${ofTests}`);
  await client.end();
}

/** Waits until so many connections of the tests are in the middle of a long statement. */
async function asleep(wanted: number): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const looking = `select from ${ofTests} and state = 'active' and query like '%pg_sleep%'`;
  while ((await client.query(looking)).rowCount !== wanted) await delay(20);
  await client.end();
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a session', () => {
  test('works in its schema, in UTC, with limits and a name', async () => {
    const setting = (name: string) => sql.fragment`current_setting(${name})`;
    const row = await database.first(sql.fragment`
      select ${setting('search_path')} as path, ${setting('TimeZone')} as zone, ${setting('statement_timeout')} as statement,
        ${setting('lock_timeout')} as lock, ${setting('jit')} as jit, ${setting('application_name')} as name`);
    expect(row).toEqual({
      path: 'ipam,public',
      zone: 'UTC',
      statement: '30s',
      lock: '10s',
      jit: 'off',
      name: 'store-test',
    });
  });

  test('obeys options given in the connection string', async () => {
    const url = new URL(server.url);
    // Long enough for the first statement, however busy this machine is.
    url.searchParams.set('options', '-c statement_timeout=1000');
    url.searchParams.set('application_name', 'store-test-own');
    const own = open({ connectionString: url.href });
    const row = await own.first(sql.fragment`select current_setting('application_name') as name`);
    expect(row).toEqual({ name: 'store-test-own' });
    expect(isStatementTimeout(await failureOf(own.run(sql.fragment`select pg_sleep(25)`)))).toBe(true);
    await own.close();
  });

  test('refuses a schema name that would need quoting', () => {
    expect(() => open({ schema: 'ipam -c x' })).toThrow('cannot be the name of a schema');
  });
});

describe('values', () => {
  test.each([
    ["timestamptz '2024-01-02 03:04:05+01'", '2024-01-02T02:04:05Z'],
    ["timestamptz '2024-01-02 03:04:05.5+00'", '2024-01-02T03:04:05.500000Z'],
    ["timestamptz '2024-01-02 03:04:05.123456+00'", '2024-01-02T03:04:05.123456Z'],
    ["timestamptz 'infinity'", 'infinity'],
    ["date '2024-02-29'", '2024-02-29'],
    ["time '12:34:56'", '12:34:56'],
    ['1.10::numeric(8,2)', '1.10'],
    ['9007199254740991::int8', 9007199254740991],
    ['1.5::float8', 1.5],
    ['7::int4', 7],
    ['true', true],
    ['\'{"a":[1,null]}\'::json', { a: [1, null] }],
    ['\'{"a":[1,null]}\'::jsonb', { a: [1, null] }],
    ["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ["'10.0.0.1/24'::inet", '10.0.0.1/24'],
    ["'2001:db8::/32'::cidr", '2001:db8::/32'],
    ["array['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']::uuid[]", ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    ["array['a,b', null, '\"']", ['a,b', null, '"']],
    ['array[1, 2]', [1, 2]],
    ['array[1, null]::int8[]', [1, null]],
    ['null::timestamptz', null],
  ])('%s arrives as %p', async (expression, expected) => {
    const client = await database.first<{ value: unknown }>({
      ...sql.fragment`select`,
      sql: `select ${expression} as value`,
    });
    expect(client?.value).toEqual(expected);
  });

  test('an int8 beyond what a number holds exactly is an error, and the connection stays usable', async () => {
    await expect(database.rows(sql.fragment`select 9007199254740993::int8 as value`)).rejects.toThrow(RangeError);
    await expect(database.rows(sql.fragment`select 1 as value`)).resolves.toEqual([{ value: 1 }]);
  });

  test('arrays, json and nulls go in as parameters', async () => {
    const row = await database.first(
      sql.fragment`select ${sql.array(['a', 'b'], 'text')} as texts, ${sql.jsonb({ a: 1 })} as json, ${null}::text as nothing`,
    );
    expect(row).toEqual({ texts: ['a', 'b'], json: { a: 1 }, nothing: null });
  });
});

describe('statements', () => {
  test('give rows, the first row and the number of rows touched, and are counted', async () => {
    const caller = { cost: { sql: 0 }, deadline: Number.POSITIVE_INFINITY };
    const insert = sql.fragment`insert into parent values (100, 'a'), (101, 'b')`;
    expect(await database.run(insert, caller)).toBe(2);
    const query = sql.unsafe`select id from parent where id >= ${100} order by id`;
    expect(await database.rows(query, caller)).toEqual([{ id: 100 }, { id: 101 }]);
    expect(await database.first(query, caller)).toEqual({ id: 100 });
    expect(await database.first(sql.fragment`select 1 where false`, caller)).toBeUndefined();
    expect(caller.cost.sql).toBe(4);
  });

  test('are given up when nobody waits for them any more, and leave their connection to others', async () => {
    const caller = { cost: { sql: 0 }, deadline: Date.now() + 500 };
    const sleeping = sql.unsafe`select pg_backend_pid() as process, pg_sleep(${25})`;
    const began = Date.now();
    const late = await database.rows(sleeping, caller).catch((error) => error);
    expect(isStatementTimeout(late)).toBe(true);
    expect(Date.now() - began).toBeLessThan(20_000);
    // Whoever goes on behind the deadline does so on purpose.
    expect(await database.rows(sql.fragment`select pg_sleep(1.5)`, caller)).toHaveLength(1);
    expect(
      await Promise.all(Array.from({ length: 20 }, (_, n) => database.first(sql.unsafe`select ${n}::int as n`))),
    ).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
  });

  test('are prepared once their text comes back, at most 500 on a connection', async () => {
    const single = open({ poolSize: 1 });
    const prepared = () =>
      single.first<{ count: number }>(
        sql.fragment`select count(*) as count from pg_prepared_statements where statement like 'select $1::int +%'`,
      );
    const numbered = (index: number) => ({
      ...sql.fragment`select ${1}::int`,
      sql: `select $slonik_1::int + ${index} as number`,
    });
    await single.rows(numbered(0));
    expect(await prepared()).toEqual({ count: 0 });
    await single.rows(numbered(0));
    expect(await prepared()).toEqual({ count: 1 });
    for (let index = 0; index < 600; index += 1) {
      await single.rows(numbered(index));
      expect(await single.first(numbered(index))).toEqual({ number: 1 + index });
    }
    expect((await prepared())?.count).toBeLessThanOrEqual(500);
    await single.close();
  });

  test('survive a change of the tables they were prepared for', async () => {
    await database.run(sql.fragment`create table changing (a int)`);
    const query = sql.fragment`select * from changing`;
    for (let index = 0; index < 8; index += 1) await database.rows(query);
    await database.run(sql.fragment`alter table changing add b int`);
    await database.run(sql.fragment`insert into changing values (1, 2)`);
    for (let index = 0; index < 8; index += 1) expect(await database.rows(query)).toEqual([{ a: 1, b: 2 }]);
  });
});

describe('errors', () => {
  beforeAll(() => database.run(sql.fragment`insert into parent values (1, 'one')`));

  test('of constraints are recognised', async () => {
    const insert = (id: number, name: string | null) =>
      failureOf(database.run(sql.fragment`insert into parent values (${id}, ${name})`));
    expect(uniqueViolation(await insert(2, 'one'))).toEqual({
      constraint: 'parent_name_key',
      table: 'parent',
      column: '',
      detail: 'Key (name)=(one) already exists.',
    });
    expect(
      foreignKeyViolation(await failureOf(database.run(sql.fragment`insert into child values (1, 77)`))),
    ).toMatchObject({
      constraint: 'child_parent_fkey',
      table: 'child',
    });
    expect(uniqueViolation(new Error('other'))).toBeUndefined();
  });

  test('of values are recognised', async () => {
    expect(isInvalidRegularExpression(await failureOf(database.rows(sql.fragment`select 'a' ~ ${'('}`)))).toBe(true);
    const long = randomBytes(4_000).toString('hex');
    expect(isTooLarge(await failureOf(database.run(sql.fragment`insert into parent values (3, ${long})`)))).toBe(true);
  });

  test('leave no connection behind', async () => {
    for (let index = 0; index < 20; index += 1) await failureOf(database.rows(sql.fragment`select 1 / ${0}`));
    await expect(Promise.all(Array.from({ length: 20 }, () => database.ready()))).resolves.not.toContain(false);
  });
});

describe('a transaction', () => {
  test('commits what its work did, and nothing when it throws', async () => {
    const result = await database.transaction(async (tx) => {
      await tx.run(sql.fragment`insert into parent values (10, 'ten')`);
      return tx.first(sql.fragment`select name from parent where id = 10`);
    });
    expect(result).toEqual({ name: 'ten' });
    await expect(
      database.transaction(async (tx) => {
        await tx.run(sql.fragment`insert into parent values (11, 'eleven')`);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await database.rows(sql.fragment`select id from parent where id in (10, 11)`)).toEqual([{ id: 10 }]);
  });

  test('reports a constraint that is checked at commit', async () => {
    const error = await failureOf(database.transaction((tx) => tx.run(sql.fragment`insert into child values (5, 78)`)));
    expect(foreignKeyViolation(error)?.constraint).toBe('child_parent_fkey');
    expect(await database.ready()).toBe(true);
  });

  test('fails when its work hid the failure of a statement', async () => {
    const work = database.transaction(async (tx) => {
      await failureOf(tx.run(sql.fragment`insert into parent values (1, 'again')`));
    });
    expect(uniqueViolation(await failureOf(work))).toBeDefined();
  });

  test('may be read only', async () => {
    const write = database.transaction((tx) => tx.run(sql.fragment`delete from parent`), { readOnly: true });
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  test('a server that only reads now is away, until a connection leads to one that writes', async () => {
    const own = await createTestDatabase();
    const name = new URL(own.url).pathname.slice(1);
    const pool = open({ connectionString: own.url, schema: 'public' });
    const administer = async (...statements: string[]) => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    };
    const write = () => pool.transaction((tx) => tx.run(sql.fragment`create table if not exists written ()`));
    const writeAlone = () => pool.run(sql.fragment`create table if not exists alone ()`);
    // As many connections as it may have.
    const connect = () => Promise.all(Array.from({ length: 8 }, () => pool.run(sql.fragment`select pg_sleep(0.05)`)));
    try {
      await write();
      expect(pool.takesWrites()).toBe(true);
      await administer(
        `alter database ${name} set default_transaction_read_only = on`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      await failureOf(connect());
      await connect();
      expect(await failureOf(write())).toBeInstanceOf(DatabaseUnavailable);
      expect(await failureOf(writeAlone())).toBeInstanceOf(DatabaseUnavailable);
      expect(pool.takesWrites()).toBe(false);
      expect(await pool.ready()).toBe(true);
      await connect();
      // Connections that are there go on as they were made, as those to a server that another took the place of do.
      await administer(`alter database ${name} reset default_transaction_read_only`);
      await write();
      await connect();
      await writeAlone();
      // What was refused tells how the server is for a minute.
      expect(pool.takesWrites()).toBe(false);
      const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
      expect(pool.takesWrites()).toBe(true);
      later.mockRestore();
    } finally {
      await pool.close();
      await own.drop();
    }
  });

  test('takes no statements after its end', async () => {
    const tx = await database.transaction(async (inner) => inner);
    await expect(tx.rows(sql.fragment`select 1`)).rejects.toThrow('has ended');
  });

  test('runs again when it deadlocks with another', async () => {
    await database.run(sql.fragment`insert into parent values (20, 'x'), (21, 'y')`);
    const update = (id: number) => sql.fragment`update parent set name = name || '!' where id = ${id}`;
    let begun = 0;
    let bothHold = () => {};
    const eachHoldsOne = new Promise<void>((resolve) => (bothHold = resolve));
    const both = (first: number, second: number) =>
      database.transaction(async (tx) => {
        await tx.run(update(first));
        if (++begun === 2) bothHold();
        await eachHoldsOne;
        await tx.run(update(second));
      });
    await Promise.all([both(20, 21), both(21, 20)]);
    expect(begun).toBeGreaterThan(2);
    const names = await database.rows(sql.fragment`select name from parent where id in (20, 21) order by id`);
    expect(names).toEqual([{ name: 'x!!' }, { name: 'y!!' }]);
  });

  test('plans what it runs once, whatever the values', async () => {
    const one = open({ poolSize: 1 });
    const among = (ids: number[]) => sql.fragment`select id from parent where id = any(${sql.array(ids, 'int4')})`;
    const plans = () =>
      one.first(
        sql.fragment`select generic_plans::int4 as once, custom_plans::int4 as anew from pg_prepared_statements where statement like 'select id from parent where id = any%'`,
      );
    // A text is prepared when it comes back.
    await one.transaction(async (tx) => {
      for (let ids = [1]; ids.length < 12; ids = [...ids, ids.length + 1]) await tx.rows(among(ids));
    });
    expect(await plans()).toEqual({ once: 10, anew: 0 });
    // Outside, PostgreSQL chooses.
    await one.rows(among([1]));
    expect(await plans()).toEqual({ once: 10, anew: 1 });
    await one.close();
  });
});

test('transactions that wait for something else leave connections to those who only read', async () => {
  const crowded = open({ connectWithin: 1_000 });
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const waiting = Array.from({ length: 6 }, () =>
    crowded.transaction(async (tx) => {
      await tx.run(sql.fragment`select 1`);
      await answered;
    }),
  );
  const outcomes = Promise.allSettled(waiting);
  expect(await crowded.first(sql.fragment`select 1 as one`)).toEqual({ one: 1 });
  expect(await crowded.quick(sql.fragment`select 1 as one`)).toEqual([{ one: 1 }]);
  const reading = crowded.transaction((tx) => tx.first(sql.fragment`select 1 as one`), { readOnly: true });
  expect(await reading).toEqual({ one: 1 });
  // Those who have waited in vain are refused, and the next have their turn when there is room.
  expect(await failureOf(waiting[5]!)).toBeInstanceOf(DatabaseUnavailable);
  answer();
  const kept = (await outcomes).map(({ status }) => status);
  expect(kept).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected', 'rejected']);
  const later = Array.from({ length: 12 }, () => crowded.transaction((tx) => tx.first(sql.fragment`select 1 as one`)));
  expect(await Promise.all(later)).toEqual(Array.from({ length: 12 }, () => ({ one: 1 })));
  await crowded.close();
});

describe('a database that goes away', () => {
  test('is unavailable while it cannot be reached', async () => {
    const nowhere = open({ connectionString: 'postgres://a:b@127.0.0.1:1/c' });
    const error = await failureOf(nowhere.rows(sql.fragment`select 1`));
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(error).toMatchObject({ schema: 'ipam' });
    expect(await failureOf(nowhere.transaction((tx) => tx.rows(sql.fragment`select 1`)))).toBeInstanceOf(
      DatabaseUnavailable,
    );
    expect(await nowhere.ready()).toBe(false);
    await nowhere.close();
  });

  test('is unavailable while it lets nobody in, whatever its reason', async () => {
    const aside = await createTestDatabase();
    const url = new URL(aside.url);
    const connecting = (change: (to: URL) => void): Database => {
      const to = new URL(aside.url);
      change(to);
      return open({ connectionString: to.href });
    };
    const closed = connecting(() => undefined);
    expect(await closed.ready()).toBe(true);
    const name = url.pathname.slice(1);
    const operator = new Client({ connectionString: server.url });
    await operator.connect();
    await operator.query(`alter database ${name} allow_connections false`);
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const turnedAway = [
      closed,
      connecting((to) => {
        to.pathname = '/not_there';
      }),
      connecting((to) => {
        to.username = 'not_there';
      }),
    ];
    for (const each of turnedAway) {
      await failureOf(each.rows(sql.fragment`select 1`));
      expect(await failureOf(each.rows(sql.fragment`select 1`))).toBeInstanceOf(DatabaseUnavailable);
      const transaction = each.transaction((tx) => tx.rows(sql.fragment`select 1`));
      expect(await failureOf(transaction)).toBeInstanceOf(DatabaseUnavailable);
    }
    await operator.query(`alter database ${name} allow_connections true`);
    await operator.end();
    expect(await closed.first(sql.fragment`select 1 as one`)).toEqual({ one: 1 });
    for (const each of turnedAway) await each.close();
    await aside.drop();
  });

  test('fails what is running and serves again afterwards, without leaking connections', async () => {
    const running = Array.from({ length: 4 }, () => failureOf(database.rows(sql.fragment`select pg_sleep(25)`)));
    await asleep(4);
    const inTransaction = failureOf(database.transaction((tx) => tx.rows(sql.fragment`select pg_sleep(25)`)));
    await cutConnections();
    for (const error of await Promise.all(running)) expect(error).toBeInstanceOf(DatabaseUnavailable);
    await asleep(1);
    await cutConnections();
    expect(await inTransaction).toBeInstanceOf(DatabaseUnavailable);
    const answers = Array.from({ length: 12 }, () => database.first(sql.fragment`select 1 as one`));
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 12 }, () => ({ one: 1 })));
  });
});

it('runs a transaction again whose plan is of before a table was changed', async () => {
  await database.run(sql.fragment`create table widened (id int primary key)`);
  await database.run(sql.fragment`insert into widened values (1)`);
  const other = open({ poolSize: 1 });
  try {
    const read = () =>
      other.transaction((tx) => tx.rows(sql.fragment`select * from widened where id = ${1} for update`));
    // A text has a name the second time, and a plan of the server's by then.
    for (let time = 0; time < 3; time++) expect(await read()).toEqual([{ id: 1 }]);
    await database.run(sql.fragment`alter table widened add column colour text default 'red'`);
    expect(await read()).toEqual([{ id: 1, colour: 'red' }]);
    expect(await read()).toEqual([{ id: 1, colour: 'red' }]);
  } finally {
    await other.close();
  }
});

it('asks again past every connection whose plan is of before a table was changed', async () => {
  await database.run(sql.fragment`create table lengthened (id int primary key)`);
  await database.run(sql.fragment`insert into lengthened values (1)`);
  const other = open();
  try {
    const read = () => other.rows(sql.fragment`select *, pg_sleep(0.05) is null as slept from lengthened`);
    for (let time = 0; time < 3; time++) await Promise.all([read(), read(), read(), read()]);
    await database.run(sql.fragment`alter table lengthened add column colour text default 'red'`);
    expect(await read()).toEqual([{ id: 1, colour: 'red', slept: false }]);
  } finally {
    await other.close();
  }
});
