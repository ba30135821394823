import { request } from 'node:http';
import { allowedHosts } from '../src/clients/allowedHosts';
import { createReadClient, trustedProxies } from '../src/clients/readClient';
import { lineAbout, startRemoteService, startWorld, type World } from './world';

/** What is understood of a request that comes from an address with these headers. */
function read(peer: string, headers: Record<string, string>, trusted = ['10.0.0.0/8', '2001:db8:1::/48']) {
  const request = { headers: { host: 'inside:8080', ...headers }, socket: { remoteAddress: peer } };
  const address = createReadClient(trustedProxies(trusted))(request as never);
  return { address, headers: request.headers };
}

describe('who asks, and how we are called', () => {
  const stranger = '192.0.2.66';
  const familiar = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-port': '8443',
    'x-real-ip': '203.0.113.9',
    'x-forwarded-user': 'admin',
  };
  const forwarded = 'for=203.0.113.9;proto=https;host=evil.example';

  it('is not what strangers say', () => {
    expect(read(stranger, { ...familiar, forwarded })).toEqual({ address: stranger, headers: { host: 'inside:8080' } });
    expect(read('::ffff:192.0.2.66', familiar).address).toBe(stranger);
    expect(read('10.0.0.1', familiar, []).address).toBe('10.0.0.1');
  });

  it('is what trusted proxies say', () => {
    expect(read('10.0.0.1', familiar)).toEqual({
      address: '203.0.113.9',
      headers: {
        host: 'inside:8080',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example:8443',
        'x-forwarded-prefix': '/evil',
        // Whom it has let in is for authentication to read.
        'x-forwarded-user': 'admin',
      },
    });
    expect(read('::ffff:10.0.0.1', { forwarded })).toMatchObject({
      address: '203.0.113.9',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
    });
  });

  it.each([
    ['one proxy, and what its client made up', '203.0.113.1, 192.0.2.7', 'https, http', '192.0.2.7', 'http'],
    [
      'two proxies, and what their client made up',
      '203.0.113.1, 192.0.2.7, 10.0.0.2',
      'gopher, https, http',
      '192.0.2.7',
      'https',
    ],
    ['two proxies of which the first spoke', '192.0.2.7, 10.0.0.2', 'https', '192.0.2.7', 'https'],
    ['trusted addresses alone', '10.0.0.3, 10.0.0.2', 'https, http', '10.0.0.3', 'https'],
    ['a trusted address behind a stranger', '10.0.0.9, 192.0.2.7', 'https, http', '192.0.2.7', 'http'],
    ['ports', '192.0.2.7:4711', 'https', '192.0.2.7', 'https'],
    ['IPv6', '[2001:db8:2::7]:4711, 2001:db8:1::2', 'https, http', '2001:db8:2::7', 'https'],
    ['nonsense', '192.0.2.7, "><script>', 'https', '10.0.0.1', 'https'],
    ['nothing', '', 'https', '10.0.0.1', 'https'],
  ])('is read along a chain of %s', (_what, chain, protos, address, proto) => {
    const found = read('10.0.0.1', { 'x-forwarded-for': chain, 'x-forwarded-proto': protos });
    expect([found.address, found.headers['x-forwarded-proto' as 'host']]).toEqual([address, proto]);
    const elements = protos.split(',').length === chain.split(',').length;
    if (!elements || !/^[\d., ]+$/.test(chain)) return;
    const forwarded = chain
      .split(', ')
      .map((node, at) => `for=${node};proto=${protos.split(', ')[at]}`)
      .join(', ');
    const standard = read('10.0.0.1', { forwarded });
    expect([standard.address, standard.headers['x-forwarded-proto' as 'host']]).toEqual([address, proto]);
  });

  it.each(['for=192.0.2.7;proto', '"', 'for="[::1', ';;;=', 'for=a b'])(
    'is not what nobody can read: %s',
    (nonsense) => {
      expect(read('10.0.0.1', { forwarded: nonsense })).toEqual({
        address: '10.0.0.1',
        headers: { host: 'inside:8080' },
      });
    },
  );

  it('may be hidden by a proxy, which then stands for its client', () => {
    expect(read('10.0.0.1', { forwarded: 'for=unknown;proto=https, for=_hidden;host=sot.example' })).toMatchObject({
      address: '10.0.0.1',
      headers: { 'x-forwarded-host': 'sot.example' },
    });
  });
});

describe('names the gateway goes by', () => {
  const isAllowed = allowedHosts(['sot.example.net', '.example.org', '192.0.2.1', '2001:db8::1'], '10.0.0.5');
  it.each([
    ['sot.example.net', true],
    ['SOT.example.net.:8443', true],
    ['a.sot.example.net', false],
    ['example.org', true],
    ['a.b.example.org:80', true],
    ['badexample.org', false],
    ['192.0.2.1:8080', true],
    ['[2001:db8::1]:8080', true],
    ['localhost:8080', true],
    ['127.0.0.1', true],
    ['10.0.0.5:8080', true],
    ['evil.example', false],
    ['sot.example.net@evil.example', false],
    ['', false],
  ])('%s: %s', (host, expected) => {
    expect(isAllowed({ host })).toBe(expected);
    expect(isAllowed({ host: 'sot.example.net', 'x-forwarded-host': host })).toBe(expected);
    expect(allowedHosts([], '10.0.0.5')({ host })).toBe(true);
    expect(allowedHosts(['*', 'a'], '10.0.0.5')({ host })).toBe(true);
  });
});

describe('a gateway that trusts one proxy', () => {
  let world: World;
  let service: Awaited<ReturnType<typeof startRemoteService>>;
  const lines: string[] = [];
  beforeAll(async () => {
    const connections = { total: 100, perAddress: 5 };
    const settings = { trustedProxies: ['127.0.0.1'], allowedHosts: ['sot.example'], connections };
    service = await startRemoteService();
    world = await startWorld({ settings, logLines: lines, remote: { dcim: service.url }, limits: { patience: 5_000 } });
  });
  afterAll(async () => {
    await world.stop();
    await service.stop();
  });

  const headers = {
    'x-forwarded-for': '192.0.2.7',
    'x-forwarded-host': 'sot.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/sot',
  };

  it('takes its word for addresses and logs', async () => {
    const response = await world.ask('/api/ipam/vrfs/', { headers });
    expect(((await response.json()) as { base: string }).base).toBe('https://sot.example/sot');
    expect(await lineAbout(response, lines)).toMatchObject({ client: '192.0.2.7' });
  });

  it('gives cookies for the path that the proxy takes off, and no others', async () => {
    const paths = async (more: Record<string, string>) => {
      const answer = await world.ask('/login/', { token: null, headers: { accept: 'text/html', ...more } });
      return answer.headers.getSetCookie().map((cookie) => /; Path=([^;]*)/.exec(cookie)?.[1]);
    };
    expect(await paths(headers)).toEqual(['/sot/']);
    expect(await paths({})).toEqual(['/']);
  });

  /** One request from another address than the proxy's. */
  const fromStranger = (path: string, more: Record<string, string>) =>
    new Promise<{ status: number; id: string; location?: string; text: string }>((resolve, reject) => {
      const authorization = 'Token 0123456789abcdef0123456789abcdef01234567';
      const sent = request(
        { host: '127.0.0.1', port: world.port, path, localAddress: '127.0.0.2', headers: { authorization, ...more } },
        (answer) => {
          let text = '';
          answer.on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () =>
            resolve({
              status: answer.statusCode!,
              id: String(answer.headers['x-request-id']),
              location: answer.headers.location,
              text,
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end();
    });

  it('takes nobody else’s', async () => {
    const { status, text, id } = await fromStranger('/api/ipam/vrfs/', { ...headers, host: 'sot.example' });
    expect([status, JSON.parse(text).base]).toEqual([200, 'http://sot.example']);
    const told = { headers: new Headers({ 'x-request-id': id }) } as Response;
    expect(await lineAbout(told, lines)).toMatchObject({ client: '127.0.0.2' });
    const { location } = await fromStranger('/api/ipam/vrfs', { ...headers, host: 'sot.example' });
    expect(location).toBe('/api/ipam/vrfs/');
  });

  it('refuses names it does not go by', async () => {
    const refused = await fromStranger('/api/', { host: 'evil.example', 'x-forwarded-host': 'sot.example' });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      400,
      { detail: 'This server does not go by the name in the Host header.' },
    ]);
    expect((await fromStranger('/health/live/', { host: '10.1.2.3:8080' })).status).toBe(200);
    const worker = { host: 'gateway:8080', authorization: 'Job forged' };
    expect((await fromStranger('/api/', worker)).status).toBe(403);
  });

  it('gives each of its clients a share of its own', async () => {
    const from = (client: string, path: string) =>
      world.ask(path, { headers: { ...headers, 'x-forwarded-for': client } });
    const before = service.requests.length;
    const slow = Array.from({ length: 5 }, () => from('192.0.2.7', '/api/dcim/racks/silence/'));
    while (service.requests.length < before + 5) await new Promise((resolve) => setTimeout(resolve, 5));
    const refused = await from('192.0.2.7', '/api/ipam/vrfs/');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await from('192.0.2.8', '/api/ipam/vrfs/')).status).toBe(200);
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(5).fill(503));
    expect((await from('192.0.2.7', '/api/ipam/vrfs/')).status).toBe(200);
  });
});
