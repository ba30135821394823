import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { allModels } from '../../program/src/dump/dumpEverything';
import { checkDump } from '../../program/src/restore/checkDump';
import { modelsOfLines } from '../../program/src/restore/readLine';
import { aFolder, dumpInto, linesOf, restoreFrom } from './files';

jest.setTimeout(480_000);

const folder = aFolder();
let database: TestDatabase;
let count = 0;

const tenant = (name: string, more: object = {}) => ({
  endpoint: 'tenancy/tenants',
  object: { id: randomUUID(), name, ...more },
});
const gone = ({ endpoint, object: { id } }: { endpoint: string; object: { id: string } }) => ({
  endpoint,
  object: { id },
  deleted: true,
});
/** Restores these lines into the server after it was emptied. */
const restore = (...lines: unknown[]) => restoreFrom(database.url, folder.write(`${++count}.jsonl`, lines), true);

/** What there is of an endpoint now. */
async function all(endpoint: string): Promise<{ id: string; name: string; [key: string]: unknown }[]> {
  const file = folder.at(`${++count}.jsonl`);
  await dumpInto(database.url, file, { halfRestored: true });
  return linesOf(file)
    .map((line) => JSON.parse(line))
    .filter((line) => line.endpoint === endpoint)
    .map((line) => line.object);
}
const names = async (endpoint: string) => (await all(endpoint)).map(({ name }) => name).sort();

/** The rows of a statement past all services. */
async function asOwner(statement: string, values: unknown[] = []): Promise<unknown[]> {
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  const { rows } = await owner.query(statement, values);
  await owner.end();
  return rows;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  folder.remove();
  await database.drop();
});

test('a server that is not empty is left alone unless it may be emptied', async () => {
  const [first, second] = [tenant('first'), tenant('second')];
  await restoreFrom(database.url, folder.write('first.jsonl', [first]));
  const other = folder.write('second.jsonl', [second]);
  await expect(restoreFrom(database.url, other)).rejects.toThrow(/not empty.*--reset/);
  await expect(restoreFrom(database.url, folder.at('first.jsonl'))).rejects.toThrow(/restored here already/);
  expect(await names('tenancy/tenants')).toEqual(['first']);
  await restoreFrom(database.url, other, true);
  expect(await names('tenancy/tenants')).toEqual(['second']);
});

test('a file of a few objects leaves what a fresh server has of other kinds', async () => {
  await restore(tenant('alone'));
  expect((await all('extras/statuses')).length).toBeGreaterThan(5);
  expect((await all('users/users')).length).toBe(1);
});

test('the address of a repository goes with the password that nobody is shown, where one was stored before they were refused', async () => {
  const remote_url = 'https://ada:told@git.example.org/plumbing.git';
  const object = { id: randomUUID(), name: 'Plumbing', slug: 'plumbing', remote_url };
  await restore({ endpoint: 'extras/git-repositories', object });
  expect(await all('extras/git-repositories')).toMatchObject([
    { remote_url: 'https://********@git.example.org/plumbing.git' },
  ]);
  const file = folder.at(`${++count}.jsonl`);
  await dumpInto(database.url, file);
  await restoreFrom(database.url, file, true);
  expect(await asOwner('SELECT remote_url FROM extras.gitrepository')).toEqual([{ remote_url }]);
});

describe('with a job that acts by itself', () => {
  const starter = {
    endpoint: 'users/users',
    object: { id: randomUUID(), username: 'ada', is_active: true, is_superuser: true },
  };
  const job = {
    endpoint: 'extras/jobs',
    object: {
      id: randomUUID(),
      module_name: 'greet',
      job_class_name: 'Greet',
      grouping: 'greet',
      name: 'Greet',
      installed: true,
      enabled: true,
      is_job_hook_receiver: true,
      is_job_button_receiver: false,
      read_only: false,
      supports_dryrun: false,
    },
    hidden: { origin: '{"kind":"folder","path":"greet.js","exportName":"Greet"}' },
  };
  const overdue = '2026-01-01T00:00:00.000000Z';
  const schedule = {
    endpoint: 'extras/scheduled-jobs',
    object: {
      id: randomUUID(),
      name: 'each hour',
      task: 'greet.Greet',
      interval: 'hourly',
      queue: 'default',
      start_time: overdue,
      enabled: true,
      total_run_count: 0,
      date_changed: overdue,
      job_model: job.object.id,
      user: starter.object.id,
    },
    hidden: { next_run: overdue },
  };

  test('a schedule that has come due meanwhile waits for the server to be started', async () => {
    await restore(starter, job, schedule);
    expect(await all('extras/scheduled-jobs')).toMatchObject([{ enabled: true, total_run_count: 0 }]);
    expect(await asOwner('SELECT FROM extras.jobresult')).toEqual([]);
  });

  test('what a change has set off that a stopped server had not taken in is queued, and schedules wait', async () => {
    const types = { content_types: ['tenancy.tenant'], type_create: true };
    const hook = { id: randomUUID(), name: 'greets', enabled: true, job: job.object.id, ...types };
    const once = { ...schedule, object: { ...schedule.object, interval: 'future' } };
    await restore(starter, job, { endpoint: 'extras/job-hooks', object: hook }, once);
    const [id, object_id] = [randomUUID(), randomUUID()];
    const change = { id, object_id, app: 'tenancy', label: 'tenancy.tenant', action: 'create', time: overdue };
    const by = { request_id: randomUUID(), user_id: randomUUID(), user_name: 'ada', context_detail: 'tenant-list' };
    const data = { object_repr: 'new', logged: true, object_data: {}, object_data_v2: {}, related: null };
    await asOwner(
      'INSERT INTO tenancy.outbox (id, time, label, action, object_id, record) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, overdue, change.label, change.action, object_id, JSON.stringify({ ...change, ...by, ...data })],
    );
    expect(await all('extras/scheduled-jobs')).toMatchObject([{ enabled: true, total_run_count: 0 }]);
    expect(
      await asOwner('SELECT status FROM extras.jobresult JOIN extras_queue.jobs ON jobs.key = jobresult.id::text'),
    ).toEqual([{ status: 'PENDING' }]);
  });
});

test('a default goes by the id that the file has for it', async () => {
  const active = {
    endpoint: 'extras/statuses',
    object: { id: randomUUID(), name: 'Active', color: '00ff00', content_types: ['dcim.rack'] },
  };
  await restore(active);
  expect(await all('extras/statuses')).toEqual([expect.objectContaining(active.object)]);
});

test('parents may come after their children, and places in the tree follow', async () => {
  const parent = { endpoint: 'tenancy/tenant-groups', object: { id: randomUUID(), name: 'parent' } };
  const child = {
    endpoint: 'tenancy/tenant-groups',
    object: { id: randomUUID(), name: 'child', parent: { id: parent.object.id } },
  };
  const { found } = await restore(child, tenant('between'), parent);
  expect(found).toEqual([]);
  expect(await all('tenancy/tenant-groups')).toEqual([
    expect.objectContaining({ name: 'parent', tree_depth: 0 }),
    expect.objectContaining({ name: 'child', tree_depth: 1, display: 'parent → child' }),
  ]);
});

test('a line that says that an object is deleted removes it, and a later one brings it back', async () => {
  const [one, two] = [tenant('one'), tenant('two')];
  await restore(one, two, gone(one), gone(two), two);
  expect(await names('tenancy/tenants')).toEqual(['two']);
});

test('what leads nowhere is told', async () => {
  const nowhere = randomUUID();
  const inside = await restore(tenant('kept'), {
    endpoint: 'tenancy/tenant-groups',
    object: { id: randomUUID(), name: 'orphan', parent: { id: nowhere } },
  });
  expect(inside.found).toEqual([expect.stringMatching(new RegExp(`^Line 2: .*parent is ${nowhere}`))]);
  const across = await restore(tenant('tagged', { tags: [{ id: nowhere }] }));
  expect(across.found).toEqual([expect.stringContaining(nowhere)]);
});

test.each([
  ['no JSON', '{"endpoint": "tenancy/ten', /^Line 2: it is not JSON/],
  ['no object', '[]', /^Line 2: it is not an object/],
  ['no endpoint', '{"object": {}}', /^Line 2: it has no "endpoint"/],
  ['an unknown endpoint', '{"endpoint": "dcim/castles", "object": {}}', /^Line 2: there is no endpoint dcim\/castles/],
  [
    'the name of what everything inherits',
    '{"endpoint": "constructor", "object": {}}',
    /^Line 2: there is no endpoint/,
  ],
  ['no id', '{"endpoint": "tenancy/tenants", "object": {"name": "x"}}', /^Line 2: .*id/],
  ['a wrong id', '{"endpoint": "tenancy/tenants", "object": {"id": 7, "name": "x"}}', /^Line 2: .*id/],
  [
    'a null where there may be none',
    `{"endpoint": "tenancy/tenants", "object": {"id": "${randomUUID()}", "name": null}}`,
    /^Line 2: .*name/,
  ],
  [
    'a number for a text',
    `{"endpoint": "tenancy/tenants", "object": {"id": "${randomUUID()}", "name": 7}}`,
    /^Line 2: .*name/,
  ],
  [
    'half a character',
    `{"endpoint": "tenancy/tenants", "object": {"id": "${randomUUID()}", "name": "\\ud800"}}`,
    /^Line 2: .*name/,
  ],
  ['binary', '\u0000\u0001\u0002', /^Line 2: it is not JSON/],
  [
    'a list for the values of custom fields',
    `{"endpoint": "tenancy/tenants", "object": {"id": "${randomUUID()}", "name": "x", "custom_fields": [1]}}`,
    /^Line 2: .*custom_fields/,
  ],
  [
    'a number for a list',
    `{"endpoint": "ipam/services", "object": {"id": "${randomUUID()}", "name": "x", "protocol": "tcp", "ports": 7}}`,
    /^Line 2: .*ports/,
  ],
  [
    'a number below those of objects',
    '{"endpoint": "extras/content-types", "object": {"id": 0, "app_label": "x", "model": "y"}}',
    /^Line 2: .*id/,
  ],
  [
    'nesting without end',
    `{"endpoint": "tenancy/tenants", "object": {"id": "${randomUUID()}", "name": "x", "custom_fields": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`,
    /^Line 2: it is nested too deeply/,
  ],
  ['an unknown mark', JSON.stringify({ ...tenant('x'), dump: 'goes on' }), /^Line 2: its "dump" is neither/],
])('%s is refused by its line before anything is done', async (_what, line, message) => {
  const file = folder.write(`${++count}.jsonl`, [tenant('new'), line]);
  await expect(checkDump(file, modelsOfLines(allModels()), () => {})).rejects.toThrow(message);
});

test('an object that the database refuses is told by its line, and its part of the file is not done', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => tenant(`tenant ${index}`));
  await expect(restore(...lines, tenant('tenant 7'))).rejects.toThrow(/^Line 51: tenancy.tenant .*tenant 7/);
  expect(await names('tenancy/tenants')).toEqual([]);
});

test('a hidden value that is none is told by its line, and users without a password are there', async () => {
  const users = { endpoint: 'users/users', object: { id: randomUUID(), username: 'somebody' } };
  const token = {
    endpoint: 'users/tokens',
    object: { id: randomUUID(), created: '2024-01-01T00:00:00Z' },
    hidden: { key: 'k', key_digest: 'd', key_ending: 'e', user: 'nobody' },
  };
  await expect(restore(users, token)).rejects.toThrow(/^Line 2: users.token/);
  await restore(users);
  expect((await all('users/users')).map(({ username }) => username).sort()).toEqual(['admin', 'somebody']);
});

test('a file that was cut off in the middle is noticed', async () => {
  const file = folder.write('cut.jsonl', [tenant('whole')]);
  appendFileSync(file, JSON.stringify(tenant('cut')).slice(0, 40));
  await expect(checkDump(file, modelsOfLines(allModels()), () => {})).rejects.toThrow(
    /^Line 2: it is not JSON\. Is the file complete/,
  );
  const whole = gzipSync(readFileSync(folder.write('packed.jsonl', [tenant('packed')])));
  writeFileSync(folder.at('cut.jsonl.gz'), whole.subarray(0, whole.length - 9));
  await expect(restoreFrom(database.url, folder.at('cut.jsonl.gz'), true)).rejects.toThrow(
    /cut\.jsonl\.gz cannot be unpacked \(unexpected end of file\): it is cut off/,
  );
  writeFileSync(folder.at('cut.jsonl.gz'), 'nothing compressed');
  await expect(restoreFrom(database.url, folder.at('cut.jsonl.gz'), true)).rejects.toThrow();
  await expect(restoreFrom(database.url, folder.at('missing.jsonl'), true)).rejects.toThrow(/missing\.jsonl/);
});

test('a dump that was cut off between two lines is noticed before anything is done', async () => {
  await restore(tenant('kept'));
  await dumpInto(database.url, folder.at('whole.jsonl'));
  const lines = linesOf(folder.at('whole.jsonl'));
  const cut = folder.write('cut.jsonl', lines.slice(0, -1));
  await expect(restoreFrom(database.url, cut, true)).rejects.toThrow(
    new RegExp(`cut\\.jsonl is cut off after line ${lines.length - 1}`),
  );
  expect(await names('tenancy/tenants')).toEqual(['kept']);
  // Whoever adds lines to a dump, or takes some from its middle, has a whole file.
  const added = folder.write('added.jsonl', [...lines.slice(0, 9), ...lines.slice(10), tenant('added')]);
  await restoreFrom(database.url, added, true);
  expect(await names('tenancy/tenants')).toEqual(['added', 'kept']);
});

test('a file with nothing in it empties no server', async () => {
  await restore(tenant('kept'));
  for (const lines of [[], ['', '']])
    await expect(restore(...lines)).rejects.toThrow(/\.jsonl has no line in it\. Nothing was changed\./);
  expect(await names('tenancy/tenants')).toEqual(['kept']);
});

test.each(['dump.jsonl', 'dump.jsonl.gz'])('a dump for which there is no place is refused: %s', async (name) => {
  await expect(dumpInto(database.url, folder.at(`missing/${name}`))).rejects.toThrow(
    new RegExp(`${name} cannot be written: .*no such file or directory`),
  );
  mkdirSync(folder.at(`folder ${name}`));
  await expect(dumpInto(database.url, folder.at(`folder ${name}`))).rejects.toThrow(
    new RegExp(`folder ${name} is a folder`),
  );
  expect(readdirSync(folder.at('.')).filter((file) => file.endsWith('.part'))).toEqual([]);
});

test('a change log of before addresses of repositories were masked is restored as they are masked now', async () => {
  const change = (changed_object_type: string, remote_url: string) => ({
    endpoint: 'extras/object-changes',
    object: {
      id: randomUUID(),
      action: { value: 'create', label: 'Created' },
      changed_object_type,
      changed_object_id: randomUUID(),
      time: '2024-01-02T03:04:05.678901Z',
      user_name: 'ada',
      user: null,
      request_id: randomUUID(),
      change_context: 'web',
      change_context_detail: '',
      related_object_type: null,
      related_object_id: null,
      object_repr: 'contexts',
      object_data: { name: 'contexts', remote_url },
      object_data_v2: { name: 'contexts', remote_url },
    },
  });
  const secret = change('extras.gitrepository', 'https://t0ken@git.example.com/x.git');
  const plain = change('extras.gitrepository', 'https://git.example.com/~bob/x@y.git');
  const other = change('extras.externalintegration', 'https://bob@api.example.com/');
  await restore(secret, plain, other);
  const found = new Map(
    (await all('extras/object-changes')).map(({ id, object_data, object_data_v2 }) => [
      id,
      [object_data, object_data_v2],
    ]),
  );
  const logged = (remote_url: string) => [1, 2].map(() => ({ name: 'contexts', remote_url }));
  expect(found.get(secret.object.id)).toEqual(logged('https://********@git.example.com/x.git'));
  expect(found.get(plain.object.id)).toEqual(logged('https://git.example.com/~bob/x@y.git'));
  expect(found.get(other.object.id)).toEqual(logged('https://bob@api.example.com/'));
});
