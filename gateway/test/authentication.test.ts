import { anIdentity } from './usersDouble';
import { adminToken, startWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const detailOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { detail: string }).detail,
];
const listVerbs = 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS';

describe('credentials', () => {
  it.each([
    [undefined, 'Authentication credentials were not provided.'],
    ['Bearer abc', 'Authentication credentials were not provided.'],
    ['Basic eDp5', 'Authentication credentials were not provided.'],
    ['Token', 'Invalid token header. No credentials provided.'],
    ['Token a b', 'Invalid token header. Token string should not contain spaces.'],
    ['Token ffffffffffffffffffffffffffffffffffffffff', 'Invalid token'],
  ])('%s is refused', async (authorization, detail) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const response = await world.ask('/api/ipam/prefixes/', { token: null, headers });
    expect(response.headers.get('www-authenticate')).toBeNull();
    expect(response.headers.get('api-version')).toBe('2.1');
    expect(response.headers.get('allow')).toBe(listVerbs);
    expect(await detailOf(response)).toEqual([403, detail]);
  });

  it('is saved as the table it would be', async () => {
    const headers = { accept: 'text/csv' };
    const response = await world.ask('/api/ipam/prefixes/some-id/notes/', { token: null, headers });
    expect(response.status).toBe(403);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="nautobot_prefix_data.csv"');
    expect((await world.ask('/api/ipam/prefixes/', { token: null })).headers.get('content-disposition')).toBeNull();
  });

  it('takes the scheme in any case', async () => {
    const response = await world.ask('/api/', { token: null, headers: { authorization: `tOKEN ${adminToken}` } });
    expect(response.status).toBe(200);
  });

  it('takes name and password only where tokens are made, and where each is', async () => {
    const headers = { authorization: `Basic ${Buffer.from('admin:secret').toString('base64')}` };
    expect((await world.ask('/api/users/tokens/', { token: null, method: 'POST', headers })).status).toBe(200);
    expect((await world.ask('/api/users/tokens/some-id/', { token: null, method: 'DELETE', headers })).status).toBe(
      200,
    );
    expect(await detailOf(await world.ask('/api/users/users/', { token: null, headers }))).toEqual([
      403,
      'Authentication credentials were not provided.',
    ]);
    const wrong = { authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` };
    expect(
      await detailOf(await world.ask('/api/users/tokens/', { token: null, method: 'POST', headers: wrong })),
    ).toEqual([403, 'Invalid username/password.']);
  });
});

it.each(['utf8', 'latin1'] as const)('takes a name and password with umlauts in %s', async (encoding) => {
  world.users.tokens.set('Jörg', { identity: anIdentity({ username: 'Jörg' }), password: 'schlüssel' });
  const headers = { authorization: `Basic ${Buffer.from('Jörg:schlüssel', encoding).toString('base64')}` };
  const response = await world.ask('/api/users/tokens/', { token: null, headers });
  expect(await response.json()).toMatchObject({ user: 'Jörg' });
});

describe('remembering who a token belongs to', () => {
  it('asks the users service once', async () => {
    await world.ask('/api/ipam/prefixes/');
    const before = world.users.asked.token;
    await Promise.all([world.ask('/api/ipam/prefixes/'), world.ask('/api/dcim/racks/')]);
    expect(world.users.asked.token).toBe(before);
  });

  it('forgets when users change, whoever changed them', async () => {
    world.users.tokens.set('changing', { identity: anIdentity({ username: 'before' }) });
    await world.ask('/api/ipam/vrfs/', { token: 'changing' });
    world.users.tokens.set('changing', { identity: anIdentity({ username: 'after' }) });
    await world.bus.publish({ app: 'users', model: 'token', verb: 'changed' }, {});
    expect(await (await world.ask('/api/ipam/vrfs/', { token: 'changing' })).json()).toMatchObject({ user: 'after' });
  });

  it('forgets with every write to users, before its answer is out', async () => {
    world.users.tokens.set('leaving', { identity: anIdentity() });
    expect((await world.ask('/api/ipam/vrfs/', { token: 'leaving' })).status).toBe(200);
    world.users.tokens.delete('leaving');
    await world.ask('/api/users/tokens/some-id/', { method: 'DELETE' });
    expect((await world.ask('/api/ipam/vrfs/', { token: 'leaving' })).status).toBe(403);
  });
});

describe('order of checks', () => {
  it('negotiates before it authenticates', async () => {
    const image = await world.ask('/api/ipam/prefixes/', { token: null, headers: { accept: 'image/png' } });
    expect(image.headers.get('api-version')).toBeNull();
    expect(await detailOf(image)).toEqual([406, 'Could not satisfy the request Accept header.']);
    expect((await world.ask('/api/ipam/prefixes/?format=xyz', { token: null })).status).toBe(404);
    expect((await world.ask('/api/ipam/prefixes/?api_version=9.9', { token: null })).status).toBe(404);
    expect((await world.ask('/api/ipam/prefixes/?api_version=', { token: null })).status).toBe(404);
  });

  it('authenticates before it looks at the verb', async () => {
    expect((await world.ask('/api/status/', { token: null, method: 'POST' })).status).toBe(403);
    const refused = await world.ask('/api/status/', { method: 'POST' });
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(await detailOf(refused)).toEqual([405, 'Method "POST" not allowed.']);
  });

  it('refuses a body beyond the limit only to those who may come in', async () => {
    const small = await startWorld({ limits: { bodyBytes: 10 } });
    const body = 'x'.repeat(11);
    expect((await small.ask('/api/ipam/vrfs/', { token: null, method: 'POST', body })).status).toBe(403);
    expect((await small.ask('/api/ipam/vrfs/', { method: 'POST', body })).status).toBe(413);
    await small.stop();
  });

  it('lets nobody speak for the gateway', async () => {
    world.received.length = 0;
    await world.ask('/api/ipam/vrfs/', { headers: { 'x-plumbline-identity': 's1.forged' } });
    expect(world.received[0]?.headers).not.toHaveProperty('x-plumbline-identity');
  });
});
