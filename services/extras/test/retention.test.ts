import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { type ChangeRecord, keepPartitions, migrationsOf, system, systemScope, unitOfWork } from '@plumbline/engine';
import { primary } from '@plumbline/extensions';
import { createLog } from '@plumbline/log';
import { defineModel, f } from '@plumbline/model';
import { migrate, openDatabase, provisionService, type Sql, sql } from '@plumbline/store';
import { createTestDatabase, startTestServices, type TestServices, testSettings } from '@plumbline/testkit';
import { extrasService, ObjectChange } from '../src';

const User = defineModel('users.user', {
  endpoint: 'users',
  traits: [primary],
  fields: { username: f.text(150).unique() },
  naturalKey: ['username'],
  display: ({ username }) => String(username),
});

const changes = '/api/extras/object-changes/';
const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices(
    [extrasService, { app: 'users', models: [User] }],
    {},
    { contentTypes, contentTypeNames },
  );
});
afterAll(() => plumbline?.stop());

const inExtras = () => unitOfWork(plumbline.services.get('extras')!.engine, systemScope());
const get = async (path: string) => (await plumbline.request('GET', path)).body;
const tables = async (): Promise<string[]> =>
  (
    await inExtras().sql.rows<{ name: string }>(sql.unsafe`
      SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE 'objectchange_%'
        AND relnamespace = current_schema()::regnamespace ORDER BY 1`)
  ).map(({ name }) => name);

/** A change as another service hands it on. */
const aChange = (time: string, more: Partial<ChangeRecord> = {}): ChangeRecord => ({
  id: crypto.randomUUID(),
  position: 1,
  app: 'tenancy',
  time,
  request_id: crypto.randomUUID(),
  user_id: system.userId,
  user_name: 'somebody',
  action: 'update',
  label: 'tenancy.tenant',
  object_id: crypto.randomUUID(),
  object_repr: `changed at ${time}`,
  context_detail: '',
  logged: true,
  object_data: {},
  object_data_v2: {},
  related: null,
  ...more,
});
const take = (...records: ChangeRecord[]) => extrasService.follow!.take(inExtras(), records);

/** Everything there is to be said of the change log, three ways. */
async function expectLogged(...records: ChangeRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id).sort();
  const all = await get(`${changes}?limit=1000`);
  expect(all.count).toBe(ids.length);
  expect(all.results.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
  for (const { id, object_id } of records) {
    expect((await get(`${changes}${id}/`)).changed_object_id).toBe(object_id);
    expect((await get(`${changes}?changed_object_id=${object_id}`)).count).toBe(1);
  }
}

const current = aChange(daysAgo(0));
const recent = aChange(daysAgo(40));
/** Older than 90 days, in a month of which a part is not. */
const bordering = aChange('2026-08-02T00:00:00Z');
const old = aChange('2026-07-31T23:59:59Z');
const ancient = aChange('2019-01-01T00:00:00Z');

describe('the change log by months', () => {
  it('gives every month its own table, also those that come unexpectedly, and the next ones before they begin', async () => {
    await take(current, recent, bordering, old, ancient);
    await expectLogged(current, recent, bordering, old, ancient);
    await Promise.all([1, 2, 3].map(() => keepPartitions(inExtras(), ObjectChange, 0, now)));
    expect(await tables()).toEqual(
      expect.arrayContaining([
        'objectchange_2019_01',
        'objectchange_2026_07',
        'objectchange_2026_08',
        'objectchange_2026_10',
        'objectchange_2026_11',
        'objectchange_2026_12',
        'objectchange_2027_01',
        'objectchange_rest',
      ]),
    );
    const stray = await inExtras().sql.rows(sql.unsafe`SELECT FROM objectchange_rest`);
    expect(stray).toEqual([]);
    await expectLogged(current, recent, bordering, old, ancient);
  });

  it('looks at no month but the one that is asked for', async () => {
    const plan = await inExtras().sql.rows<{ 'QUERY PLAN': string }>(
      sql.unsafe`EXPLAIN SELECT * FROM objectchange WHERE time >= '2026-10-05+00' AND time < '2026-10-20+00'`,
    );
    const looked = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(looked).toContain('objectchange_2026_10');
    expect(looked).not.toMatch(/objectchange_2026_11|objectchange_2019_01/);
    expect((await get(`${changes}?time__gte=2026-08-01T00:00:00Z&time__lt=2026-09-01T00:00:00Z`)).count).toBe(1);
  });

  it('drops months that are out of date to their last day, and nothing else', async () => {
    const done = await keepPartitions(inExtras(), ObjectChange, 90, now);
    expect(done).toEqual({ added: [], removed: ['objectchange_2019_01', 'objectchange_2026_07'], rows: 2 });
    await expectLogged(current, recent, bordering);
    expect((await plumbline.request('GET', `${changes}${old.id}/`)).status).toBe(404);
    expect(await keepPartitions(inExtras(), ObjectChange, 90, now)).toEqual({ added: [], removed: [], rows: 0 });
  });

  it('keeps everything when it is told to', async () => {
    const later = new Date('2099-01-01T00:00:00Z');
    const done = await keepPartitions(inExtras(), ObjectChange, 0, later);
    expect(done.removed).toEqual([]);
    await expectLogged(current, recent, bordering);
  });

  it('takes in once what comes twice, whatever became of its month', async () => {
    const again = aChange('2026-06-15T00:00:00Z');
    await take(again, again, current);
    await take(again);
    await keepPartitions(inExtras(), ObjectChange, 0, now);
    await take(again, recent);
    await expectLogged(current, recent, bordering, again);
    await keepPartitions(inExtras(), ObjectChange, 90, now);
    // Handed on once more after its month is gone, it goes again with the next look.
    await take(again);
    expect((await keepPartitions(inExtras(), ObjectChange, 90, now)).rows).toBe(1);
    await expectLogged(current, recent, bordering);
  });
});

test('a month of more entries than one statement moves gets its table, with every index, and keeps none from going', async () => {
  const entries = (count: number, at: string) =>
    inExtras().sql.run(sql.unsafe`
      INSERT INTO objectchange (id, action, time, user_name, request_id, changed_object_type, changed_object_id,
        change_context, change_context_detail, object_repr, object_data)
      SELECT gen_random_uuid(), 'update', ${at}::timestamptz, 'x', gen_random_uuid(), 'dcim.rack', gen_random_uuid(),
        'web', '', n::text, '{}' FROM generate_series(1, ${count}::int4) n`);
  await entries(10_001, '2024-05-15T00:00:00Z');
  expect((await keepPartitions(inExtras(), ObjectChange, 0, now)).added).toEqual(['objectchange_2024_05']);
  const { moved, indexes } = (await inExtras().sql.first<{ moved: number; indexes: number }>(sql.unsafe`
    SELECT (SELECT count(*)::int FROM objectchange_2024_05) AS moved,
      (SELECT count(*)::int FROM pg_index WHERE indrelid = 'objectchange_2024_05'::regclass
        AND indexrelid IN (SELECT inhrelid FROM pg_inherits)) AS indexes`))!;
  const { all } = (await inExtras().sql.first<{ all: number }>(
    sql.unsafe`SELECT count(*)::int AS all FROM pg_index WHERE indrelid = 'objectchange'::regclass AND indisvalid`,
  ))!;
  expect([moved, indexes]).toEqual([10_001, all]);

  // A month that cannot be moved: what is to be its table is there already.
  await entries(1, '2025-01-15T00:00:00Z');
  await inExtras().sql.run(sql.unsafe`CREATE TABLE objectchange_2025_01 ()`);
  const failing = await keepPartitions(inExtras(), ObjectChange, 90, now);
  expect([String(failing.failure), failing.removed]).toEqual([
    expect.stringContaining('already exists'),
    ['objectchange_2024_05'],
  ]);
  expect(await tables()).not.toContain('objectchange_2024_05');
  await inExtras().sql.run(sql.unsafe`DROP TABLE objectchange_2025_01`);
  expect((await keepPartitions(inExtras(), ObjectChange, 90, now)).rows).toBe(1);
});

describe('a change log of many entries', () => {
  const rare = '33333333-0000-4000-8000-000000000001';
  beforeAll(async () => {
    await inExtras().sql.run(sql.unsafe`
      INSERT INTO objectchange (id, action, time, user_name, request_id, changed_object_type, changed_object_id,
        change_context, change_context_detail, object_repr, object_data)
      SELECT gen_random_uuid(), 'update', ${daysAgo(0)}::timestamptz - n * interval '1 second', 'x', gen_random_uuid(),
        'dcim.interface', gen_random_uuid(), 'web', '', n::text, '{}' FROM generate_series(1, 20000) n`);
    await take(aChange(daysAgo(1), { action: 'delete', label: 'dcim.rack', object_id: rare }));
    await inExtras().sql.run(sql.unsafe`ANALYZE objectchange`);
  });

  it.each(['changed_object_type=dcim.rack', 'action=delete', 'changed_object_type=dcim.interface&action=delete'])(
    'reads few of them to find and to count those with %s',
    async (asked) => {
      const { database } = plumbline.services.get('extras')!.engine;
      const watched: Sql[] = [];
      const rows = jest.spyOn(database, 'rows');
      const first = jest.spyOn(database, 'first');
      const { count } = await get(`${changes}?${asked}`);
      for (const spy of [rows, first]) {
        watched.push(
          ...spy.mock.calls.map(([statement]) => statement).filter(({ sql }) => sql.includes('"objectchange" t')),
        );
        spy.mockRestore();
      }
      expect(count).toBe(asked.includes('&') ? 0 : 1);
      expect(watched.length).toBeGreaterThan(0);
      for (const statement of watched) {
        const plan = await database.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
          ...statement,
          sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`,
        });
        expect(rowsRead(plan[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(50);
      }
    },
  );
});

test('what is out of date is so by the clock of the database', async () => {
  await keepPartitions(inExtras(), ObjectChange, 90);
  const kept = await tables();
  const timers = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ] as const;
  jest.useFakeTimers({
    now: new Date('2099-01-01T00:00:00Z'),
    doNotFake: [...timers, 'nextTick', 'queueMicrotask', 'performance', 'hrtime'],
  });
  try {
    expect(await keepPartitions(inExtras(), ObjectChange, 90)).toEqual({ added: [], removed: [], rows: 0 });
  } finally {
    jest.useRealTimers();
  }
  expect(await tables()).toEqual(kept);
});

/** A step of a plan that PostgreSQL has run. */
interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that a plan took from tables and indexes, those that it threw away among them. */
function rowsRead(node: PlanNode): number {
  if (node.Plans) return node.Plans.reduce((sum, child) => sum + rowsRead(child), 0);
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

/** The tables of the service as they were before this migration, and what brings them up to date. */
async function tablesBefore(migration: string) {
  const { migrations } = extrasService;
  const before = mkdtempSync(join(tmpdir(), 'plumbline-migrations-'));
  for (const file of readdirSync(migrations).filter((name) => name < migration))
    cpSync(join(migrations, file), join(before, file));
  const database = await createTestDatabase();
  const log = createLog({ name: 'test', level: 'silent' });
  const { secretKey } = testSettings();
  const connectionString = await provisionService({
    adminUrl: database.url,
    app: 'extras',
    rolePrefix: 'plumbline',
    secretKey,
  });
  await migrate({ connectionString, schema: 'extras', folders: migrationsOf({ migrations: before }), log });
  const extras = openDatabase({ connectionString, schema: 'extras', poolSize: 2, applicationName: 'test', log });
  return {
    extras,
    migrate: () => migrate({ connectionString, schema: 'extras', folders: migrationsOf({ migrations }), log }),
    drop: async () => {
      await extras.close();
      await database.drop();
      rmSync(before, { recursive: true });
    },
  };
}

test('a change log from before it was kept by months is moved, entry by entry', async () => {
  const { extras, migrate, drop } = await tablesBefore('0091');
  try {
    await extras.run(sql.unsafe`
      INSERT INTO objectchange (id, action, time, user_name, request_id, changed_object_id, change_context,
        change_context_detail, object_repr, object_data)
      SELECT gen_random_uuid(), 'create', '2024-12-31T23:30:00Z'::timestamptz + n * interval '7 days', 'x',
        gen_random_uuid(), gen_random_uuid(), 'web', '', n::text, '{}' FROM generate_series(0, 99) n`);
    const digest = sql.unsafe`SELECT count(*) AS n, md5(string_agg(to_jsonb(c)::text, '' ORDER BY id)) AS md5 FROM objectchange c`;
    const was = await extras.first(digest);
    await migrate();
    expect(await extras.first(digest)).toEqual(was);
    const [tally] = await extras.rows<{ n: string }>(
      sql.unsafe`SELECT sum(delta)::int4 AS n FROM row_tally WHERE table_name = 'objectchange'`,
    );
    expect(Number(tally!.n)).toBe(100);
    const [first] = await extras.rows<{ n: number }>(sql.unsafe`SELECT count(*)::int4 AS n FROM objectchange_2024_12`);
    const [rest] = await extras.rows<{ n: number }>(sql.unsafe`SELECT count(*)::int4 AS n FROM objectchange_rest`);
    expect([first!.n, rest!.n]).toEqual([1, 0]);
  } finally {
    await drop();
  }
});

test('passwords in addresses of repositories go out of a change log from before they were masked', async () => {
  const { extras, migrate, drop } = await tablesBefore('0195');
  const told = { remote_url: 'HTTPS://bob:p4ss@w0rd@git.example.com/x@y.git', branch: 'main' };
  const free = { remote_url: 'https://git.example.com/x@y.git' };
  const records = [
    ['a', 'extras.gitrepository', told, told],
    ['b', 'extras.gitrepository', told, null],
    ['c', 'extras.gitrepository', {}, told],
    ['d', 'extras.gitrepository', free, free],
    ['e', 'extras.externalintegration', told, told],
  ] as const;
  try {
    for (const [repr, label, data, nested] of records)
      await extras.run(sql.unsafe`
        INSERT INTO objectchange (id, action, time, user_name, request_id, changed_object_type, changed_object_id,
          change_context, change_context_detail, object_repr, object_data, object_data_v2)
        VALUES (gen_random_uuid(), 'create', now(), 'x', gen_random_uuid(), ${label}, gen_random_uuid(), 'web', '',
          ${repr}, ${JSON.stringify(data)}::jsonb, ${nested && JSON.stringify(nested)}::jsonb)`);
    await migrate();
    const masked = { ...told, remote_url: 'HTTPS://********@git.example.com/x@y.git' };
    expect(
      await extras.rows(
        sql.unsafe`SELECT object_data AS flat, object_data_v2 AS nested FROM objectchange ORDER BY object_repr`,
      ),
    ).toEqual([
      { flat: masked, nested: masked },
      { flat: masked, nested: null },
      { flat: {}, nested: masked },
      { flat: free, nested: free },
      { flat: told, nested: told },
    ]);
  } finally {
    await drop();
  }
});
