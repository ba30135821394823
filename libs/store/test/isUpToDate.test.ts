import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { isUpToDate, migrate, provisionService, readAddress, sql, withConnection } from '../src';
import { silent } from './silent';

const app = 'looked_at';
const role = `plumbline_${app}`;
const secretKey = 'a secret of the tests';
let server: TestDatabase;
let connectionString: string;
let folder: string;

const asAdmin = (statement: string) =>
  withConnection(readAddress(server.url), (connection) => connection.script(statement));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const look = (queued = true) => isUpToDate({ connectionString, app, queued, folders: [{ path: folder }] });
const provide = async () => {
  connectionString = await provisionService({
    adminUrl: server.url,
    app,
    secretKey,
    rolePrefix: 'plumbline',
    queued: true,
  });
  await migrate({ connectionString, schema: app, folders: [{ path: folder }], log: silent });
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  write('0001_one.sql', 'create table one (id int);');
  server = await createTestDatabase();
  await provide();
});

afterEach(async () => {
  await asAdmin(`drop owned by ${role} cascade`);
  await server.drop();
  rmSync(folder, { recursive: true });
});

test('a service that was provided for is up to date, and is left alone', async () => {
  expect(await look()).toBe(true);
  expect(await look(false)).toBe(true);
});

test('whoever is not let in is not', async () => {
  const url = new URL(connectionString);
  url.password = 'another';
  expect(await isUpToDate({ connectionString: url.href, app, queued: true, folders: [] })).toBe(false);
  url.username = 'plumbline_nobody';
  expect(await isUpToDate({ connectionString: url.href, app, queued: true, folders: [] })).toBe(false);
  await asAdmin(`revoke connect on database ${url.pathname.slice(1)} from public, ${role}`);
  expect(await look()).toBe(false);
});

const missing: [what: string, undo: () => Promise<unknown>][] = [
  ['the schema of its queue is not there', () => asAdmin(`drop schema ${app}_queue`)],
  ['its schema belongs to somebody else', () => asAdmin(`alter schema ${app} owner to current_user`)],
  ['it may not use what is public', () => asAdmin('revoke usage on schema public from public')],
  ['everybody may make tables in public', () => asAdmin('grant create on schema public to public')],
  ['an extension is not there', () => asAdmin('drop extension pg_trgm')],
  ['a migration was not applied', async () => write('0002_two.sql', 'create table two (id int);')],
  ['an applied migration was changed', async () => write('0001_one.sql', 'create table one (id bigint);')],
  ['a migration is not known', () => asAdmin(`insert into ${app}.schema_migrations values ('0009_later.sql', 'x')`)],
  ['nothing says what was applied', () => asAdmin(`drop table ${app}.schema_migrations`)],
  ['processes have no place to say that they are there', () => asAdmin(`drop table ${app}.schema_processes`)],
  [
    'the database only reads',
    () =>
      asAdmin(
        `alter role ${role} in database ${readAddress(server.url).database} set default_transaction_read_only = on`,
      ),
  ],
];

test.each(missing)('it is not where %s', async (_, undo) => {
  await undo();
  expect(await look()).toBe(false);
});

test('a file that stands in the place of an applied one is to be noted first', async () => {
  rmSync(join(folder, '0001_one.sql'));
  write('0001_both.sql', '-- replaces: 0001_one.sql\ncreate table one (id int);');
  expect(await look()).toBe(false);
  await provide();
  expect(await look()).toBe(true);
  const tables = await withConnection(readAddress(connectionString), (connection) =>
    connection.rows(
      sql.fragment`select from information_schema.tables where table_schema = ${app} and table_name = 'one'`,
    ),
  );
  expect(tables).toHaveLength(1);
});
