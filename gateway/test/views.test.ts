import { anIdentity } from './usersDouble';
import { startWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld({ settings: { trustedProxies: ['127.0.0.1'] } });
  const grants = { 'ipam.prefix': { view: [{}] }, 'dcim.device': { add: [{}] } };
  world.users.tokens.set('plain', { identity: anIdentity({ userId: 'u-2', isSuperuser: false }), grants });
  world.users.tokens.set('staff', { identity: anIdentity({ userId: 'u-3', isSuperuser: false }), isStaff: true });
});
afterAll(() => world.stop());

const read = async (path: string, options = {}) => (await world.ask(path, options)).json();

describe('indexes', () => {
  it('lists the root in the order of the contract', async () => {
    const names = 'circuits dcim extras graphql ipam plugins status tenancy users virtualization'.split(' ');
    const root = await read('/api/');
    expect(Object.entries(root as object)).toEqual(names.map((name) => [name, `${world.base}/api/${name}/`]));
  });

  it('lists an application alphabetically and carries a format along', async () => {
    const ipam = await read('/api/ipam/?format=json');
    expect(Object.entries(ipam as object)).toEqual([
      ['prefixes', `${world.base}/api/ipam/prefixes/?format=json`],
      ['vrfs', `${world.base}/api/ipam/vrfs/?format=json`],
    ]);
  });

  it('builds its addresses from what a proxy says', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'net.example', 'x-forwarded-prefix': '/sot' };
    expect(await read('/api/plugins/', { headers })).toEqual({
      'installed-plugins': 'https://net.example/sot/api/plugins/installed-plugins/',
    });
  });

  it('answers OPTIONS and HEAD', async () => {
    expect(await read('/api/dcim/', { method: 'OPTIONS' })).toEqual({
      name: 'DCIM',
      description: 'DCIM API root view',
      renders: ['application/json', 'text/html', 'text/csv'],
      parses: ['application/json', 'text/csv'],
      object_type: 'unknown',
    });
    const head = await world.ask('/api/', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/json', '']);
  });

  it('shows a page to a browser', async () => {
    const page = await world.ask('/api/ipam/', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain(`href="${world.base}/api/ipam/prefixes/"`);
  });

  it('shows installed plugins to the staff', async () => {
    expect(await read('/api/plugins/installed-plugins/')).toEqual([]);
    expect(await read('/api/plugins/installed-plugins/', { token: 'staff' })).toEqual([]);
    expect((await world.ask('/api/plugins/installed-plugins/', { token: 'plain' })).status).toBe(403);
  });
});

describe('views beside the models', () => {
  it('tells the status', async () => {
    expect(await read('/api/status/')).toMatchObject({
      'nautobot-version': '2.1.9',
      'installed-apps': { 'nautobot.ipam': null, plumbline: '0.1.0' },
      plugins: {},
      'celery-workers-running': expect.any(Number),
    });
  });

  it('counts what the caller may see with one question per service', async () => {
    const counts = (await read('/api/ui/get-object-counts/')) as Record<string, unknown[]>;
    expect(Object.keys(counts)).toEqual(['Inventory', 'Networks', 'Security', 'Platform']);
    expect(counts.Networks?.[1]).toEqual({ model: 'ipam.prefix', name: 'prefixes', url: '/ipam/prefixes/', count: 7 });
    expect(counts.Security).toEqual([]);
    const plain = (await read('/api/ui/get-object-counts/', { token: 'plain' })) as typeof counts;
    expect(plain.Networks?.[1]).toEqual({ model: 'ipam.prefix' });
  });

  it('counts what refers to an object, with one question per service', async () => {
    const path = '/api/ui/referrer-counts/';
    const asked = `${path}?content_type=dcim.rack&id=7f9c`;
    expect(await read(asked)).toEqual({ 'dcim.device': { rack_id: 3 } });
    expect(await read(asked, { token: 'plain' })).toEqual({});
    expect(await read(`${path}?content_type=dcim.device&id=7f9c`)).toEqual({});
    const missing = await world.ask(`${path}?content_type=dcim.rack`);
    expect([missing.status, await missing.json()]).toEqual([400, 'content_type and id are required parameters']);
  });

  it('shows the menu as far as there is something to see', async () => {
    const menu = (await read('/api/ui/get-menu/')) as object;
    const devices = { Devices: '/dcim/devices/', Racks: '/dcim/racks/', 'Rack Elevations': '/dcim/rack-elevations/' };
    const whole = {
      Inventory: { Devices: devices },
      Networks: { 'IP Management': { Prefixes: '/ipam/prefixes/' } },
      Platform: { Platform: { 'Installed Apps': '/plugins/installed-plugins/' } },
    };
    // In this order as well.
    expect(JSON.stringify(menu)).toBe(JSON.stringify(whole));
    const plain = await read('/api/ui/get-menu/', { token: 'plain' });
    expect(plain).toEqual({ Networks: { 'IP Management': { Prefixes: '/ipam/prefixes/' } } });
    expect(await read('/api/ui/get-menu/', { token: 'staff' })).toEqual({ Platform: whole.Platform });
  });

  it.each(['/api/core', '/api/ui/core'])('tells the filters of a field under %s', async (root) => {
    const path = `${root}/filterset-fields/lookup-choices/`;
    expect(await read(`${path}?content_type=ipam.prefix&field_name=name`)).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ id: 'name', name: 'exact' }],
    });
    const missing = await world.ask(`${path}?field_name=name`);
    expect([missing.status, await missing.json()]).toEqual([
      400,
      'content_type and field_name are required parameters',
    ]);
    const model = await world.ask(`${path}?content_type=x.y&field_name=name`);
    expect([model.status, await model.json()]).toEqual([404, 'content_type not found']);
    const field = await world.ask(`${path}?content_type=ipam.prefix&field_name=nope`);
    expect([field.status, await field.json()]).toEqual([404, 'field_name not found']);
  });
});

describe('how a value for a filter is entered', () => {
  const path = '/api/core/filterset-fields/lookup-value-dom-element/?content_type=ipam.prefix&field_name=';

  it.each([
    ['prefix', { field_type: 'MultiValueCharField' }],
    [
      'type',
      {
        field_type: 'MultipleChoiceField',
        choices: [
          ['container', 'container'],
          ['pool', 'pool'],
        ],
      },
    ],
    ['prefix_length__gte', { field_type: 'IntegerField' }],
  ])('%s: %j', async (field, expected) => {
    expect(await read(path + field)).toEqual({ attrs: {}, is_required: false, ...expected });
  });

  it('is unknown for an unknown filter', async () => {
    const response = await world.ask(`${path}nope`);
    expect([response.status, await response.json()]).toEqual([404, 'field_name not found']);
  });
});

describe('the OpenAPI document', () => {
  it('is put together from all services, each operation once', async () => {
    const response = await world.ask('/api/swagger.json');
    const document = (await response.json()) as { paths: object; info: object; components: { schemas: object } };
    expect(response.headers.get('api-version')).toBeNull();
    expect(response.headers.get('content-disposition')).toBe('inline; filename="API Documentation (2.1).json"');
    expect(document).toMatchObject({ openapi: '3.0.3', info: { version: '2.1.9 (2.1)' }, servers: [{ url: '/api' }] });
    expect(Object.keys(document.components.schemas)).toHaveLength(7);
    expect(Object.keys(document.paths)).toEqual(Object.keys(document.paths).toSorted());
    expect(document.paths).toHaveProperty(['/status/']);
    expect(document.paths).toHaveProperty(['/ipam/things/']);
  });

  it('comes in the form asked for', async () => {
    const types = async (path: string, accept?: string) => {
      const response = await world.ask(path, { headers: { accept: accept ?? '*/*' } });
      return [response.status, response.headers.get('content-type')];
    };
    expect(await types('/api/swagger.json')).toEqual([200, 'application/vnd.oai.openapi+json']);
    expect(await types('/api/swagger.json', 'application/json')).toEqual([200, 'application/json']);
    expect(await types('/api/swagger.yaml')).toEqual([200, 'application/vnd.oai.openapi; charset=utf-8']);
    expect(await types('/api/swagger/')).toEqual([200, 'application/vnd.oai.openapi; charset=utf-8']);
    expect(await types('/api/swagger/', 'application/json')).toEqual([200, 'application/json']);
    expect(await types('/api/swagger.json?api_version=3.0')).toEqual([404, 'application/json']);
    expect(await types('/api/swagger.json', 'image/png')).toEqual([406, 'application/json']);
    const old = await world.ask('/api/swagger.yaml?api_version=2.0', { headers: { accept: '*/*' } });
    expect(await old.text()).toContain('version: "2.1.9 (2.0)"');
  });

  it('is not given out without all services', async () => {
    const lacking = await startWorld({ silent: ['tenancy'] });
    const response = await lacking.ask('/api/swagger.json');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.text()).toContain('tenancy');
    await lacking.stop();
  });
});

describe('documentation', () => {
  const html = { accept: 'text/html' };

  it('asks to sign in', async () => {
    const response = await world.ask('/api/docs/', { token: null, headers: html });
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  });

  it('shows the explorer under a policy that forbids inline scripts', async () => {
    const response = await world.ask('/api/docs/', { headers: html });
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const page = await response.text();
    expect(page).not.toMatch(/<style|style=|<script>|\son\w+=/);
    for (const [, file] of page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      expect((await world.ask(`/api/docs/${file}`, { token: null })).status).toBe(200);
    }
    const start = await (await world.ask('/api/docs/swagger-ui-init.js')).text();
    expect(start).toContain('"swaggerUrl": "../swagger.json"');
    expect(start).toContain('X-CSRFToken');
    for (const file of ['nothing.js', 'index.html', 'package.json', '%2e%2e/package.json', 'swagger-ui.css%00']) {
      expect((await world.ask(`/api/docs/${file}`)).status).toBe(404);
    }
  });

  it('leads to the document', async () => {
    const response = await world.ask('/api/docs/?format=openapi&api_version=2.0');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/api/swagger.json?api_version=2.0']);
  });

  it('shows everything on one page', async () => {
    const page = await (await world.ask('/api/redoc/', { headers: html })).text();
    expect(page).toContain('/api/ipam/things/');
    expect(page).toContain('List things');
  });
});
