// @boundaries-ignore the test kit is built from this package
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import {
  asPostgresSpells,
  checkSchema,
  compareSchema,
  type Database,
  describeDifference,
  draftMigration,
  draftMigrationOf,
  openDatabase,
  provideSchema,
  readSchema,
  sql,
  type TableSpec,
} from '../src';
import { silent } from './silent';

let server: TestDatabase;
let database: Database;

beforeEach(async () => {
  server = await createTestDatabase();
  await provideSchema({ connectionString: server.url, app: 'ipam' });
  database = openDatabase({
    connectionString: server.url,
    schema: 'ipam',
    poolSize: 2,
    applicationName: 'schema-test',
    log: silent,
  });
});

afterEach(async () => {
  await database.close();
  await server.drop();
});

/** A table with an id; the rest as given. */
const aTable = (name: string, more: Partial<TableSpec> = {}): TableSpec => ({
  name,
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
  checks: [],
  ...more,
  columns: [{ name: 'id', type: 'uuid', nullable: false, default: 'gen_random_uuid()' }, ...(more.columns ?? [])],
});

const varied: TableSpec[] = [
  aTable('namespace', {
    columns: [
      { name: 'name', type: 'text', nullable: false, collate: 'C' },
      { name: 'created', type: 'timestamp with time zone', nullable: true, default: 'now()' },
      { name: 'group', type: 'character varying(20)', nullable: false, default: "''" },
    ],
    indexes: [
      { name: 'namespace_name', unique: true, method: 'btree', on: ['name'] },
      {
        name: 'namespace_lower',
        unique: false,
        method: 'btree',
        on: ['lower(name)', '"group" desc', '("group" || name)'],
      },
      { name: 'namespace_search', unique: false, method: 'gin', on: ['name gin_trgm_ops'] },
      { name: 'namespace_default_order', unique: false, method: 'btree', on: ['group', 'name collate "default"'] },
    ],
    checks: [{ name: 'namespace_name_given', expression: "name <> '' and length(name) between 1 and 255" }],
  }),
  aTable('prefix', {
    columns: [
      { name: 'namespace', type: 'uuid', nullable: false },
      { name: 'parent', type: 'uuid', nullable: true },
      { name: 'network', type: 'inet', nullable: false },
      { name: 'length', type: 'integer', nullable: false, generated: 'masklen(network)' },
      { name: 'ip_version', type: 'integer', nullable: false, generated: 'family(network)' },
      { name: 'type', type: 'text', nullable: false, default: "'network'" },
      { name: 'tags', type: 'uuid[]', nullable: false, default: "'{}'" },
      { name: '_custom_field_data', type: 'jsonb', nullable: false, default: "'{}'" },
      { name: 'weight', type: 'numeric(8,2)', nullable: true },
      { name: 'is_active', type: 'boolean', nullable: false, default: 'true' },
    ],
    indexes: [
      { name: 'prefix_network', unique: false, method: 'gist', on: ['network inet_ops'] },
      { name: 'prefix_by_namespace', unique: false, method: 'gist', on: ['namespace', 'network inet_ops'] },
      { name: 'prefix_tags', unique: false, method: 'gin', on: ['tags'] },
      {
        name: 'prefix_unique',
        unique: true,
        method: 'btree',
        on: ['namespace', 'network', 'length'],
        where: 'parent is null',
      },
      {
        name: 'prefix_containers',
        unique: false,
        method: 'btree',
        on: ['length'],
        where: "type = 'container' and is_active",
      },
    ],
    foreignKeys: [
      {
        name: 'prefix_namespace',
        columns: ['namespace'],
        references: { table: 'namespace', columns: ['id'] },
        onDelete: 'no action',
        deferrable: true,
      },
      {
        name: 'prefix_parent',
        columns: ['parent'],
        references: { table: 'prefix', columns: ['id'] },
        onDelete: 'set null',
        deferrable: true,
      },
    ],
    checks: [{ name: 'prefix_type', expression: "type in ('container', 'network', 'pool')" }],
  }),
  aTable('membership', {
    columns: [
      { name: 'prefix', type: 'uuid', nullable: false },
      { name: 'user', type: 'text', nullable: false },
    ],
    foreignKeys: [
      {
        name: 'membership_prefix',
        columns: ['prefix'],
        references: { table: 'prefix', columns: ['id'] },
        onDelete: 'cascade',
        deferrable: false,
      },
    ],
    primaryKey: ['prefix', 'user'],
  }),
];

/** Runs a draft as a migration would. */
async function apply(draft: string): Promise<void> {
  for (const statement of draft.split(/;\n/).filter((text) => text.trim())) {
    await database.run({ ...sql.fragment``, sql: statement });
  }
}

test('a draft from nothing, applied, leaves no difference', async () => {
  const draft = draftMigration([], varied);
  await apply(draft);
  expect(await checkSchema(database, varied)).toEqual([]);
  expect(await draftMigrationOf(database, varied)).toBe('');
  expect(await readSchema(database)).toEqual(
    (await asPostgresSpells(database, varied)).sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

test('a column that is added fills the rows that are there, and leaves no default behind', async () => {
  const before = aTable('device', { columns: [{ name: 'name', type: 'text', nullable: false }] });
  await apply(draftMigration([], [before]));
  await database.run(sql.fragment`INSERT INTO device (name) VALUES ('there')`);
  const added: TableSpec['columns'] = [
    { name: 'priority', type: 'integer', nullable: false, filling: "'10'" },
    { name: 'comments', type: 'text', nullable: false, collate: 'C', filling: "'it''s empty'" },
    { name: 'data', type: 'jsonb', nullable: false, filling: `'{"a": 1}'` },
    { name: 'watchers', type: 'uuid[]', nullable: false, filling: "'{}'" },
    { name: 'owner', type: 'uuid', nullable: true },
  ];
  const after = { ...before, columns: [...before.columns, ...added] };
  await apply(await draftMigrationOf(database, [after]));
  expect(await database.rows(sql.unsafe`SELECT priority, comments, data, watchers, owner FROM device`)).toEqual([
    { priority: 10, comments: "it's empty", data: { a: 1 }, watchers: [], owner: null },
  ]);
  expect(await draftMigrationOf(database, [after])).toBe('');
});

test('a draft is readable', () => {
  expect(draftMigration([], varied.slice(2))).toBe(`create table membership (
  id uuid not null default gen_random_uuid(),
  prefix uuid not null,
  "user" text not null,
  constraint membership_pkey primary key (prefix, "user")
);

alter table membership
  add constraint membership_prefix foreign key (prefix) references prefix (id) on delete cascade;
`);
});

test('what PostgreSQL reads back can be drafted and gives the same again', async () => {
  await apply(draftMigration([], varied));
  const read = await readSchema(database);
  const other = await createTestDatabase();
  await provideSchema({ connectionString: other.url, app: 'ipam' });
  const again = openDatabase({
    connectionString: other.url,
    schema: 'ipam',
    poolSize: 1,
    applicationName: 'schema-test',
    log: silent,
  });
  expect(compareSchema(read, await asPostgresSpells(again, read))).toEqual([]);
  await again.close();
  await other.drop();
});

test('works for a role that may not create schemas', async () => {
  const role = `schema_test_${process.pid}`;
  await database.run({ ...sql.fragment``, sql: `create role ${role} login password 'pw'` });
  const url = new URL(server.url);
  url.username = role;
  url.password = 'pw';
  const plain = openDatabase({
    connectionString: url.href,
    schema: 'ipam',
    poolSize: 1,
    applicationName: 'schema-test',
    log: silent,
  });
  expect(await asPostgresSpells(plain, varied)).toHaveLength(3);
  await plain.close();
  await database.run({ ...sql.fragment``, sql: `drop role ${role}` });
});

describe('a draft of changes', () => {
  const start = aTable('site', {
    columns: [
      { name: 'name', type: 'text', nullable: true },
      { name: 'code', type: 'integer', nullable: false, default: '1' },
      { name: 'double', type: 'integer', nullable: true, generated: 'code * 2' },
      { name: 'old', type: 'text', nullable: true },
      { name: 'region', type: 'uuid', nullable: true },
    ],
    indexes: [
      { name: 'site_double', unique: false, method: 'btree', on: ['double'] },
      { name: 'site_name', unique: false, method: 'btree', on: ['name'] },
      { name: 'site_old', unique: false, method: 'btree', on: ['old'] },
    ],
    checks: [
      { name: 'site_code', expression: 'code > 0' },
      { name: 'site_double_small', expression: 'double < 100' },
    ],
  });
  const region = aTable('region');
  const reference = (onDelete: 'cascade' | 'set null') => ({
    name: 'site_region',
    columns: ['region'],
    references: { table: 'region', columns: ['id'] },
    onDelete,
    deferrable: true,
  });
  const end = aTable('site', {
    columns: [
      { name: 'name', type: 'text', nullable: false, collate: 'C', default: "'x'" },
      { name: 'code', type: 'text', nullable: false, default: "'one'" },
      { name: 'double', type: 'integer', nullable: true, generated: 'length(name) * 2' },
      { name: 'region', type: 'uuid', nullable: true },
      { name: 'new', type: 'boolean', nullable: false, default: 'false' },
    ],
    indexes: [
      { name: 'site_double', unique: false, method: 'btree', on: ['double'] },
      { name: 'site_name', unique: true, method: 'btree', on: ['name', 'code'] },
    ],
    checks: [{ name: 'site_double_small', expression: 'double < 100' }],
    foreignKeys: [reference('set null')],
  });

  test('adds, alters and drops what has to', async () => {
    await apply(draftMigration([], [region, { ...start, foreignKeys: [reference('cascade')] }, aTable('gone')]));
    await database.run(sql.fragment`insert into site (name) values ('kept')`);
    const draft = await draftMigrationOf(database, [region, end]);
    await apply(draft);
    expect(await checkSchema(database, [region, end])).toEqual([]);
    expect(await database.rows(sql.fragment`select name, code, double, new from site`)).toEqual([
      { name: 'kept', code: '1', double: 8, new: false },
    ]);
  });

  test('says what differs', async () => {
    await apply(draftMigration([], [region, start]));
    const sentences = (await checkSchema(database, [{ ...start, checks: start.checks.slice(1) }, aTable('more')])).map(
      describeDifference,
    );
    expect(sentences).toEqual([
      'The table more is missing.',
      'The check site_code of site should not be there.',
      'The table region should not be there.',
    ]);
    const [difference] = await checkSchema(database, [region, { ...start, primaryKey: ['id', 'code'] }]);
    expect(describeDifference(difference!)).toBe('The primary key of site is ["id"] and should be ["id","code"].');
  });
});

test('a name PostgreSQL would cut short is refused', () => {
  expect(() => draftMigration([], [aTable('x'.repeat(64))])).toThrow('longer than the 63 bytes');
});
