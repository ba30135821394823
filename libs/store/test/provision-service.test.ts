// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { openDatabase, provideSchema, provisionService, sql } from '../src';
import { silent } from './silent';

const secretKey = 'a secret of the tests';
let server: TestDatabase;

// Roles belong to the whole server, so these carry names no other suite uses.
const apps = ['provision_one', 'provision_two'] as const;

beforeAll(async () => {
  server = await createTestDatabase();
});

afterAll(async () => {
  await asAdmin(`drop owned by plumbline_${apps[0]}, plumbline_${apps[1]} cascade`);
  await server.drop();
});

async function asAdmin(text: string, url = server.url): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const provision = (app: string, more: { secretKey?: string; adminUrl?: string } = {}) =>
  provisionService({ adminUrl: server.url, app, secretKey, ...more });

const open = (connectionString: string, schema: string) =>
  openDatabase({ connectionString, schema, poolSize: 1, applicationName: 'provision-test', log: silent });

test('several processes may provision at once, and again later', async () => {
  const urls = await Promise.all([...apps, ...apps, ...apps].map((app) => provision(app)));
  expect(new Set(urls).size).toBe(2);
  expect(await provision(apps[0])).toBe(urls[0]);
  const extensions = await asAdmin("select extname from pg_extension where extname <> 'plpgsql' order by 1");
  expect(extensions).toEqual([{ extname: 'btree_gist' }, { extname: 'pg_trgm' }]);
});

test('a service has its schema to itself and nothing else', async () => {
  const [one, two] = [open(await provision(apps[0]), apps[0]), open(await provision(apps[1]), apps[1])];
  await one.run(sql.fragment`create table secret (id int)`);
  expect(await one.rows(sql.fragment`select * from secret`)).toEqual([]);
  await expect(two.rows(sql.fragment`select * from provision_one.secret`)).rejects.toMatchObject({ code: '42501' });
  await expect(two.run(sql.fragment`create table public.mine (id int)`)).rejects.toMatchObject({ code: '42501' });
  await expect(two.run(sql.fragment`create schema mine`)).rejects.toMatchObject({ code: '42501' });
  await expect(two.run(sql.fragment`create role mine`)).rejects.toMatchObject({ code: '42501' });
  await Promise.all([one.close(), two.close()]);
});

test('another secret key changes the password', async () => {
  const before = await provision(apps[0]);
  const after = await provision(apps[0], { secretKey: 'another' });
  expect(after).not.toBe(before);
  await expect(asAdmin('select 1', before)).rejects.toMatchObject({ code: '28P01' });
  await expect(asAdmin('select 1', after)).resolves.toHaveLength(1);
  await provision(apps[0]);
});

describe('a role without superuser rights', () => {
  const urlOf = (user: string) => {
    const url = new URL(server.url);
    url.username = user;
    url.password = 'pw';
    return url.href;
  };
  const name = (purpose: string) => `${purpose}_${process.pid}`;

  test('can provision when it may create roles and schemas', async () => {
    const [admin, app] = [name('creator'), name('by_creator')];
    const database = new URL(server.url).pathname.slice(1);
    await asAdmin(
      `create role ${admin} login createrole password 'pw'; grant create on database ${database} to ${admin}`,
    );
    const database1 = open(await provision(app, { adminUrl: urlOf(admin) }), app);
    await database1.run(sql.fragment`create table mine (id int)`);
    await database1.close();
    await provision(app, { adminUrl: urlOf(admin), secretKey: 'changed' });
    await asAdmin(`drop owned by plumbline_${app}, ${admin} cascade; drop role plumbline_${app}, ${admin}`);
  });

  test('is told what to do when it may not', async () => {
    const admin = name('nobody_much');
    await asAdmin(`create role ${admin} login password 'pw'`);
    await expect(provision(name('never'), { adminUrl: urlOf(admin) })).rejects.toThrow(
      /CREATEROLE.*<APP>_DATABASE_URL/,
    );
    await asAdmin(`drop role ${admin}`);
  });
});

test('in a database of its own a service only gets its schema', async () => {
  const own = await createTestDatabase();
  await provideSchema({ connectionString: own.url, app: 'ipam' });
  await provideSchema({ connectionString: own.url, app: 'ipam' });
  const database = open(own.url, 'ipam');
  await database.run(sql.fragment`create table mine (id int)`);
  expect(await database.first(sql.fragment`select 'ipam.mine'::regclass::text as name`)).toEqual({ name: 'mine' });
  await database.close();
  await own.drop();
});

test('a name that would need quoting is refused', async () => {
  await expect(provision('x"; drop')).rejects.toThrow('cannot be the name of a schema');
});
