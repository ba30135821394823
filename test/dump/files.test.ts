import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { allModels } from '../../program/src/dump/dumpEverything';
import { checkDump } from '../../program/src/restore/checkDump';
import { modelsOfLines } from '../../program/src/restore/readLine';
import { createMigratedDatabase } from '../harness/migratedDatabase';
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

interface Shown {
  id: string;
  name: string;
  [key: string]: unknown;
}

/** What there is now, by endpoint. */
async function everything(): Promise<(endpoint: string) => Shown[]> {
  const file = folder.at(`${++count}.jsonl`);
  await dumpInto(database.url, file, { halfRestored: true });
  const lines: { endpoint: string; object: Shown }[] = linesOf(file).map((line) => JSON.parse(line));
  return (endpoint) => lines.filter((line) => line.endpoint === endpoint).map(({ object }) => object);
}
const namesOf = (objects: Shown[]) => objects.map(({ name }) => name).sort();

/** The rows of a statement past all services. */
async function asOwner(statement: string, values: unknown[] = []): Promise<unknown[]> {
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  const { rows } = await owner.query(statement, values);
  await owner.end();
  return rows;
}

beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(async () => {
  folder.remove();
  await database.drop();
});

test('a server that is not empty is left alone', async () => {
  const [first, second] = [tenant('first'), tenant('second')];
  await restoreFrom(database.url, folder.write('first.jsonl', [first]));
  const other = folder.write('second.jsonl', [second]);
  await expect(restoreFrom(database.url, other)).rejects.toThrow(/not empty.*--reset/);
  await expect(restoreFrom(database.url, folder.at('first.jsonl'))).rejects.toThrow(/restored here already/);
  expect(namesOf((await everything())('tenancy/tenants'))).toEqual(['first']);
});

describe('a file of a few objects', () => {
  const remote_url = 'https://ada:told@git.example.org/plumbing.git';
  const repository = {
    endpoint: 'extras/git-repositories',
    object: { id: randomUUID(), name: 'Plumbing', slug: 'plumbing', remote_url },
  };
  const parent = { endpoint: 'tenancy/tenant-groups', object: { id: randomUUID(), name: 'parent' } };
  const child = {
    endpoint: 'tenancy/tenant-groups',
    object: { id: randomUUID(), name: 'child', parent: { id: parent.object.id } },
  };
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
  let found: string[];
  let there: (endpoint: string) => Shown[];

  beforeAll(async () => {
    ({ found } = await restore(repository, child, tenant('between'), parent, secret, plain, other));
    there = await everything();
  });

  test('is all there is of their kinds, and leaves what a fresh server has of others', () => {
    expect(namesOf(there('tenancy/tenants'))).toEqual(['between']);
    expect(there('extras/statuses').length).toBeGreaterThan(5);
    expect(there('users/users').length).toBe(1);
  });

  test('has parents after their children, and places in the tree follow', () => {
    expect(found).toEqual([]);
    expect(there('tenancy/tenant-groups')).toEqual([
      expect.objectContaining({ name: 'parent', tree_depth: 0 }),
      expect.objectContaining({ name: 'child', tree_depth: 1, display: 'parent → child' }),
    ]);
  });

  test('has a change log of before addresses of repositories were masked, which are as they are masked now', () => {
    const said = new Map(
      there('extras/object-changes').map(({ id, object_data, object_data_v2 }) => [id, [object_data, object_data_v2]]),
    );
    const logged = (remote_url: string) => [1, 2].map(() => ({ name: 'contexts', remote_url }));
    expect(said.get(secret.object.id)).toEqual(logged('https://********@git.example.com/x.git'));
    expect(said.get(plain.object.id)).toEqual(logged('https://git.example.com/~bob/x@y.git'));
    expect(said.get(other.object.id)).toEqual(logged('https://bob@api.example.com/'));
  });

  test('empties no server where nothing is left of it, and is noticed before anything is done where a dump of it was cut off between two lines', async () => {
    for (const lines of [[], ['', '']])
      await expect(restore(...lines)).rejects.toThrow(/\.jsonl has no line in it\. Nothing was changed\./);
    await dumpInto(database.url, folder.at('whole.jsonl'));
    const lines = linesOf(folder.at('whole.jsonl'));
    const cut = folder.write('cut.jsonl', lines.slice(0, -1));
    await expect(restoreFrom(database.url, cut, true)).rejects.toThrow(
      new RegExp(`cut\\.jsonl is cut off after line ${lines.length - 1}`),
    );
    expect(namesOf((await everything())('tenancy/tenants'))).toEqual(['between']);
    // Whoever adds lines to a dump, or takes some from its middle, has a whole file.
    const added = folder.write('added.jsonl', [...lines.slice(0, 9), ...lines.slice(10), tenant('added')]);
    await restoreFrom(database.url, added, true);
    expect(namesOf((await everything())('tenancy/tenants'))).toEqual(['added', 'between']);
    // The password that nobody is shown went along.
    expect(await asOwner('SELECT remote_url FROM extras.gitrepository')).toEqual([{ remote_url }]);
  });

  test('shows no password in the address of a repository, where one was stored before they were refused', () => {
    expect(there('extras/git-repositories')).toMatchObject([
      { remote_url: 'https://********@git.example.org/plumbing.git' },
    ]);
  });
});

describe('a file with deletions, a default and a job that acts by itself', () => {
  const [one, two] = [tenant('one'), tenant('two')];
  const active = {
    endpoint: 'extras/statuses',
    object: { id: randomUUID(), name: 'Active', color: '00ff00', content_types: ['dcim.rack'] },
  };
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

  const once = {
    ...schedule,
    object: { ...schedule.object, id: randomUUID(), name: 'once', interval: 'future' },
  };
  const hook = {
    endpoint: 'extras/job-hooks',
    object: {
      id: randomUUID(),
      name: 'greets',
      enabled: true,
      job: job.object.id,
      content_types: ['tenancy.tenant'],
      type_create: true,
    },
  };
  const waiting = [
    { enabled: true, total_run_count: 0 },
    { enabled: true, total_run_count: 0 },
  ];
  let there: (endpoint: string) => Shown[];

  beforeAll(async () => {
    await restore(active, starter, job, hook, schedule, once, one, two, gone(one), gone(two), two);
    there = await everything();
  });

  test('a default goes by the id that the file has for it', () => {
    expect(there('extras/statuses')).toEqual([expect.objectContaining(active.object)]);
  });

  test('a line that says that an object is deleted removes it, and a later one brings it back', () => {
    expect(namesOf(there('tenancy/tenants'))).toEqual(['two']);
  });

  test('schedules that have come due meanwhile wait for the server to be started', async () => {
    expect(there('extras/scheduled-jobs')).toMatchObject(waiting);
    expect(await asOwner('SELECT FROM extras.jobresult')).toEqual([]);
  });

  test('what a change has set off that a stopped server had not taken in is queued, and schedules wait', async () => {
    const [id, object_id] = [randomUUID(), randomUUID()];
    const change = { id, object_id, app: 'tenancy', label: 'tenancy.tenant', action: 'create', time: overdue };
    const by = { request_id: randomUUID(), user_id: randomUUID(), user_name: 'ada', context_detail: 'tenant-list' };
    const data = { object_repr: 'new', logged: true, object_data: {}, object_data_v2: {}, related: null };
    await asOwner(
      'INSERT INTO tenancy.outbox (id, time, label, action, object_id, record) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, overdue, change.label, change.action, object_id, JSON.stringify({ ...change, ...by, ...data })],
    );
    expect((await everything())('extras/scheduled-jobs')).toMatchObject(waiting);
    expect(
      await asOwner('SELECT status FROM extras.jobresult JOIN extras_queue.jobs ON jobs.key = jobresult.id::text'),
    ).toEqual([{ status: 'PENDING' }]);
  });
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
  expect((await everything())('tenancy/tenants')).toEqual([]);
});

test('a hidden value that is none is told by its line, users without a password are there, and what leads nowhere is told', async () => {
  const users = { endpoint: 'users/users', object: { id: randomUUID(), username: 'somebody' } };
  const token = {
    endpoint: 'users/tokens',
    object: { id: randomUUID(), created: '2024-01-01T00:00:00Z' },
    hidden: { key: 'k', key_digest: 'd', key_ending: 'e', user: 'nobody' },
  };
  await expect(restore(users, token)).rejects.toThrow(/^Line 2: users.token/);
  const [inside, across] = [randomUUID(), randomUUID()];
  const orphan = {
    endpoint: 'tenancy/tenant-groups',
    object: { id: randomUUID(), name: 'orphan', parent: { id: inside } },
  };
  const { found } = await restore(users, orphan, tenant('tagged', { tags: [{ id: across }] }));
  expect(found).toEqual([
    expect.stringMatching(new RegExp(`^Line 2: .*parent is ${inside}`)),
    expect.stringContaining(across),
  ]);
  expect(
    (await everything())('users/users')
      .map(({ username }) => username)
      .sort(),
  ).toEqual(['admin', 'somebody']);
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
