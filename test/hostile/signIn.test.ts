import { rounds } from '../harness/long';
import { sample } from '../harness/sample';
import { ask, hangUp } from './ask';
import { openFormClient } from './formClient';
import { type HostileServer, startHostileServer, trustedProxy } from './hostileServer';

let server: HostileServer;
let lastAddress = 10;
/** An address no other test has failed from. */
const freshAddress = () => `127.0.0.${++lastAddress}`;

beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

const tokenByPassword = (name: string, password: string, from: string) =>
  ask(server, 'POST', '/api/users/tokens/', { body: {}, headers: basic(name, password), signedIn: false, from });

describe('Guessing passwords', () => {
  it('in the sign-in form is slowed down, and turned away when it does not stop', async () => {
    const from = freshAddress();
    const browser = openFormClient(server);
    const began = performance.now();
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess++)
      statuses.push((await browser.signIn('admin', `guess ${guess}`, {}, { from })).status);
    expect(statuses).toEqual(Array(7).fill(200));
    expect(performance.now() - began).toBeGreaterThan(500);
    const crowd = await Promise.all(
      Array.from({ length: 12 }, () => openFormClient(server).signIn('admin', 'guess', {}, { from })),
    );
    const away = crowd.filter(({ status }) => status === 429);
    // How many depends on how fast this machine hashes; that the patience ends does not.
    expect(away.length).toBeGreaterThan(0);
    const elsewhere = await openFormClient(server).signIn('admin', server.password, {}, { from: freshAddress() });
    expect(elsewhere.status).toBe(302);
  });

  it('with Basic is slowed down as well, many at once included', async () => {
    const from = freshAddress();
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => tokenByPassword('admin', 'guess', from)));
    const tried = answers.filter(({ status }) => status === 403).length;
    const away = answers.filter(({ status }) => status === 429);
    // On a busy machine some are still in the line when nobody waits for an answer any more.
    const late = answers.filter(({ status }) => status === 503);
    expect(tried + away.length + late.length).toBe(40);
    expect(tried).toBeGreaterThan(0);
    expect(tried).toBeLessThan(25);
    expect(tried / ((performance.now() - began) / 1000)).toBeLessThan(6);
    for (const { headers } of away) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('takes as long for a name that does not exist', async () => {
    // Whatever else this machine does makes some guesses slower, and none quicker: the more there are, the less it matters.
    const quickest = { admin: Number.POSITIVE_INFINITY, nobody: Number.POSITIVE_INFINITY };
    const isAlike = () => Math.abs(Math.log(quickest.admin / quickest.nobody)) < Math.log(2.5);
    const fewest = rounds(12, 4);
    for (let guess = 0; guess < fewest || (guess < 24 && !isAlike()); guess++)
      for (const name of ['admin', 'nobody'] as const) {
        const { milliseconds } = await tokenByPassword(name, 'guess', freshAddress());
        quickest[name] = Math.min(quickest[name], milliseconds);
      }
    expect({ ...quickest, alike: isAlike() }).toEqual({ ...quickest, alike: true });
  });

  it('locks nobody else out who comes from the same address', async () => {
    const from = freshAddress();
    const colleague = { username: 'colleague', password: 'a password of their own' };
    await ask(server, 'POST', '/api/users/users/', { body: { ...colleague, is_superuser: true } });
    const crowd = await Promise.all(Array.from({ length: 30 }, () => tokenByPassword('admin', 'guess', from)));
    expect(crowd.filter(({ status }) => status === 429).length).toBeGreaterThan(15);
    // As if they had gone on until their next turn was a minute away, so that it does not matter how busy this machine is.
    await server.rows(`
      UPDATE users.sign_in_attempt SET failures = 20, started = now()
      WHERE key_digest = (SELECT key_digest FROM users.sign_in_attempt ORDER BY started DESC LIMIT 1)`);
    expect((await tokenByPassword('admin', 'guess', from)).status).toBe(429);
    expect((await tokenByPassword('admin', server.password, from)).status).toBe(429);
    expect((await tokenByPassword(colleague.username, colleague.password, from)).status).toBe(201);
    expect((await openFormClient(server).signIn('colleague', colleague.password, {}, { from })).status).toBe(302);
    expect((await tokenByPassword('admin', server.password, freshAddress())).status).toBe(201);
  });

  it('is counted by the address a trusted proxy names, and by no other', async () => {
    const behind = (from: string, client: string, password = 'guess') =>
      ask(server, 'POST', '/api/users/tokens/', {
        body: {},
        headers: { ...basic('admin', password), 'x-forwarded-for': client },
        signedIn: false,
        from,
      });
    const guesses = await Promise.all(Array.from({ length: 20 }, () => behind(trustedProxy, '192.0.2.7')));
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    expect((await behind(trustedProxy, '192.0.2.8', server.password)).status).toBe(201);
    const stranger = freshAddress();
    const disguised = await Promise.all(Array.from({ length: 20 }, (_, at) => behind(stranger, `192.0.2.${at + 20}`)));
    expect(disguised.some(({ status }) => status === 429)).toBe(true);
  });

  it('learns nothing from the answer', async () => {
    const from = freshAddress();
    const wrong = [
      await tokenByPassword('admin', 'guess', from),
      await tokenByPassword('nobody', 'guess', from),
      await tokenByPassword("' OR 1=1 --", 'guess', from),
      await tokenByPassword('a\0b', 'guess', from),
    ];
    expect(new Set(wrong.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(wrong[0]!.status).toBe(403);
  });
});

describe('Guessing tokens', () => {
  it('is slowed down, and whoever knows theirs does not notice', async () => {
    const from = freshAddress();
    const began = performance.now();
    for (let guess = 0; guess < 32; guess++) {
      const authorization = `Token ${String(guess).padStart(40, '0')}`;
      const { status } = await ask(server, 'GET', '/api/users/groups/', { headers: { authorization }, from });
      expect([403, 429]).toContain(status);
    }
    expect(performance.now() - began).toBeGreaterThan(1_000);
    const mine = [];
    for (let time = 0; time < 8; time++) mine.push(await ask(server, 'GET', '/api/users/groups/', { from }));
    expect(new Set(mine.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Math.min(...mine.map(({ milliseconds }) => milliseconds))).toBeLessThan(1_000);
  });
});

describe('Sessions', () => {
  const csrf = (token: string | undefined) => ({ 'x-csrftoken': token ?? '' });

  it('live in a cookie scripts and other sites cannot use', async () => {
    const browser = openFormClient(server);
    await browser.signIn('admin', server.password, {}, { from: freshAddress() });
    const [session, token] = browser.lastSet;
    expect(session).toMatch(/^sessionid=[\w-]{43}; Path=\/; Max-Age=1209600; SameSite=Lax; HttpOnly$/);
    expect(token).toMatch(/^csrftoken=c1\.[\w-]+\.[\w-]{43}; Path=\/; Max-Age=31536000; SameSite=Lax$/);
    const headers = { 'x-forwarded-proto': 'https', origin: `https://127.0.0.1:${server.port}` };
    const secure = openFormClient(server);
    await secure.signIn('admin', server.password, {}, { from: trustedProxy, headers });
    expect(secure.lastSet).toEqual([expect.stringMatching(/; Secure$/), expect.stringMatching(/; Secure$/)]);
    const pretended = openFormClient(server);
    const { status } = await pretended.signIn('admin', server.password, {}, { from: freshAddress(), headers });
    expect(status).toBe(403);
  });

  it('write only with the CSRF token that belongs to them', async () => {
    const browser = openFormClient(server);
    await browser.signIn('admin', server.password, {}, { from: freshAddress() });
    const post = (headers: Record<string, string>) =>
      browser.send('POST', '/api/users/groups/?dry_run=true', { body: { name: 'x' }, headers });
    const mine = browser.cookies.get('csrftoken')!;
    const session = browser.cookies.get('sessionid');
    const other = openFormClient(server);
    await other.signIn('admin', server.password, {}, { from: freshAddress() });
    const foreign = other.cookies.get('csrftoken')!;
    const before = await server.stored();
    const attempts: Record<string, string>[] = [
      {},
      csrf(''),
      csrf('x'),
      csrf(foreign),
      { ...csrf(foreign), cookie: `sessionid=${session}; csrftoken=${foreign}` },
      { ...csrf('0'.repeat(96)), cookie: `sessionid=${session}; csrftoken=${'0'.repeat(96)}` },
      { ...csrf(mine), origin: 'https://evil.example' },
      { ...csrf(mine), origin: 'null' },
    ];
    for (const headers of attempts) expect((await post(headers)).status).toBe(403);
    expect(await server.stored()).toEqual(before);
    expect((await post({ ...csrf(mine), origin: server.url })).status).toBe(201);
    expect((await post(csrf(mine))).status).toBe(201);
  });

  it('cannot be planted: signing in makes a new one', async () => {
    const browser = openFormClient(server);
    browser.cookies.set('sessionid', 'A'.repeat(43));
    const answer = await browser.signIn('admin', server.password, {}, { from: freshAddress() });
    expect(answer.status).toBe(302);
    expect(browser.cookies.get('sessionid')).not.toBe('A'.repeat(43));
  });

  it('cannot be started by another site', async () => {
    const browser = openFormClient(server);
    await browser.send('GET', '/login/');
    const body = new URLSearchParams({ username: 'admin', password: server.password }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await browser.send('POST', '/login/', { body, headers })).status).toBe(403);
    const fromElsewhere = { origin: 'https://evil.example' };
    expect((await browser.signIn('admin', server.password, {}, { headers: fromElsewhere })).status).toBe(403);
    expect(browser.cookies.has('sessionid')).toBe(false);
  });

  it('are over when somebody signs out, whoever kept the cookie', async () => {
    const browser = openFormClient(server);
    await browser.signIn('admin', server.password, {}, { from: freshAddress() });
    const cookie = `sessionid=${browser.cookies.get('sessionid')}`;
    const list = () => ask(server, 'GET', '/api/users/groups/', { headers: { cookie }, signedIn: false });
    expect((await list()).status).toBe(200);
    expect((await browser.send('GET', '/logout/', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await list()).status).toBe(200);
    await browser.send('GET', '/logout/');
    expect((await list()).status).toBe(403);
  });

  it('are over when the password changes or the account is closed', async () => {
    const name = { username: 'leaver', password: 'first password' };
    const { body: user } = await ask(server, 'POST', '/api/users/users/', { body: name });
    const change = (body: unknown) => ask(server, 'PATCH', `/api/users/users/${user.id}/`, { body });
    const browser = openFormClient(server);
    await browser.signIn(name.username, name.password, {}, { from: freshAddress() });
    const alive = async () => (await browser.send('GET', '/api/users/config/')).status;
    expect(await alive()).toBe(200);
    await change({ first_name: 'Still' });
    expect(await alive()).toBe(200);
    await change({ password: 'second password' });
    expect(await alive()).toBe(403);
    await browser.signIn(name.username, 'second password', {}, { from: freshAddress() });
    expect(await alive()).toBe(200);
    await change({ is_active: false });
    expect(await alive()).toBe(403);
  });
});

describe('Where signing in leads', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\/evil.example/',
    '/\t/evil.example/',
    '/\n/evil.example',
    ' //evil.example',
    '/%2f/../..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '/\r\nSet-Cookie: a=b',
    '@evil.example',
    '',
  ];
  // The door alone is tried with each of them by gateway/test/signIn.test.ts.
  it.each(sample(elsewhere, 6))('is always a page of ours: %j', async (next) => {
    const browser = openFormClient(server);
    const answer = await browser.signIn('admin', server.password, { next }, { from: freshAddress() });
    expect(answer.status).toBe(302);
    const target = new URL(String(answer.headers.location), server.url);
    expect(target.origin).toBe(server.url);
    expect(String(answer.headers.location)).toMatch(/^\/(?![/\\])/);
    expect(browser.cookies.has('a')).toBe(false);
  });

  it('keeps a path of ours', async () => {
    const answer = await openFormClient(server).signIn(
      'admin',
      server.password,
      { next: '/api/ipam/?a=b' },
      { from: freshAddress() },
    );
    expect(answer.headers.location).toBe('/api/ipam/?a=b');
  });
});

describe('Pages', () => {
  it('show what people wrote as text', async () => {
    const name = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const { body } = await ask(server, 'POST', '/api/users/groups/', { body: { name } });
    const html = { accept: 'text/html' };
    const pages = [
      await ask(server, 'GET', `/api/users/groups/${body.id}/`, { headers: html }),
      await ask(server, 'GET', `/api/users/groups/?name=${encodeURIComponent(name)}`, { headers: html }),
      await ask(server, 'GET', `/api/users/groups/?x=${encodeURIComponent(name)}`, { headers: html }),
      await ask(server, 'GET', `/login/?next=${encodeURIComponent(`/${name}`)}`),
      await openFormClient(server).signIn(name, 'x', { next: `/${name}` }, { from: freshAddress() }),
      await ask(server, 'GET', `/${encodeURIComponent(name)}`),
    ];
    for (const { text, headers } of pages) {
      expect(text).not.toMatch(/<script>alert|<img src=x/);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'|script-src/);
    }
  });
});
