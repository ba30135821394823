import { get, type IncomingMessage } from 'node:http';
import { startWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld({ settings: { trustedProxies: ['127.0.0.1'] } });
});
afterAll(() => world.stop());

/** A browser's cookies. */
class CookieJar {
  readonly values = new Map<string, string>();

  keep(response: Response): Response {
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (header.includes('Max-Age=0')) this.values.delete(name);
      else this.values.set(name, value);
    }
    return response;
  }

  get header() {
    return { cookie: [...this.values].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  get token() {
    return this.values.get('csrftoken') ?? '';
  }
}

async function submit(jar: CookieJar, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: jar.token, ...fields });
  return jar.keep(
    await world.ask('/login/', { method: 'POST', token: null, body, headers: { ...jar.header, ...headers } }),
  );
}

async function visit(path = '/login/') {
  const jar = new CookieJar();
  jar.keep(await world.ask(path, { token: null }));
  return jar;
}

async function signIn() {
  const jar = await visit();
  await submit(jar, { username: 'admin', password: 'secret' });
  return jar;
}

describe('signing in', () => {
  it('is where a browser without a session is led from any page of the API, and back from', async () => {
    const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    // Not by fetch, which says itself what kind of request it makes.
    const open = (path: string, headers: Record<string, string> = navigation) =>
      new Promise<[status: number | undefined, location: string | undefined]>((resolve, reject) => {
        const answered = (response: IncomingMessage) => {
          response.resume();
          resolve([response.statusCode, response.headers.location]);
        };
        get(`${world.base}${path}`, { headers }, answered).once('error', reject);
      });
    expect(await open('/')).toEqual([302, '/api/']);
    for (const path of ['/api/', '/api/ipam/prefixes/?limit=1&q=a%26b'])
      expect(await open(path)).toEqual([302, `/login/?next=${encodeURIComponent(path)}`]);
    // Programs get the answer they know, whatever they accept.
    for (const headers of [{ accept: 'text/html' }, { ...navigation, authorization: 'Token nonsense' }])
      expect(await open('/api/', headers)).toEqual([403, undefined]);
  });

  it('shows a form with a token and nothing a script could be hidden in', async () => {
    const response = await world.ask('/login/?next=/api/docs/', { token: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(
      /^csrftoken=c1\.[\w-]+\.[\w-]{43}; Path=\/; Max-Age=31536000; SameSite=Lax$/,
    );
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
    const page = await response.text();
    expect(page).toContain('name="next" value="/api/docs/"');
    expect(page).not.toContain('<script');
  });

  it('starts a session and leads to where one wanted to go', async () => {
    const jar = await visit();
    const before = jar.token;
    const response = await submit(jar, { username: 'admin', password: 'secret', next: '/api/ipam/?limit=1' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/api/ipam/?limit=1']);
    const [session] = response.headers.getSetCookie();
    expect(session).toMatch(/^sessionid=[^;]+; Path=\/; Max-Age=1209600; SameSite=Lax; HttpOnly$/);
    expect(jar.token).not.toBe(before);
    expect((await world.ask('/api/ipam/', { token: null, headers: jar.header })).status).toBe(200);
  });

  it('keeps the session to https when it started there', async () => {
    const https = { 'x-forwarded-proto': 'https', origin: world.base.replace('http:', 'https:') };
    const jar = await visit();
    const response = await submit(jar, { username: 'admin', password: 'secret' }, https);
    expect(response.headers.getSetCookie().every((cookie) => cookie.endsWith('; Secure'))).toBe(true);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
  ])('does not lead away to %j', async (next) => {
    const response = await submit(await visit(), { username: 'admin', password: 'secret', next });
    expect(response.headers.get('location')).toBe('/api/');
  });

  it.each([
    '///evil.example/',
    '\\/evil.example/',
    '/\n/evil.example',
    ' //evil.example',
    '/%2f/../..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'data:text/html,x',
    'evil.example',
    '/\r\nSet-Cookie: a=b',
    '@evil.example',
  ])('leads to a page of ours, whatever %j means', async (next) => {
    const jar = await visit();
    const response = await submit(jar, { username: 'admin', password: 'secret', next });
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^\/(?![/\\])/);
    expect(new URL(location, world.base).origin).toBe(new URL(world.base).origin);
    expect(jar.values.has('a')).toBe(false);
  });

  it('says so when name and password do not belong together', async () => {
    const response = await submit(await visit(), { username: '<b>admin', password: 'wrong' });
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('do not belong together');
    expect(page).toContain('value="&lt;b&gt;admin"');
    expect(page).not.toContain('wrong');
  });

  it('refuses a form that is not ours', async () => {
    const fields = { username: 'admin', password: 'secret' };
    const forged = { ...fields, csrfmiddlewaretoken: 'a'.repeat(96) };
    const planted = new CookieJar();
    planted.values.set('csrftoken', 'a'.repeat(96));
    expect((await submit(planted, forged)).status).toBe(403);
    expect((await submit(await visit(), { ...fields, csrfmiddlewaretoken: '' })).status).toBe(403);
    expect((await submit(await visit(), fields, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('what goes wrong on the way to a session', () => {
  it.each([
    ['/sign-in/%zz/', undefined, 400],
    ['/login/factor/', 'x'.repeat(20_000), 413],
  ])('is told as on all pages: %s', async (path, body, status) => {
    const response = await world.ask(path, { method: body ? 'POST' : 'GET', body, token: null });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
    expect(await response.text()).toContain('<h1>That cannot be done</h1>');
  });
});

describe('a session', () => {
  const write = (jar: CookieJar, headers: Record<string, string>) =>
    world.ask('/api/ipam/vrfs/', { method: 'POST', token: null, headers: { ...jar.header, ...headers } });

  it('needs the token of its cookie to write', async () => {
    const jar = await signIn();
    const refused = await write(jar, {});
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { detail: 'CSRF Failed: CSRF token missing or incorrect.' },
    ]);
    expect((await write(jar, { 'x-csrftoken': jar.token })).status).toBe(200);
    expect((await write(jar, { 'x-csrftoken': jar.token, origin: world.base })).status).toBe(200);
    expect((await write(jar, { 'x-csrftoken': jar.token, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('takes no token made for another session', async () => {
    const stranger = await signIn();
    const jar = await signIn();
    jar.values.set('csrftoken', stranger.token);
    expect((await write(jar, { 'x-csrftoken': stranger.token })).status).toBe(403);
  });

  it('needs to say over https where it comes from', async () => {
    const jar = await signIn();
    const https = { 'x-csrftoken': jar.token, 'x-forwarded-proto': 'https' };
    const home = world.base.replace('http:', 'https:');
    expect((await write(jar, https)).status).toBe(403);
    expect((await write(jar, { ...https, referer: 'https://evil.example/page' })).status).toBe(403);
    expect((await write(jar, { ...https, referer: `${home}/api/docs/` })).status).toBe(200);
  });

  it('ends with signing out, for the very next request', async () => {
    const jar = await signIn();
    const { cookie } = jar.header;
    expect((await world.ask('/api/', { token: null, headers: { cookie } })).status).toBe(200);
    const response = await world.ask('/logout/', { token: null, headers: { cookie } });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login/']);
    expect((await world.ask('/api/', { token: null, headers: { cookie } })).status).toBe(403);
  });

  it('does not end because another site says so', async () => {
    const jar = await signIn();
    const headers = { ...jar.header, 'sec-fetch-site': 'cross-site' };
    expect((await world.ask('/logout/', { token: null, headers })).status).toBe(403);
    expect((await world.ask('/api/', { token: null, headers: jar.header })).status).toBe(200);
  });

  it('that has ended leaves the token to decide', async () => {
    const headers = { cookie: 'sessionid=gone' };
    expect((await world.ask('/api/', { headers })).status).toBe(200);
    expect((await world.ask('/api/', { token: null, headers })).status).toBe(403);
  });
});
