import { systemScope, unitOfWork as workOf } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { type SyncOptions, syncRepository } from '../../services/extras/src/git/syncRepository';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';
import { type Files, type GitServer, startGitServer } from './gitServer';

let plumbline: TestServices;
let server: GitServer;
beforeAll(async () => {
  server = await startGitServer();
  plumbline = await startEveryService({ outgoingAllow: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await plumbline?.stop();
  server.stop();
});

const all = ['extras.configcontext', 'extras.configcontextschema', 'extras.exporttemplate'];
const send = async (method: string, path: string, body?: unknown, status = method === 'POST' ? 201 : 200) =>
  expectStatus(await plumbline.request(method, `/api/${path}`, body), status).body;
const list = async (path: string) => (await send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=0`)).results;
const contextOf = (owner: { id: string }) => list(`extras/config-contexts/?owner_object_id=${owner.id}`);
const templatesOf = (owner: { id: string }) => list(`extras/export-templates/?owner_object_id=${owner.id}`);

let serial = 0;
/** A repository with these files, here and as the API knows it. */
async function aRepository(files: Files, more: object = {}) {
  const name = `repository_${serial++}`;
  const head = server.commit(name, files);
  const body = { name, remote_url: server.url(name), provided_contents: all, ...more };
  return { name, head, ...(await send('POST', 'extras/git-repositories/', body)) };
}

interface Told {
  importance: string;
  text: string;
  path?: string | undefined;
}

/** Syncs, and answers what was told of it. */
async function sync(
  { id }: { id: string },
  isRehearsal = false,
  demandWanted: SyncOptions['demandWanted'] = async () => undefined,
): Promise<Told[]> {
  const told: Told[] = [];
  const { engine } = plumbline.services.get('extras')!;
  const tell: Parameters<typeof syncRepository>[2] = (importance, text, about) =>
    told.push({ importance, text, path: about?.path });
  await syncRepository(workOf(engine, systemScope()), id, tell, { isRehearsal, demandWanted });
  return told;
}
const faultsOf = (told: Told[]) => told.filter(({ importance }) => importance !== 'info' && importance !== 'success');
const changesOf = async () => (await send('GET', 'extras/object-changes/?limit=1')).count as number;

const json = (value: unknown) => JSON.stringify(value);
const context = (name: string, data: object, more: object = {}) => json({ _metadata: { name, ...more }, ...data });
const schema = (name: string, properties: object) =>
  json({ _metadata: { name, description: 'from git' }, data_schema: { type: 'object', properties } });

describe('A sync', () => {
  it('makes what the files say, changes what they change, and removes what they no longer have', async () => {
    await send('POST', 'extras/roles/', { name: 'Git leaf', content_types: ['dcim.device'] });
    const repository = await aRepository({
      'config_context_schemas/clocks.json': schema('Git clocks', { ntp: { type: 'array' } }),
      'config_contexts/base.json': context(
        'Git base',
        { ntp: ['10.0.0.1'] },
        { weight: 500, roles: [{ name: 'Git leaf' }], config_context_schema: 'Git clocks' },
      ),
      'export_templates/dcim/device/devices.csv': '{{ queryset }}',
      'config_contexts/pair.yaml': '- _metadata: {name: Git one}\n  a: 1\n- _metadata: {name: Git two}\n  a: 2\n',
    });
    const rehearsed = await sync(repository, true);
    expect(await contextOf(repository)).toEqual([]);
    const told = await sync(repository);
    expect(faultsOf(told)).toEqual([]);
    expect(rehearsed.slice(0, -1)).toEqual(told);
    const [one, two, base] = (await contextOf(repository)).sort(
      (a: { weight: number }, b: { weight: number }) => b.weight - a.weight,
    );
    expect(base).toMatchObject({
      name: 'Git base',
      display: `[${repository.name}] Git base`,
      weight: 500,
      data: { ntp: ['10.0.0.1'] },
      owner_content_type: 'extras.gitrepository',
      owner_object_id: repository.id,
    });
    expect(base.roles).toHaveLength(1);
    expect(base.config_context_schema).not.toBeNull();
    expect([one.data, two.data]).toEqual([{ a: 1 }, { a: 2 }]);
    expect((await send('GET', `extras/git-repositories/${repository.id}/`)).current_head).toBe(repository.head);
    expect(await templatesOf(repository)).toEqual([
      expect.objectContaining({
        name: 'devices.csv',
        content_type: 'dcim.device',
        template_code: '{{ queryset }}',
        file_extension: 'csv',
      }),
    ]);

    const before = await changesOf();
    expect((await sync(repository)).every(({ importance }) => importance === 'info')).toBe(true);
    expect(await changesOf()).toBe(before);

    server.commit(repository.name, {
      'config_context_schemas/clocks.json': undefined,
      'export_templates/dcim/device/devices.csv': undefined,
      'config_contexts/base.json': context('Git base', { ntp: ['10.0.0.2'] }),
      'config_contexts/pair.yaml': '_metadata: {name: Git two}\na: 2\n',
    });
    expect(faultsOf(await sync(repository))).toEqual([]);
    const after = await contextOf(repository);
    expect(after.map(({ name, data, weight, roles }: Record<string, unknown>) => [name, data, weight, roles])).toEqual([
      ['Git base', { ntp: ['10.0.0.2'] }, 1000, []],
      ['Git two', { a: 2 }, 1000, []],
    ]);
    expect(after[0].id).toBe(base.id);
    expect(after[1].last_updated).toBe(two.last_updated);
    expect(await list('extras/config-context-schemas/?name=Git clocks')).toEqual([]);
    expect(await templatesOf(repository)).toEqual([]);
    const changes = await list(`extras/object-changes/?changed_object_id=${base.id}`);
    expect(changes.map((change: { action: { value: string } }) => change.action.value)).toEqual(['update', 'create']);
  });

  it('tells what is wrong with a file, and takes over the others', async () => {
    await send('POST', 'extras/config-contexts/', { name: 'Git taken', data: { by: 'hand' } });
    const repository = await aRepository({
      'config_contexts/a.json': context('Git good', { a: 1 }),
      'config_contexts/b.json': '{',
      'config_contexts/c.json': json({ a: 1 }),
      'config_contexts/d.json': context('Git lost', { a: 1 }, { roles: ['no such role'] }),
      'config_contexts/e.json': context('Git taken', { a: 1 }),
      'config_contexts/f.json': context('Git good', { a: 2 }),
      'config_contexts/g.json': context('Git odd', { a: 1 }, { wieght: 3 }),
      'config_contexts/h.json': '[1, "x"]',
      'config_context_schemas/a.json': json({ _metadata: { name: 'Git bad' }, data_schema: { type: 'string' } }),
      'config_context_schemas/b.json': json({ _metadata: { name: 'Git worse' } }),
      'export_templates/dcim/nothing/x': 'x',
    });
    const faults = faultsOf(await sync(repository));
    expect(faults.map(({ path }) => path).sort()).toEqual([
      'config_context_schemas/a.json',
      'config_context_schemas/b.json',
      ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `config_contexts/${name}.json`),
      'export_templates/dcim/nothing/x',
    ]);
    expect((await contextOf(repository)).map(({ name }: { name: string }) => name)).toEqual(['Git good']);

    // What is not understood now may be what was there before, so nothing goes.
    server.commit(repository.name, { 'config_contexts/a.json': '{', 'config_contexts/f.json': undefined });
    expect(faultsOf(await sync(repository))).toContainEqual(
      expect.objectContaining({ importance: 'warning', text: expect.stringContaining('none that are missing') }),
    );
    expect(await contextOf(repository)).toHaveLength(1);
  });

  it('reads YAML as PyYAML does, for which it was written', async () => {
    const repository = await aRepository({
      'config_contexts/a.yaml': [
        '_metadata: {name: Git YAML, is_active: yes}',
        'texts: [y, N, 08, 12e5, 00:11:22:33:44:55, 1.5e3, 10.0.0.1]',
        'others: [yes, off, 0644, 0x1f, 1_000, 1:20, 1.5e+3, .5, ~]',
        'at: {x: 1, y: 2}',
      ].join('\n'),
    });
    expect(faultsOf(await sync(repository))).toEqual([]);
    expect((await contextOf(repository))[0].data).toEqual({
      texts: ['y', 'N', '08', '12e5', '00:11:22:33:44:55', '1.5e3', '10.0.0.1'],
      others: [true, false, 420, 31, 1000, 80, 1500, 0.5, null],
      at: { x: 1, y: 2 },
    });
  });

  it('puts right what somebody changed by hand', async () => {
    const repository = await aRepository({ 'config_contexts/a.json': context('Git kept', { a: 1 }) });
    await sync(repository);
    const [made] = await contextOf(repository);
    await send('PATCH', `extras/config-contexts/${made.id}/`, { data: { a: 'by hand' }, weight: 1 });
    await sync(repository);
    expect(await contextOf(repository)).toEqual([expect.objectContaining({ data: { a: 1 }, weight: 1000 })]);
  });

  it('gives devices and virtual machines data of their own, and takes them away', async () => {
    const { device, machine } = await aDeviceAndMachine();
    const repository = await aRepository({
      'config_contexts/devices/git-device.json': json({ ntp: ['a'] }),
      'config_contexts/virtual_machines/git-machine.yml': 'ntp: [b]',
      'config_contexts/devices/nobody.json': json({ ntp: [] }),
    });
    expect(faultsOf(await sync(repository))).toEqual([
      expect.objectContaining({ path: 'config_contexts/devices/nobody.json' }),
    ]);
    const shown = (path: string) => send('GET', path);
    expect((await shown(device)).local_config_context_data).toEqual({ ntp: ['a'] });
    expect(await shown(machine)).toMatchObject({
      local_config_context_data: { ntp: ['b'] },
      local_config_context_data_owner_object_id: repository.id,
    });
    expect((await sync(repository)).filter(({ importance }) => importance === 'success')).toEqual([]);
    server.commit(repository.name, { 'config_contexts/devices/git-device.json': undefined });
    await sync(repository);
    expect((await shown(device)).local_config_context_data).toBeNull();
    await send('DELETE', `extras/git-repositories/${repository.id}/`, undefined, 204);
    expect(await shown(machine)).toMatchObject({
      local_config_context_data: null,
      local_config_context_data_owner_object_id: null,
    });
  });

  it('limits contexts to what their folder and file name, and tells of folders that mean nothing', async () => {
    const leaf = await send('POST', 'extras/roles/', { name: 'Git folder leaf', content_types: ['dcim.device'] });
    const spine = await send('POST', 'extras/roles/', { name: 'Git folder spine', content_types: ['dcim.device'] });
    const maker = await send('POST', 'dcim/manufacturers/', { name: 'Git folder maker' });
    const type = await send('POST', 'dcim/device-types/', { model: 'Git v1.0 box', manufacturer: maker.id });
    const repository = await aRepository({
      'config_contexts/roles/Git folder leaf.json': json({ a: 1 }),
      'config_contexts/roles/Git folder spine.yaml':
        '_metadata: {name: Git named, weight: 7, roles: [Git folder leaf]}\na: 2\n',
      'config_contexts/device_types/Git v1.0 box.yml': 'a: 3',
      'config_contexts/roles/Git nothing.json': json({ a: 4 }),
      'config_contexts/roles/Git list.json': '[]',
      'config_contexts/roles/Git odd.json': json({ _metadata: 'x' }),
      'config_contexts/rolls/x.json': '{}',
      'config_contexts/roles/deep/x.json': '{}',
      'config_contexts/README/x.md': 'read me',
    });
    const faults = faultsOf(await sync(repository));
    expect(faults.map(({ importance, path }) => [importance, path]).sort()).toEqual([
      ['error', 'config_contexts/roles/Git list.json'],
      ['error', 'config_contexts/roles/Git nothing.json'],
      ['error', 'config_contexts/roles/Git odd.json'],
      ['warning', 'config_contexts/roles/deep'],
      ['warning', 'config_contexts/rolls'],
    ]);
    const made = async () =>
      (await contextOf(repository))
        .map(({ name, data, weight, roles, device_types }: Record<string, { id: string }[]>) => [
          name,
          data,
          weight,
          [...roles!, ...device_types!].map(({ id }) => id).sort(),
        ])
        .sort();
    const before = [
      ['Git named', { a: 2 }, 7, [leaf.id, spine.id].sort()],
      ['device_types/Git v1.0 box', { a: 3 }, 1000, [type.id]],
      ['roles/Git folder leaf', { a: 1 }, 1000, [leaf.id]],
    ];
    expect(await made()).toEqual(before);

    server.commit(repository.name, {
      ...Object.fromEntries(
        ['nothing', 'list', 'odd', 'folder leaf'].map((name) => [`config_contexts/roles/Git ${name}.json`, undefined]),
      ),
      'config_contexts/rolls/x.json': undefined,
    });
    expect(faultsOf(await sync(repository))).toEqual([
      expect.objectContaining({ importance: 'warning', path: 'config_contexts/roles/deep' }),
    ]);
    expect(await made()).toEqual(before.slice(0, 2));
  });

  it('goes by the last one that began, when there are several at once', async () => {
    const repository = await aRepository({ 'config_contexts/a.json': context('Git raced', { a: 1 }) });
    await Promise.all([sync(repository), sync(repository), sync(repository)]);
    expect(await contextOf(repository)).toHaveLength(1);
  });
});

describe('A repository that goes', () => {
  it('takes along what came from it', async () => {
    const repository = await aRepository({
      'config_contexts/a.json': context('Git goes', { a: 1 }, { config_context_schema: 'Git goes too' }),
      'config_context_schemas/a.json': schema('Git goes too', { a: {} }),
      'export_templates/dcim/device/goes': 'x',
    });
    expect(faultsOf(await sync(repository))).toEqual([]);
    await send('DELETE', `extras/git-repositories/${repository.id}/`, undefined, 204);
    expect([...(await contextOf(repository)), ...(await templatesOf(repository))]).toEqual([]);
    expect(await list('extras/config-context-schemas/?name=Git goes too')).toEqual([]);
  });
});

/** Where the name and token of a test are kept. */
const variables = { username: 'GIT_TEST_NAME', token: 'GIT_TEST_TOKEN' };

describe('Credentials', () => {
  it('come from the secrets group, and are told to nobody', async () => {
    process.env[variables.username] = 'fetcher';
    process.env[variables.token] = 't0ken-of-tests';
    const group = await send('POST', 'extras/secrets-groups/', { name: 'Of git tests' });
    for (const [secret_type, variable] of Object.entries(variables)) {
      const body = { name: variable, provider: 'environment-variable', parameters: { variable } };
      const secret = await send('POST', 'extras/secrets/', body);
      const association = { secrets_group: group.id, secret: secret.id, access_type: 'HTTP(S)', secret_type };
      await send('POST', 'extras/secrets-groups-associations/', association);
    }
    const repository = await aRepository(
      { 'config_contexts/a.json': context('Git guarded', { a: 1 }) },
      { secrets_group: group.id },
    );
    server.ask('fetcher:t0ken-of-tests');
    const told = json(await sync(repository));
    expect(await contextOf(repository)).toHaveLength(1);
    server.ask('fetcher:another');
    const failed = await sync(repository).catch((error: Error) => error.message);
    expect(failed).toBe('The server does not accept the name and token.');
    delete process.env[variables.token];
    const missing = await sync(repository).catch((error: Error) => error.message);
    expect(missing).toContain('Undefined environment variable "GIT_TEST_TOKEN"!');
    expect(told + failed + missing).not.toContain('t0ken');
    server.ask(undefined);
  });
});

async function aDeviceAndMachine() {
  await send('POST', 'dcim/location-types/', { name: 'Git place', content_types: ['dcim.device'] });
  await send('POST', 'dcim/locations/', { name: 'Git here', location_type: 'Git place', status: 'Active' });
  await send('POST', 'dcim/manufacturers/', { name: 'Git maker' });
  const type = await send('POST', 'dcim/device-types/', { model: 'Git type', manufacturer: 'Git maker' });
  await send('POST', 'extras/roles/', { name: 'Git role', content_types: ['dcim.device'] });
  const device = await send('POST', 'dcim/devices/', {
    name: 'git-device',
    device_type: type.id,
    role: 'Git role',
    location: { name: 'Git here' },
    status: 'Active',
  });
  await send('POST', 'virtualization/cluster-types/', { name: 'Git kind' });
  const cluster = await send('POST', 'virtualization/clusters/', { name: 'Git cluster', cluster_type: 'Git kind' });
  const machine = await send('POST', 'virtualization/virtual-machines/', {
    name: 'git-machine',
    cluster: cluster.id,
    status: 'Active',
  });
  return {
    device: `dcim/devices/${device.id}/`,
    machine: `virtualization/virtual-machines/${machine.id}/`,
  };
}

describe('A name or password in the address of a repository', () => {
  const where = 'https://bob:p4ssword@git.example.com/x.git';

  it('is refused, whoever is asked to keep it', async () => {
    const problem = { remote_url: [expect.stringMatching(/secrets group/)] };
    for (const remote_url of [where, ' HTTP://t0ken@git.example.com/x', 'https://bob:@git.example.com/x'])
      expect(await send('POST', 'extras/git-repositories/', { name: 'Told all', remote_url }, 400)).toEqual(problem);
    const repository = await aRepository({});
    const path = `extras/git-repositories/${repository.id}/`;
    expect(await send('PATCH', path, { remote_url: where }, 400)).toEqual(problem);
    const remote_url = 'https://git.example.com/~bob/x@y.git';
    expect(await send('PATCH', path, { remote_url })).toMatchObject({ remote_url });
  });

  it('that was stored before is fetched with and shown to nobody', async () => {
    const repository = await aRepository({ 'config_contexts/a.json': context('Git of before', { a: 1 }) });
    const stored = repository.remote_url.replace('http://', 'http://bob:p4ssword@');
    const { database } = plumbline.services.get('extras')!.engine;
    await database.run(sql.unsafe`UPDATE gitrepository SET remote_url = ${stored} WHERE id = ${repository.id}`);
    server.ask('bob:p4ssword');
    expect(faultsOf(await sync(repository))).toEqual([]);
    server.ask(undefined);
    expect(await contextOf(repository)).toHaveLength(1);

    const path = `extras/git-repositories/${repository.id}/`;
    const shown = repository.remote_url.replace('http://', 'http://********@');
    expect(await send('PATCH', path, { branch: 'main' })).toMatchObject({ remote_url: shown });
    expect(await send('PUT', path, await send('GET', path), 400)).toHaveProperty('remote_url');
    const query = `{ git_repository(id: "${repository.id}") { remote_url } }`;
    const table = { headers: { accept: 'text/csv' } };
    const answers = [
      json(await send('GET', path)),
      json(await list(`extras/git-repositories/?id=${repository.id}`)),
      (await plumbline.request('GET', `/api/extras/git-repositories/?id=${repository.id}`, undefined, table)).text,
      json(await send('POST', 'graphql/', { query }, 200)),
      json(await list(`extras/object-changes/?changed_object_id=${repository.id}`)),
    ];
    for (const answer of answers) expect(answer).toContain('********@');
    expect(answers.join()).not.toContain('p4ssword');
  });

  it('is found by nobody who guesses it', async () => {
    const [first, second] = [await aRepository({}), await aRepository({})];
    const { database } = plumbline.services.get('extras')!.engine;
    const stored = [
      [first.id, 'https://bob:zebra@git.example.com/1.git'],
      [second.id, 'https://bob:apple@git.example.com/2.git'],
    ] as const;
    for (const [id, address] of stored)
      await database.run(sql.unsafe`UPDATE gitrepository SET remote_url = ${address} WHERE id = ${id}`);
    const both = [first.id, second.id];
    const path = `extras/git-repositories/?id=${first.id}&id=${second.id}`;
    const found = async (query: string) => (await list(`${path}&${query}`)).map(({ id }: { id: string }) => id);
    const inGraphql = async (filter: string) => {
      const { data } = await send('POST', 'graphql/', { query: `{ git_repositories(${filter}) { id } }` }, 200);
      return data.git_repositories.map(({ id }: { id: string }) => id);
    };

    const guesses = [
      'remote_url=https%3A%2F%2Fbob%3Azebra%40git.example.com%2F1.git',
      'remote_url__ic=ZEBRA',
      'remote_url__isw=https://bob',
      'remote_url__re=b:z',
      'remote_url__ire=B:Z',
      'q=zebra',
    ];
    for (const guess of guesses) expect(await found(guess)).toEqual([]);
    expect(await found('remote_url__nic=zebra')).toEqual(both);
    expect(await inGraphql('remote_url__ic: "zebra"')).toEqual([]);
    expect(await inGraphql('q: "zebra"')).toEqual([]);
    const { id: group } = await send('POST', 'extras/secrets-groups/', { name: 'Of the guessed' });
    await send('PATCH', `extras/git-repositories/${first.id}/`, { secrets_group: group });
    const admin = await signedIn(plumbline, superuser.apiToken);
    const allowed = async (lookup: string) => {
      const constraints = {
        [`git_repositories__remote_url__${lookup}`]: lookup === 'contains' ? 'zebra' : 'https://***',
      };
      const as = await aUser(plumbline, admin, [
        { object_types: ['extras.secretsgroup'], actions: ['view'], constraints },
      ]);
      return (await plumbline.request('GET', `/api/extras/secrets-groups/${group}/`, undefined, { as })).status;
    };
    expect([await allowed('contains'), await allowed('startswith')]).toEqual([404, 200]);

    expect(await found('remote_url__ic=example.com/1')).toEqual([first.id]);
    expect(await found(`remote_url=${encodeURIComponent('https://********@git.example.com/2.git')}`)).toEqual([
      second.id,
    ]);
    expect(await found('sort=remote_url')).toEqual(both);
    expect(await found('sort=-remote_url')).toEqual([second.id, first.id]);
  });
});

test('asking for a sync takes the permission to change the repository', async () => {
  const repository = await aRepository({ 'config_contexts/a.json': context('Git asked for', { a: 1 }) });
  const admin = await signedIn(plumbline, superuser.apiToken);
  const asked = async (...actions: string[]) => {
    const as = await aUser(plumbline, admin, [{ object_types: ['extras.gitrepository'], actions }]);
    const path = `/api/extras/git-repositories/${repository.id}/sync/`;
    return (await plumbline.request('POST', path, {}, { as })).status;
  };
  expect(await asked('view', 'add', 'delete')).toBe(403);
  expect(await asked('view', 'change')).toBe(200);
  await eventually('it is synced', 60_000, async () => (await contextOf(repository)).length === 1);
});

test('nothing is kept of a sync that was ended before', async () => {
  const repository = await aRepository({ 'config_contexts/ended.json': context('Git ended', { a: 1 }) });
  const ended = sync(repository, false, () => Promise.reject(new Error('This run was ended.')));
  await expect(ended).rejects.toThrow('This run was ended.');
  expect(await contextOf(repository)).toEqual([]);
});

test('a whole number that would be stored as another is a fault of its file', async () => {
  const number = '12345678901234567890';
  const repository = await aRepository({
    'config_contexts/serial.json': `{"_metadata": {"name": "Git serial"}, "serial": {"number": ${number}}}`,
    'config_contexts/serial.yaml': `_metadata: {name: Git serial}\nserial: {number: ${number}}`,
    'config_contexts/safe.yaml': '_metadata: {name: Git safe}\nnumbers: [9007199254740991, 0x10, -1]',
  });
  const faults = (await sync(repository)).filter(({ importance }) => importance === 'error');
  expect(faults.map(({ path, text }) => [path, /\d{16,}.*would be changed/.test(text)])).toEqual([
    ['config_contexts/serial.json', true],
    ['config_contexts/serial.yaml', true],
  ]);
  expect(await contextOf(repository)).toMatchObject([{ data: { numbers: [9007199254740991, 16, -1] } }]);
});
