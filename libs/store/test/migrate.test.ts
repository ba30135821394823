import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import {
  type Database,
  type MigrationFolder,
  migrate,
  openDatabase,
  provideSchema,
  sql,
  strangeMigrations,
  unappliedMigrations,
} from '../src';
import { silent } from './silent';

let server: TestDatabase;
let database: Database;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  server = await createTestDatabase();
  await provideSchema({ connectionString: server.url, app: 'ipam' });
  database = openDatabase({
    connectionString: server.url,
    schema: 'ipam',
    poolSize: 2,
    applicationName: 'migrate-test',
    log: silent,
  });
});

afterEach(async () => {
  await database.close();
  await server.drop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const runAll = (folders: MigrationFolder[]) =>
  migrate({ connectionString: server.url, schema: 'ipam', folders, log: silent });
const run = () => runAll([{ path: folder }]);

test('applies what is new, in order, once', async () => {
  write('0002_more.sql', 'alter table one add more int;');
  write('0001_one.sql', 'create table one (id int);\ncreate table two (id int);');
  expect(await run()).toEqual(['0001_one.sql', '0002_more.sql']);
  write('0003_data.sql', 'insert into one values (1, 2);');
  expect(await run()).toEqual(['0003_data.sql']);
  expect(await run()).toEqual([]);
  expect(await database.rows(sql.fragment`select * from ipam.one`)).toEqual([{ id: 1, more: 2 }]);
  expect(
    await database.rows(sql.fragment`select name, length(checksum) as length from schema_migrations order by name`),
  ).toEqual(['0001_one.sql', '0002_more.sql', '0003_data.sql'].map((name) => ({ name, length: 64 })));
});

test('many processes may start at once', async () => {
  write('0001_slow.sql', 'create table slow (id int); select pg_sleep(0.2);');
  const applied = await Promise.all(Array.from({ length: 6 }, run));
  expect(applied.flat()).toEqual(['0001_slow.sql']);
});

test('a failing file leaves nothing behind, says where, and those before it stay', async () => {
  write('0001_good.sql', 'create table good (id int);');
  write('0002_bad.sql', 'create table half (id int);\nselect 1;\ncreate table good (id int)\n;');
  await expect(run()).rejects.toThrow(/0002_bad\.sql/);
  expect(
    await database.first(sql.fragment`select to_regclass('half') as half, to_regclass('good')::text as good`),
  ).toEqual({
    half: null,
    good: 'good',
  });
  write('0002_bad.sql', 'create table half (id int);\nselec 1;');
  await expect(run()).rejects.toThrow('The migration 0002_bad.sql failed in line 2: syntax error at or near "selec"');
});

test('refuses an applied file that was changed, but not one whose line ends were', async () => {
  write('0001_one.sql', 'create table one (id int);\n');
  await run();
  write('0001_one.sql', 'create table one (id int);\r\n');
  await expect(run()).resolves.toEqual([]);
  write('0001_one.sql', 'create table one (id bigint);\n');
  await expect(run()).rejects.toThrow('0001_one.sql was changed after it had been applied');
});

test('what a newer version has applied, and what was changed, is told', async () => {
  write('0001_one.sql', 'create table one (id int);');
  write('0002_two.sql', 'create table two (id int);');
  expect(await strangeMigrations(database, [{ path: folder }])).toEqual({ unknown: [], changed: [] });
  await run();
  expect(await strangeMigrations(database, [{ path: folder }])).toEqual({ unknown: [], changed: [] });
  write('0001_one.sql', 'create table one (id bigint);');
  rmSync(join(folder, '0002_two.sql'));
  expect(await strangeMigrations(database, [{ path: folder }])).toEqual({
    unknown: ['0002_two.sql'],
    changed: ['0001_one.sql'],
  });
});

test('a server that goes away meanwhile is no fault of the migration, and nothing is left', async () => {
  write('0001_one.sql', 'create table one (id int); select pg_terminate_backend(pg_backend_pid());');
  await expect(run()).rejects.toMatchObject({ code: '57P01' });
  expect(await unappliedMigrations(database, [{ path: folder }])).toEqual(['0001_one.sql']);
  write('0001_one.sql', 'create table one (id int);');
  expect(await run()).toEqual(['0001_one.sql']);
});

test('refuses names out of order', async () => {
  write('first.sql', 'select 1');
  await expect(run()).rejects.toThrow('is not named like');
  rmSync(join(folder, 'first.sql'));
  write('0001_a.sql', 'select 1');
  write('0001_b.sql', 'select 1');
  await expect(run()).rejects.toThrow('have the number 0001');
});

test('a folder with a name has entries of its own, and comes in its turn', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'migrations-'));
  writeFileSync(join(shared, '0001_one.sql'), 'create table one (id int);');
  write('0001_one.sql', 'alter table one add more int;');
  const folders = [{ path: shared, name: 'engine' }, { path: folder }];
  expect(await unappliedMigrations(database, folders)).toEqual(['engine/0001_one.sql', '0001_one.sql']);
  expect(await runAll(folders)).toEqual(['engine/0001_one.sql', '0001_one.sql']);
  expect(await runAll(folders)).toEqual([]);
  rmSync(shared, { recursive: true });
});

test('files that stand in the place of an applied one are not applied, unless nothing of it was', async () => {
  write('0001_both.sql', 'create table one (id int); create table two (id int);');
  await run();
  rmSync(join(folder, '0001_both.sql'));
  write('0001_one.sql', '-- replaces: 0001_both.sql, 0002_both.sql\ncreate table one (id int);');
  write('0002_two.sql', '-- replaces: 0001_both.sql\ncreate table two (id int);');
  write('0003_more.sql', 'alter table two add more int;');
  expect(await unappliedMigrations(database, [{ path: folder }])).toEqual(['0003_more.sql']);
  expect(await run()).toEqual(['0003_more.sql']);
  expect(await unappliedMigrations(database, [{ path: folder }])).toEqual([]);
  write('0002_two.sql', '-- replaces: 0001_both.sql\ncreate table two (id bigint);');
  await expect(run()).rejects.toThrow('0002_two.sql was changed after it had been applied');
  await database.run(sql.fragment`drop table one, two, schema_migrations`);
  expect(await run()).toEqual(['0001_one.sql', '0002_two.sql', '0003_more.sql']);
});
