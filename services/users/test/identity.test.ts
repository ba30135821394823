import { credentialPurposes, digestWith, keyFor, sealWith } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import type { AcceptedIdentity, Grants, Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { startTestServices, type TestServices, testSettings } from '@plumbline/testkit';
import { usersService } from '../src';

const superuser = { name: 'root', email: 'root@example.com', password: 'root-password', apiToken: 'f'.repeat(40) };
const soon = () => ({ requestId: crypto.randomUUID(), deadline: Date.now() + 60_000 });

let plumbline: TestServices;
let ada: string;
beforeAll(async () => {
  plumbline = await startTestServices([usersService], { superuser }, { contentTypes, contentTypeNames });
  ada = (await plumbline.request('POST', '/api/users/users/', { username: 'ada', password: 'lovelace' })).body.id;
});
afterAll(() => plumbline?.stop());

const { secretKey } = testSettings();
const digestOf = (purpose: 'token' | 'session', key: string) =>
  digestWith(keyFor(credentialPurposes[purpose], secretKey), key);
const seal = (text: string) => sealWith(keyFor(credentialPurposes.password, secretKey), Buffer.from(text));

/** Asks as the gateway does: tokens and sessions by their digests, names with passwords sealed. */
function ask<T = Identity>(
  verb: string,
  { key, username, password, ...payload }: { [name: string]: string | undefined },
  bus = plumbline.bus,
): Promise<T> {
  const concealed = {
    ...payload,
    ...(key === undefined ? {} : { digest: digestOf(verb === 'token' ? 'token' : 'session', key) }),
    ...(username === undefined ? {} : { sealed: seal(JSON.stringify({ username, password })) }),
  };
  return bus.request<T>({ app: 'users', model: 'identity', verb }, concealed, { ...soon(), asker: 'gateway' });
}
const database = () => plumbline.services.get('users')!.engine.database;

const adaIdentity = async (): Promise<Identity> => ask('basic', { username: 'ada', password: 'lovelace' });

async function aToken(body: object = {}): Promise<{ id: string; key: string; display: string }> {
  const answer = await plumbline.request('POST', '/api/users/tokens/', body, {
    as: { ...(await adaIdentity()), isSuperuser: true },
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('the first administrator', () => {
  it('is made with the settings’ password, token and email address', async () => {
    const identity = await ask('token', { key: superuser.apiToken });
    expect(identity).toMatchObject({ username: 'root', isSuperuser: true, writeEnabled: true });
    expect(await ask('basic', { username: 'root', password: superuser.password })).toEqual(identity);
    const { body } = await plumbline.request('GET', '/api/users/users/?username=root');
    expect(body.results[0].email).toBe(superuser.email);
  });

  it('tells what was made up', async () => {
    const other = await startTestServices(
      [usersService],
      { superuser: { name: 'chief' } },
      { contentTypes, contentTypeNames },
    );
    const [password, token] = other.services.get('users')!.notices.map((notice) => notice.split(': ')[1]!);
    await ask('basic', { username: 'chief', password }, other.bus);
    await ask('token', { key: token }, other.bus);
    await other.stop();
  });
});

describe('a token', () => {
  it('is shown to its owner, and stored in no readable form', async () => {
    const { id, key, display } = await aToken();
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    expect(display).toBe(`${key.slice(-6)} (ada)`);
    const stored = await database().first(sql.unsafe`SELECT to_jsonb(token)::text AS row FROM token WHERE id = ${id}`);
    expect(stored!.row).not.toContain(key);
    expect(await ask('token', { key })).toMatchObject({ username: 'ada', writeEnabled: true });
  });

  it('is found by the look-ups of text, however it is stored', async () => {
    const { id, key } = await aToken({ key: `Q${'0'.repeat(33)}find.e` });
    const as = { ...(await adaIdentity()), isSuperuser: true };
    const found = async (query: string) =>
      (await plumbline.request('GET', `/api/users/tokens/?${query}&id=${id}`, undefined, { as })).body.count;
    expect(await found(`key=${key}`)).toBe(1);
    expect(await found(`key=${key.toLowerCase()}`)).toBe(0);
    expect(await found(`key__ie=${key.toLowerCase()}`)).toBe(1);
    expect(await found('key__ic=FIND')).toBe(1);
    expect(await found('key__re=find..$')).toBe(1);
    expect(await found('key__nisw=q')).toBe(0);
    expect(await found(`key__n=${key}`)).toBe(0);
  });

  it('is refused when it is unknown, over, or of somebody who may not sign in', async () => {
    await expect(ask('token', { key: 'nope' })).rejects.toMatchObject({
      status: 403,
      body: { detail: 'Invalid token' },
    });
    const { key } = await aToken({ expires: '2020-01-01T00:00:00Z' });
    await expect(ask('token', { key })).rejects.toMatchObject({ body: { detail: 'Token expired' } });
    const { key: idle } = await aToken();
    await plumbline.request('PATCH', `/api/users/users/${ada}/`, { is_active: false });
    await expect(ask('token', { key: idle })).rejects.toMatchObject({ body: { detail: 'User inactive' } });
    await plumbline.request('PATCH', `/api/users/users/${ada}/`, { is_active: true });
  });

  it('is said to be accepted until it is over', async () => {
    const { key } = await aToken({ expires: new Date(Date.now() + 3_600_000).toISOString() });
    const { acceptedFor } = await ask<AcceptedIdentity>('token', { key });
    expect(acceptedFor).toBeGreaterThan(3_000_000);
    expect(acceptedFor).toBeLessThanOrEqual(3_600_000);
    const { key: endless } = await aToken();
    expect(await ask('token', { key: endless })).not.toHaveProperty('acceptedFor');
  });

  it('may be one for reading only', async () => {
    const { key } = await aToken({ write_enabled: false });
    expect((await ask('token', { key })).writeEnabled).toBe(false);
  });

  it('is nobody else’s to see, not even a superuser’s', async () => {
    const { id } = await aToken();
    const as = await ask('token', { key: superuser.apiToken });
    expect((await plumbline.request('GET', `/api/users/tokens/${id}/`, undefined, { as })).status).toBe(404);
  });

  it('cannot have the key of another', async () => {
    const { key } = await aToken();
    const as = await ask('token', { key: superuser.apiToken });
    const answer = await plumbline.request('POST', '/api/users/tokens/', [{ key }, {}], { as });
    expect([answer.status, answer.body]).toEqual([400, [{ key: ['Token with this Key already exists.'] }, {}]]);
  });
});

describe('a password', () => {
  const wrong = { status: 403, body: { detail: 'Invalid username/password.' } };

  it('is refused in the same words whatever is wrong', async () => {
    for (const username of ['ada', 'nobody'])
      await expect(ask('basic', { username, password: 'x' })).rejects.toMatchObject(wrong);
  });

  it('goes when a replacement names none, and stays when a change does', async () => {
    const { body } = await plumbline.request('POST', '/api/users/users/', { username: 'bob', password: 'builder' });
    const url = `/api/users/users/${body.id}/`;
    await plumbline.request('PATCH', '/api/users/users/', [
      { id: body.id, first_name: 'Bob' },
      { id: ada, password: 'lovelace' },
    ]);
    await ask('basic', { username: 'bob', password: 'builder' });
    const replaced = await plumbline.request('PUT', url, { username: 'bob' });
    expect(replaced.body).toMatchObject({ first_name: 'Bob' });
    expect(replaced.text).not.toContain('password');
    await expect(ask('basic', { username: 'bob', password: 'builder' })).rejects.toMatchObject(wrong);
  });
});

describe('a session', () => {
  it('begins at the sign-in form and ends when it is closed', async () => {
    expect((await plumbline.request('GET', `/api/users/users/${ada}/`)).body.last_login).toBeNull();
    const key = crypto.randomUUID();
    const identity = await ask('login', { key, username: 'ada', password: 'lovelace' });
    const { sessionSeconds, ...known } = identity as Identity & { sessionSeconds: number };
    expect(await ask('session', { key })).toEqual({ ...known, acceptedFor: expect.closeTo(1_209_600_000, -5) });
    expect(sessionSeconds).toBe(1_209_600);
    expect((await plumbline.request('GET', `/api/users/users/${ada}/`)).body.last_login).toMatch(/Z$/);
    await ask('logout', { key });
    await expect(ask('session', { key })).rejects.toMatchObject({ status: 403 });
  });
});

describe('permissions', () => {
  const make = async (body: object) =>
    (
      await plumbline.request('POST', '/api/users/permissions/', {
        name: crypto.randomUUID(),
        actions: ['view'],
        ...body,
      })
    ).body;

  it('add up over the user and their groups, and change the stamp', async () => {
    const group = (await plumbline.request('POST', '/api/users/groups/', { name: 'analysts' })).body.id as number;
    await plumbline.request('PATCH', `/api/users/users/${ada}/`, { groups: [group] });
    const before = (await adaIdentity()).permissionStamp;
    const direct = await make({ object_types: ['ipam.vlan'], users: [ada], constraints: { vid__gte: 100 } });
    await make({
      object_types: ['ipam.vlan', 'ipam.vrf'],
      groups: [group],
      constraints: [{ name: 'x' }, { name: 'y' }],
    });
    await make({ object_types: ['ipam.rir'], users: [ada], enabled: false });
    expect(await ask<Grants>('permissions', { userId: ada })).toEqual({
      'ipam.vlan': { view: expect.arrayContaining([{ vid__gte: 100 }, { name: 'x' }, { name: 'y' }]) },
      'ipam.vrf': { view: [{ name: 'x' }, { name: 'y' }] },
    });
    const after = (await adaIdentity()).permissionStamp;
    expect(after).not.toBe(before);
    await plumbline.request('DELETE', `/api/users/permissions/${direct.id}/`);
    expect((await adaIdentity()).permissionStamp).not.toBe(after);
  });

  it('are for actions of any name', async () => {
    const actions = ['constructor', 'toString', 'hasOwnProperty', 'run'];
    const { id } = await make({ object_types: ['ipam.rir'], users: [ada], actions, constraints: { name: 'x' } });
    const { 'ipam.rir': granted } = await ask<Grants>('permissions', { userId: ada });
    for (const action of actions)
      expect(Object.getOwnPropertyDescriptor(granted, action)?.value).toEqual([{ name: 'x' }]);
    await plumbline.request('PATCH', `/api/users/permissions/${id}/`, { actions: ['__proto__', 'run'] });
    const after = (await ask<Grants>('permissions', { userId: ada }))['ipam.rir'];
    expect(after!.run).toEqual([{ name: 'x' }]);
    await plumbline.request('DELETE', `/api/users/permissions/${id}/`);
  });

  it('never come back to a stamp, whatever is taken back', async () => {
    const stamps = [(await adaIdentity()).permissionStamp];
    const note = async () => stamps.push((await adaIdentity()).permissionStamp);
    const { id } = await make({ object_types: ['ipam.rir'], users: [ada] });
    await note();
    for (const enabled of [false, true]) {
      await plumbline.request('PATCH', `/api/users/permissions/${id}/`, { enabled });
      await note();
    }
    await plumbline.request('DELETE', `/api/users/permissions/${id}/`);
    await note();
    const { body: user } = await plumbline.request('GET', `/api/users/users/${ada}/`);
    const groups = user.groups.map((group: { id: number }) => group.id);
    for (const some of [[], groups]) {
      await plumbline.request('PATCH', `/api/users/users/${ada}/`, { groups: some });
      await note();
    }
    expect(groups.length).toBeGreaterThan(0);
    expect(new Set(stamps).size).toBe(stamps.length);
  });

  it('name actions and content types that exist', async () => {
    const refused = async (body: object) =>
      (
        await plumbline.request('POST', '/api/users/permissions/', {
          name: 'p',
          object_types: [],
          actions: ['view'],
          ...body,
        })
      ).body;
    for (const actions of [[], 'view', 3, [''], ['x'.repeat(31)]])
      expect(Object.keys(await refused({ actions }))).toEqual(['actions']);
    expect(await refused({ object_types: ['ipam.nope'] })).toEqual({
      object_types: ['Invalid content type: ipam.nope'],
    });
  });

  it('are found by the number of a content type', async () => {
    const { id } = await make({ object_types: ['dcim.rack'] });
    const list = (query: string) => plumbline.request('GET', `/api/users/permissions/?id=${id}&${query}`);
    expect((await list('object_types=5')).body.count).toBe(1);
    expect((await list('object_types=6')).body.count).toBe(0);
    expect((await list('object_types=null')).body.count).toBe(0);
    expect((await list('object_types=6&object_types=null')).body.count).toBe(0);
    expect((await list('object_types__n=null')).body.count).toBe(1);
    const none = await make({ object_types: [] });
    const empty = await plumbline.request(
      'GET',
      `/api/users/permissions/?id=${none.id}&object_types=null&object_types=5`,
    );
    expect(empty.body.count).toBe(1);
    expect((await list('object_types=dcim.rack')).body).toEqual({
      object_types: ['“dcim.rack” is not a valid value.'],
    });
  });
});

test('secrets cannot be found out by naming users by them', async () => {
  for (const secret of [{ password__startswith: 'scrypt' }, { tokens__key_ending__startswith: '' }]) {
    const body = { name: 'probe', object_types: [], actions: ['view'], users: [secret] };
    const { body: answer } = await plumbline.request('POST', '/api/users/permissions/', body);
    expect(answer.users[0]).toMatch(/^Cannot resolve keyword/);
  }
});

test.each(['users', 'permissions'])(
  'the groups of %s are named by their names, whatever these look like',
  async (endpoint) => {
    const make = async (url: string, body: object) =>
      (await plumbline.request('POST', `/api/users/${url}/`, body)).body.id;
    const name = `9876543${endpoint.length}`;
    const groups = [await make('groups', { name })];
    const id = await make(
      endpoint,
      endpoint === 'users'
        ? { username: 'ida', groups }
        : { name: 'ours', object_types: [], actions: ['view'], groups },
    );
    const list = (value: string) => plumbline.request('GET', `/api/users/${endpoint}/?groups=${value}`);
    expect((await list(name)).body.results).toEqual([expect.objectContaining({ id })]);
    expect(await list(`${groups[0]}`)).toMatchObject({ status: 400, body: { groups: [expect.any(String)] } });
  },
);

test('superusers are made, changed and deleted by superusers alone', async () => {
  await plumbline.request('POST', '/api/users/permissions/', {
    name: 'user managers',
    object_types: ['users.user'],
    actions: ['view', 'add', 'change', 'delete'],
    users: [ada],
  });
  const as = await adaIdentity();
  const [root] = (await plumbline.request('GET', '/api/users/users/?username=root', undefined, { as })).body.results;
  const patch = (id: string, body: object) => plumbline.request('PATCH', `/api/users/users/${id}/`, body, { as });
  expect((await patch(ada, { is_superuser: true })).body).toEqual({ is_superuser: [expect.any(String)] });
  expect((await patch(root.id, { password: 'taken over' })).status).toBe(400);
  expect((await patch(ada, { first_name: 'Ada' })).status).toBe(200);
  const { body: guest } = await plumbline.request('POST', '/api/users/users/', { username: 'guest' }, { as });
  const remove = (url: string, body?: object) => plumbline.request('DELETE', `/api/users/users/${url}`, body, { as });
  const refused = { status: 400, body: { __all__: ['Only superusers may delete the account of a superuser.'] } };
  expect(await remove(`${root.id}/`)).toMatchObject(refused);
  expect(await remove('', [{ id: guest.id }, { id: root.id }])).toMatchObject(refused);
  expect((await remove(`${guest.id}/`)).status).toBe(204);
  await ask('basic', { username: 'root', password: superuser.password });
});

describe('preferences', () => {
  it('are merged object by object', async () => {
    const as = await adaIdentity();
    const patch = (body: unknown) => plumbline.request('PATCH', '/api/users/config/', body, { as });
    await patch({ table: { columns: ['a'], size: 10 }, theme: 'dark' });
    const merged = await patch({ table: { columns: ['b'], deep: { x: null } }, theme: { name: 'light' } });
    expect(merged.body).toEqual({
      table: { columns: ['b'], size: 10, deep: { x: null } },
      theme: { name: 'light' },
    });
    expect((await plumbline.request('GET', '/api/users/config/', undefined, { as })).body).toEqual(merged.body);
    expect((await patch([1])).status).toBe(400);
    expect((await patch(null)).status).toBe(400);
    expect(await patch(undefined)).toMatchObject({ status: 200, body: merged.body });
  });

  it('are changed by tokens that may only read, as the contract has it', async () => {
    const { key } = await aToken({ write_enabled: false });
    const as = await ask('token', { key });
    const changed = await plumbline.request('PATCH', '/api/users/config/', { reader: true }, { as });
    expect(changed).toMatchObject({ status: 200, body: { reader: true } });
  });

  it('are not kept of a rehearsal, and changed once by a request that is sent again', async () => {
    const as = await adaIdentity();
    const patch = (body: unknown, query = '', headers = {}) =>
      plumbline.request('PATCH', `/api/users/config/${query}`, body, { as, headers });
    const rehearsed = await patch({ rehearsed: true }, '?dry_run=true');
    expect(rehearsed).toMatchObject({ status: 200, body: { rehearsed: true } });
    const again = { 'idempotency-key': 'once' };
    const first = await patch({ repeated: 1 }, '', again);
    expect(first.body).not.toHaveProperty('rehearsed');
    await patch({ repeated: 2 });
    expect(await patch({ repeated: 1 }, '', again)).toMatchObject({ status: 200, body: first.body });
    expect((await patch({})).body).toMatchObject({ repeated: 2 });
  });

  it('hold no number that would be changed', async () => {
    const as = await adaIdentity();
    const patch = (body: string) => plumbline.request('PATCH', '/api/users/config/', body, { as });
    const problem = [expect.stringMatching(/^Whole numbers beyond/)];
    expect(await patch('{"big": 10000000000000000000000000}')).toMatchObject({ status: 400, body: { big: problem } });
    expect(await patch('{"a": {"big": 10000000000000000000000000}}')).toMatchObject({
      status: 400,
      body: { a: problem },
    });
  });

  it('lose nothing when two changes arrive at once', async () => {
    const as = await adaIdentity();
    const keys = Array.from({ length: 8 }, (_, index) => `key${index}`);
    await Promise.all(
      keys.map((key) => plumbline.request('PATCH', '/api/users/config/', { many: { [key]: 1 } }, { as })),
    );
    const { body } = await plumbline.request('GET', '/api/users/config/', undefined, { as });
    expect(Object.keys(body.many).sort()).toEqual(keys);
  });
});

test('a user takes tokens and sessions along, and leaves groups and permissions', async () => {
  const { body } = await plumbline.request('POST', '/api/users/users/', { username: 'carl', password: 'sagan' });
  const permission = (
    await plumbline.request('POST', '/api/users/permissions/', {
      name: 'sky',
      object_types: [],
      actions: ['view'],
      users: [body.id],
    })
  ).body.id;
  const key = crypto.randomUUID();
  await ask('login', { key, username: 'carl', password: 'sagan' });
  expect((await plumbline.request('DELETE', `/api/users/users/${body.id}/`)).status).toBe(204);
  await expect(ask('session', { key })).rejects.toMatchObject({ status: 403 });
  expect((await plumbline.request('GET', `/api/users/permissions/${permission}/`)).body.users).toEqual([]);
});
