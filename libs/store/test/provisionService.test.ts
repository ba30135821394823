// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { asService, openDatabase, type ProvisionOptions, provideSchema, provisionService, sql } from '../src';
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

const provision = (app: string, more: Partial<ProvisionOptions> = {}) =>
  provisionService({ adminUrl: server.url, app, secretKey, rolePrefix: 'plumbline', ...more });

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

test('another secret key changes nothing, and is told in words, unless the password is to be reset', async () => {
  const before = await provision(apps[0]);
  const roles = () => asAdmin(`select rolname, rolpassword from pg_authid where rolname = 'plumbline_${apps[0]}'`);
  const untouched = await roles();
  await expect(provision(apps[0], { secretKey: 'another' })).rejects.toThrow(
    /PLUMBLINE_SECRET_KEY is not the one.*PLUMBLINE_DATABASE_ROLE_PREFIX/,
  );
  expect(await roles()).toEqual(untouched);
  await expect(asAdmin('select 1', before)).resolves.toHaveLength(1);
  const after = await provision(apps[0], { secretKey: 'another', resetPassword: true });
  await expect(asAdmin('select 1', before)).rejects.toMatchObject({ code: '28P01' });
  await expect(asAdmin('select 1', after)).resolves.toHaveLength(1);
  await provision(apps[0], { resetPassword: true });
});

// LONG_TESTS makes it a hundred.
const rounds = process.env.LONG_TESTS === '1' ? 100 : 15;

describe('two installations on one server', () => {
  const installations = [{ secretKey: 'the key of one' }, { secretKey: 'the key of the other' }];
  let databases: TestDatabase[];
  beforeAll(async () => {
    databases = await Promise.all(installations.map(() => createTestDatabase()));
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });
  const provisionOne = (index: number) =>
    provisionService({ adminUrl: databases[index]!.url, app: 'ipam', ...installations[index]! });

  test('never get in each other’s way: many starts of each, and no read that fails', async () => {
    const opened = await Promise.all([0, 1].map(async (index) => open(await provisionOne(index), 'ipam')));
    const names = databases.map(({ url }) => `${new URL(url).pathname.slice(1)}_ipam`);
    const quoted = names.map((name) => `'${name}'`).join();
    const roles = () => asAdmin(`select rolname, rolpassword from pg_authid where rolname in (${quoted}) order by 1`);
    const before = await roles();
    expect(before.map(({ rolname }) => rolname)).toEqual(names.toSorted());
    for (let round = 0; round < rounds; round++) {
      await Promise.all([0, 1].map(provisionOne));
      for (const database of opened) expect(await database.rows(sql.fragment`select 1 as one`)).toEqual([{ one: 1 }]);
    }
    // A new connection each time would see a password that somebody else has set.
    for (const index of [0, 1]) await expect(asAdmin('select 1', await provisionOne(index))).resolves.toHaveLength(1);
    expect(await roles()).toEqual(before);
    await Promise.all(opened.map((database) => database.close()));
  });

  test('a copy of a database is taken over by the roles of its own name, with everything in it', async () => {
    const original = open(await provisionOne(0), 'ipam');
    await original.run(sql.fragment`create table thing (id int)`);
    await original.run(sql.fragment`insert into thing values (1)`);
    await original.close();
    const copy = await createTestDatabase(new URL(databases[0]!.url).pathname.slice(1));
    try {
      const url = await provisionService({ adminUrl: copy.url, app: 'ipam', secretKey: 'the key of the copy' });
      const own = open(url, 'ipam');
      await own.run(sql.fragment`alter table thing add column name text`);
      expect(await own.rows(sql.fragment`select id, name from thing`)).toEqual([{ id: 1, name: null }]);
      await own.close();
    } finally {
      await copy.drop();
    }
    await expect(asAdmin('select 1', await provisionOne(0))).resolves.toHaveLength(1);
  });

  test('names of databases that are no plain words make plain names of roles', () => {
    const roleIn = (database: string) =>
      new URL(asService(`postgres://admin@host/${encodeURIComponent(database)}`, 'ipam', { secretKey })).username;
    expect(roleIn('plumbline')).toBe('plumbline_ipam');
    const odd = ['Plumb-line', 'plumb line', 'pg_things', 'x'.repeat(63), 'Übersicht'].map(roleIn);
    for (const role of odd) expect(role).toMatch(/^db_[a-z0-9_]{1,59}$/);
    expect(new Set(odd).size).toBe(odd.length);
  });
});

describe('a role without superuser rights', () => {
  const urlOf = (user: string) => {
    const url = new URL(server.url);
    url.username = user;
    url.password = 'pw';
    return url.href;
  };
  const name = (purpose: string) => `${purpose}_${process.pid}`;

  /** PostgreSQL hands over what a role owns in the order in which that is noted: this notes its schemas anew until they come last. */
  const functionsBeforeSchemas = (role: string, app: string, other: string) => `
    do $$ begin
      for turn in 1..2000 loop
        exit when (select min(ctid) filter (where classid = 'pg_namespace'::regclass) > min(ctid) filter (where classid = 'pg_proc'::regclass)
          from pg_shdepend where refobjid = '${role}'::regrole and dbid = (select oid from pg_database where datname = current_database()));
        ${[app, `${app}_queue`].map((schema) => `alter schema ${schema} owner to ${other}; alter schema ${schema} owner to ${role};`).join(' ')}
      end loop;
    end $$`;

  test('can provision when it may create roles and schemas', async () => {
    const [admin, app] = [name('creator'), name('by_creator')];
    const database = new URL(server.url).pathname.slice(1);
    await asAdmin(
      `create role ${admin} login createrole password 'pw'; grant create on database ${database} to ${admin}`,
    );
    const database1 = open(await provision(app, { adminUrl: urlOf(admin) }), app);
    await database1.run(sql.fragment`create table mine (id int)`);
    await database1.close();
    await provision(app, { adminUrl: urlOf(admin), secretKey: 'changed', resetPassword: true });
    await asAdmin(`drop owned by plumbline_${app}, ${admin} cascade; drop role plumbline_${app}, ${admin}`);
  });

  test('hands everything over to roles of other names, and back, with the queue', async () => {
    const [admin, app] = [name('renamer'), name('renamed')];
    const database = new URL(server.url).pathname.slice(1);
    await asAdmin(
      `create role ${admin} login createrole password 'pw'; grant create on database ${database} to ${admin}`,
    );
    const prefixes = ['first', 'second'].map(name);
    for (const [turn, rolePrefix] of [...prefixes, ...prefixes].entries()) {
      const own = open(await provision(app, { adminUrl: urlOf(admin), queued: true, rolePrefix }), app);
      for (const schema of [app, `${app}_queue`])
        await own.run(sql.fragment`create function ${sql.identifier([schema, `made_${turn}`])}() returns int return 1`);
      const made = await own.first<{ count: number }>(sql.fragment`
        select count(*)::int as count from pg_proc where proname like 'made_%' and proowner = current_user::regrole`);
      expect(made).toEqual({ count: 2 * (turn + 1) });
      await own.close();
      await asAdmin(functionsBeforeSchemas(`${rolePrefix}_${app}`, app, admin));
    }
    const roles = prefixes.map((prefix) => `${prefix}_${app}`).join(', ');
    await asAdmin(`drop owned by ${roles}, ${admin} cascade; drop role ${roles}, ${admin}`);
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
