import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminToken, lineAbout, startRemoteService, startWorld, type World } from './world';

let world: World;
const lines: string[] = [];
beforeAll(async () => {
  world = await startWorld({ logLines: lines });
});
afterAll(() => world.stop());

describe('addresses', () => {
  it.each([
    ['/api', '/api/'],
    ['/api/dcim', '/api/dcim/'],
    ['/api/dcim/racks', '/api/dcim/racks/'],
    ['/api/dcim/racks?limit=1&q=a%20b', '/api/dcim/racks/?limit=1&q=a%20b'],
    ['/api/dcim/racks/some-id', '/api/dcim/racks/some-id/'],
    ['/api/dcim/racks/some-id/notes', '/api/dcim/racks/some-id/notes/'],
    ['/api/swagger', '/api/swagger/'],
    ['/login?next=/api/', '/login/?next=/api/'],
  ])('%s leads to %s', async (path, location) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await world.ask(path, { method, token: null });
      expect([response.status, response.headers.get('location')]).toEqual([302, location]);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await response.text()).toBe('');
    }
  });

  it.each(['', '?limit=1'])('are understood when they are sent whole%s', async (query) => {
    const path = `/api/dcim/racks/${query}`;
    const headers = { authorization: `Token ${adminToken}` };
    const status = await new Promise((resolve, reject) =>
      get({ port: world.port, path: `http://somewhere${path}`, headers }, (response) => {
        resolve(response.resume().statusCode);
      }).on('error', reject),
    );
    expect([status, world.received.at(-1)?.url]).toEqual([200, path]);
  });

  it.each([
    '/api/nosuchapp/',
    '/api/nosuchapp',
    '/api/dcim/nosuchmodel/',
    '/api/dcim/nosuchmodel/some-id/',
    '/api//dcim/',
    '/api/dcim/racks//',
    '/api/swagger.json/',
    '/api/extras/object-changes/some-id/notes/',
    '/api/users/config/some-id/',
  ])('%s is nowhere, for anybody', async (path) => {
    const response = await world.ask(path, { token: null });
    expect([response.status, await response.text()]).toEqual([404, '{"detail": "Not found."}']);
    expect(response.headers.get('api-version')).toBeNull();
  });

  it.each([
    ['/api/ipam/prefixes/', 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ['/api/ipam/prefixes/some-id/', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ['/api/ipam/prefixes/some-id/notes/', 'GET, POST, HEAD, OPTIONS'],
    ['/api/extras/object-changes/', 'GET, HEAD, OPTIONS'],
    ['/api/extras/object-changes/some-id/revert/', 'POST, OPTIONS'],
    ['/api/users/config/', 'GET, PATCH, HEAD, OPTIONS'],
  ])('%s allows %s', async (path, allow) => {
    const response = await world.ask(path, { token: null });
    expect([response.status, response.headers.get('allow')]).toEqual([403, allow]);
  });

  it('names no API version where the contract names none', async () => {
    expect((await world.ask('/api/users/config/', { token: null })).headers.get('api-version')).toBeNull();
  });

  it('shows people a page outside the API', async () => {
    const response = await world.ask('/nothing/here', { token: null });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

describe('every answer', () => {
  it.each(['/api/', '/api/ipam/prefixes/', '/nothing', '/health/live/', '/favicon.ico', '/api/docs/swagger-ui.css'])(
    '%s carries the security headers and the request id',
    async (path) => {
      const id = '7b0f6a64-9d4b-4a59-8f5e-0a8f6c2d1e3f';
      const { headers } = await world.ask(path, { headers: { 'x-request-id': id } });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-request-id')).toBe(id);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it('is an empty 200 to a preflight, which allows no origin anything', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const response = await world.ask('/api/ipam/prefixes/', { method: 'OPTIONS', token: null, headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('vary')).toContain('origin');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('is logged in one line without the URL or the token', async () => {
    const response = await world.ask('/api/ipam/prefixes/some-id/?q=private');
    expect(await lineAbout(response, lines)).toMatchObject({
      message: 'request answered',
      method: 'GET',
      route: '/api/ipam/prefixes/{id}/',
      status: 200,
      milliseconds: expect.any(Number),
      sql: 0,
      bus: expect.any(Number),
      user: 'admin',
      requestId: expect.any(String),
    });
    expect(JSON.stringify(lines)).not.toMatch(/private|0123456789abcdef/);
  });

  it('is counted by route', async () => {
    await world.ask('/api/ipam/vrfs/other-id/');
    const text = await (await world.ask('/metrics/', { token: null })).text();
    expect(text).toContain(
      'plumbline_http_request_duration_seconds_count{method="GET",route="/api/ipam/vrfs/{id}/",status="2xx",service="gateway",process="test"} 1',
    );
    expect(text).toContain(
      'django_http_responses_total_by_status_view_method{status="200",view="/api/ipam/vrfs/{id}/",method="GET",service="gateway",process="test"} 1',
    );
    expect(text).toMatch(/^plumbline_model_requests_total\{model="ipam.vrf",action="read",.*\} 1$/m);
    expect(text).toMatch(/^plumbline_bus_request_duration_seconds_count\{asked="users",verb="[a-z]+",.*\} \d+$/m);
    expect(text).toMatch(/^plumbline_bus_request_failures_total\{asked="users",verb="[a-z]+",.*\} 0$/m);
    expect(text).toContain('process_cpu_seconds_total');
    for (const check of ['database', 'redis_backend']) expect(text).toContain(`health_check_${check}_info 1`);
  });
});

describe('what goes wrong in a service', () => {
  it('is a 404 when the service does not know the action', async () => {
    const response = await world.ask('/api/ipam/prefixes/some-id/unknown-action/');
    expect([response.status, await response.json()]).toEqual([404, { detail: 'Not found.' }]);
  });

  it('is a 500 without internals when it is a bug', async () => {
    const response = await world.ask('/api/ipam/prefixes/broken/');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('a bug');
    expect(text).not.toContain('gateway');
    expect(response.headers.get('api-version')).toBeNull();
  });
});

describe('measures', () => {
  it('are nowhere when they are switched off', async () => {
    const without = await startWorld({ settings: { metricsEnabled: false } });
    for (const path of ['/metrics', '/metrics/']) {
      const response = await without.ask(path, { token: null });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    }
    await without.stop();
  });

  it('may ask for a token', async () => {
    const guarded = await startWorld({ settings: { metricsToken: 'measures-may-be-read' } });
    const ask = (authorization?: string) =>
      guarded.ask('/metrics/', { token: null, headers: authorization ? { authorization } : {} });
    const refused = await ask();
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { detail: 'Authentication credentials were not provided.' },
    ]);
    expect((await ask('Bearer measures-may-be')).status).toBe(403);
    expect((await ask('Bearer measures-may-be-read')).status).toBe(200);
    await guarded.stop();
  });
});

describe('health', () => {
  it('answers JSON or a page', async () => {
    const json = await world.ask('/health/', { token: null });
    expect(json.status).toBe(200);
    expect(await json.json()).toMatchObject({
      DatabaseBackend: 'working',
      DefaultFileStorageHealthCheck: 'working',
      RedisBackend: 'working',
    });
    const page = await world.ask('/health/', { token: null, headers: { accept: '*/*' } });
    expect(await page.text()).toContain('Everything works');
    expect((await world.ask('/health/?format=json', { token: null, headers: { accept: '*/*' } })).status).toBe(200);
  });

  it('is a 503 while services have yet to start, and a 500 once one of them has failed', async () => {
    const starting = await startWorld({ silent: ['dcim'] });
    const early = await starting.ask('/health/', { token: null });
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await early.json()).toMatchObject({ 'dcim service': 'unavailable', 'ipam service': 'working' });
    const stopServing = await starting.bus.serve('dcim', async () => ({ database: true }));
    expect((await starting.ask('/health/', { token: null })).status).toBe(200);
    await stopServing();
    expect((await starting.ask('/health/', { token: null })).status).toBe(500);
    await starting.stop();
  });

  it('is ready once each service has been seen at work, and stays so', async () => {
    const starting = await startWorld({ silent: ['dcim', 'ipam'] });
    const readiness = async () => (await starting.ask('/health/ready/', { token: null })).status;
    expect(await readiness()).toBe(503);
    expect((await starting.ask('/health/live/', { token: null })).status).toBe(200);
    const stopServing = await starting.bus.serve('dcim', async () => ({ database: true }));
    expect(await readiness()).toBe(503);
    await stopServing();
    await starting.bus.serve('ipam', async () => ({ database: true }));
    expect(await readiness()).toBe(200);
    await starting.bus.close();
    expect(await readiness()).toBe(503);
    await starting.stop();
  });

  it('looks whether requests reach a service that answers messages, and logs why they do not', async () => {
    const logLines: string[] = [];
    const url = 'http://127.0.0.1:9';
    const cutOff = await startWorld({ remote: { dcim: url }, logLines });
    for (let turn = 0; turn < 2; turn++) {
      expect((await cutOff.ask('/api/dcim/racks/')).status).toBe(503);
      expect((await cutOff.ask('/health/ready/', { token: null })).status).toBe(503);
      const health = await cutOff.ask('/health/', { token: null });
      expect([health.status, await health.json()]).toEqual([
        503,
        expect.objectContaining({ 'dcim service': 'unavailable', 'ipam service': 'working' }),
      ]);
    }
    const told = logLines.map((line) => JSON.parse(line)).filter(({ message }) => /takes no connection/.test(message));
    expect(told).toEqual([
      expect.objectContaining({ app: 'dcim', url, error: expect.stringContaining('ECONNREFUSED') }),
    ]);
    await cutOff.stop();
    const service = await startRemoteService();
    const reached = await startWorld({ remote: { dcim: `${url},${service.url}` } });
    expect((await reached.ask('/health/', { token: null })).status).toBe(200);
    await reached.stop();
    await service.stop();
  });

  it('finds out that another service answers at the address', async () => {
    const logLines: string[] = [];
    const other = createServer((_, answer) => answer.end(JSON.stringify({ live: true, service: 'ipam' })));
    const listening = await new Promise<string>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(other.address() as AddressInfo).port}`)),
    );
    const misled = await startWorld({ remote: { dcim: `http://${listening}` }, logLines });
    const health = await misled.ask('/health/', { token: null });
    expect(await health.json()).toMatchObject({ 'dcim service': 'unavailable', 'ipam service': 'working' });
    expect(logLines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ app: 'dcim', error: `the ipam service answers at ${listening}` }),
    );
    await misled.stop();
    other.close();
  });

  it('waits for no service for ever', async () => {
    const lacking = await startWorld({ silent: ['dcim'], limits: { readyWithin: 0 } });
    expect((await lacking.ask('/health/ready/', { token: null })).status).toBe(200);
    expect((await lacking.ask('/health/', { token: null })).status).toBe(503);
    await lacking.stop();
  });

  it('says what is missing, and stays alive and ready for the rest', async () => {
    const lacking = await startWorld({ silent: ['dcim'], limits: { startsWithin: 0 } });
    const response = await lacking.ask('/health/', { token: null });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ DatabaseBackend: 'unavailable', 'dcim service': 'unavailable' });
    expect((await lacking.ask('/health/live/', { token: null })).status).toBe(200);
    expect((await lacking.ask('/health/ready/', { token: null })).status).toBe(200);
    await lacking.bus.close();
    expect((await lacking.ask('/health/ready/', { token: null })).status).toBe(503);
    await lacking.stop();
  });
});
