import { type Answer, type Asked, ask, hangUp } from './ask';
import { type FormClient, openFormClient } from './formClient';
import { type HostileServer, startHostileServer } from './hostileServer';

let server: HostileServer;
let lastAddress = 100;
/** An address no other test has failed from. */
const freshAddress = () => `127.0.0.${++lastAddress}`;

beforeAll(async () => {
  server = await startHostileServer();
  for (const username of ['ada', 'grace'])
    await ask(server, 'POST', '/api/users/users/', { body: { username, password: `${username} first` } });
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

/** A browser that says what browsers want to see. */
function aBrowser(): FormClient {
  const browser = openFormClient(server);
  const { send } = browser;
  browser.send = (method, path, asked = {}) =>
    send(method, path, { ...asked, headers: { accept: 'text/html,*/*;q=0.8', ...asked.headers } });
  return browser;
}

async function signedIn(username: string, password = `${username} first`): Promise<FormClient> {
  const browser = aBrowser();
  const { status } = await browser.signIn(username, password, {}, { from: freshAddress() });
  expect([status, browser.cookies.has('sessionid')]).toEqual([302, true]);
  return browser;
}

const formType = 'application/x-www-form-urlencoded';
const submit = (
  browser: FormClient,
  path: string,
  fields: Record<string, string>,
  asked: Asked = {},
): Promise<Answer> =>
  browser.send('POST', path, {
    ...asked,
    body: new URLSearchParams({ csrfmiddlewaretoken: browser.cookies.get('csrftoken') ?? '', ...fields }).toString(),
    headers: { 'content-type': formType, ...asked.headers },
  });
const changed = (browser: FormClient, from: string, to: string, asked?: Asked) =>
  submit(browser, '/user/password/', { old_password: from, new_password: to, new_password_again: to }, asked);
const json = { accept: 'application/json' };
const pages = ['/user/profile/', '/user/password/', '/user/api-tokens/'];
const tokenStatus = async (key: string) =>
  (await ask(server, 'GET', '/api/', { headers: { authorization: `Token ${key}` }, signedIn: false })).status;

describe('Pages about one’s own account', () => {
  it('lead those who have not signed in to do so, and programs to a 403', async () => {
    const nobody = aBrowser();
    for (const path of pages) {
      const led = await nobody.send('GET', path);
      expect([led.status, led.headers.location]).toEqual([302, `/login/?next=${encodeURIComponent(path)}`]);
      expect((await submit(nobody, path, {})).status).toBe(path === '/user/profile/' ? 405 : 302);
      expect((await nobody.send('GET', path, { headers: json })).status).toBe(403);
    }
    expect((await nobody.send('GET', '/user/')).headers.location).toBe('/user/profile/');
  });

  it('say whom one is signed in as, to people and to programs', async () => {
    const browser = await signedIn('ada');
    const page = await browser.send('GET', '/user/profile/');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).toMatch(/<th class="fit">Username<\/th><td>ada<\/td>/);
    const told = await browser.send('GET', '/user/profile/', { headers: json });
    expect(JSON.parse(told.text)).toMatchObject({ username: 'ada', is_superuser: false });
  });

  it('show what people have written of themselves as text', async () => {
    const evil = '<script>alert(1)</script>';
    const { body } = await ask(server, 'GET', '/api/users/users/?username=grace');
    await ask(server, 'PATCH', `/api/users/users/${(body as { results: { id: string }[] }).results[0]!.id}/`, {
      body: { first_name: evil },
    });
    const browser = await signedIn('grace');
    await submit(browser, '/user/api-tokens/', { description: evil });
    for (const path of pages) {
      const { text, headers } = await browser.send('GET', path);
      expect(text).not.toContain('<script');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });
});

describe('One’s own tokens', () => {
  it('are made, shown once, and revoked, by somebody without any permission', async () => {
    const browser = await signedIn('ada');
    const fields = { description: 'backup', expires: '2031-01-02T03:04', write_enabled: 'on' };
    const made = await submit(browser, '/user/api-tokens/', fields);
    const key = /<code id="key">([0-9a-f]{40})<\/code>/.exec(made.text)![1]!;
    expect(await tokenStatus(key)).toBe(200);
    const { text } = await browser.send('GET', '/user/api-tokens/');
    expect(text).not.toContain(key);
    expect(text).toMatch(/backup[\s\S]*reads and writes[\s\S]*2031-01-02 03:04 UTC/);
    const id = /name="revoke" value="([^"]+)"/.exec(text)![1]!;
    // Neither somebody else nor somebody with a made-up id brings about anything.
    const grace = await signedIn('grace');
    for (const other of [id, 'x', "'; drop table token --", '\0']) {
      const answer = await submit(grace, '/user/api-tokens/', { revoke: other });
      expect(answer.status).toBe(200);
    }
    expect(await tokenStatus(key)).toBe(200);
    expect((await submit(browser, '/user/api-tokens/', { revoke: id })).text).not.toContain('backup');
    expect(await tokenStatus(key)).toBe(403);
  });

  it.each([
    [{ expires: 'tomorrow' }, 'Expires: '],
    [{ description: 'x'.repeat(201) }, 'Description: '],
    [{ description: 'nul\0' }, 'Description: '],
  ])('are not made of %j', async (fields, notice) => {
    const browser = await signedIn('ada');
    const answer = await submit(browser, '/user/api-tokens/', fields);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(`role="alert">${notice}`)]);
    expect(answer.text).toContain('You have no tokens.');
  });

  it('are for programs at /api/users/tokens/', async () => {
    const answer = await (await signedIn('ada')).send('GET', '/user/api-tokens/', { headers: json });
    expect([answer.status, answer.text]).toEqual([406, expect.stringContaining('/api/users/tokens/')]);
  });
});

describe('One’s own sessions', () => {
  it('but this one end when that is what is asked', async () => {
    const [here, elsewhere] = [await signedIn('grace'), await signedIn('grace')];
    const csrf = { 'x-csrftoken': here.cookies.get('csrftoken')! };
    const revoke = async (revoke_others: unknown) =>
      (await here.send('POST', '/user/sessions/', { body: { revoke_others }, headers: { ...json, ...csrf } })).status;
    for (const no of [false, 'false', null, 1]) expect(await revoke(no)).toBe(400);
    expect((await elsewhere.send('GET', '/user/profile/')).status).toBe(200);
    expect(await revoke(true)).toBe(204);
    expect((await elsewhere.send('GET', '/user/profile/')).status).toBe(302);
    expect((await here.send('GET', '/user/profile/')).status).toBe(200);
  });

  it('are none of a name that nobody can have', async () => {
    const { status, text } = await ask(server, 'GET', '/user/sessions/?username=%00', { headers: json });
    expect([status, JSON.parse(text)]).toEqual([200, []]);
  });
});

describe('One’s own second factors', () => {
  it.each(['x', '\0', "'; drop table secondfactor --"])('are not taken away by %j, which is none', async (remove) => {
    const browser = await signedIn('grace');
    const answer = await submit(browser, '/user/second-factor/', { remove, password: 'grace first' });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('role="alert">Not found.')]);
  });
});

describe('One’s own password', () => {
  it('is changed by whoever knows it; the session goes on, all others end', async () => {
    const [here, elsewhere] = [await signedIn('ada'), await signedIn('ada')];
    const before = here.cookies.get('sessionid');
    const answer = await changed(here, 'ada first', 'ada second', { from: freshAddress() });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('The password was changed')]);
    expect(here.cookies.get('sessionid')).not.toBe(before);
    expect((await here.send('GET', '/user/profile/')).status).toBe(200);
    expect((await elsewhere.send('GET', '/user/profile/')).status).toBe(302);
    await signedIn('ada', 'ada second');
    expect(server.log()).not.toContain('ada second');
  });

  it('is not changed without it, for too little, or from another site', async () => {
    const browser = await signedIn('ada', 'ada second');
    const from = freshAddress();
    const wrong = await changed(browser, 'guess', 'mine', { from });
    expect([wrong.status, wrong.text]).toEqual([
      200,
      expect.stringContaining('Old password: This is not your password.'),
    ]);
    const different = { old_password: 'ada second', new_password: 'a', new_password_again: 'b' };
    expect((await submit(browser, '/user/password/', different)).text).toContain('Both have to be the same.');
    expect((await changed(browser, 'ada second', '')).text).toContain('may not be blank');
    expect((await changed(browser, 'ada second', 'x'.repeat(129), { from: freshAddress() })).text).toContain('128');
    const elsewhere = { headers: { origin: 'https://evil.example' } };
    expect((await changed(browser, 'ada second', 'mine', elsewhere)).status).toBe(403);
    const forged = { ...different, csrfmiddlewaretoken: 'f'.repeat(96) };
    expect((await submit(browser, '/user/password/', forged)).text).toContain('That form is out of date');
    await signedIn('ada', 'ada second');
  });

  it('cannot be guessed by whoever has stolen a session', async () => {
    const browser = await signedIn('grace');
    const from = freshAddress();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, guess) => changed(browser, `guess ${guess}`, 'mine', { from })),
    );
    const away = answers.filter(({ status }) => status === 429);
    expect(away.length).toBeGreaterThan(0);
    expect(away[0]!.text).toMatch(/Too many attempts from your address/);
  });

  it('is changed by programs as well, with a session and with a token that may write', async () => {
    const browser = await signedIn('ada', 'ada second');
    const send = (from: string, to: string, headers: Record<string, string>) =>
      browser.send('POST', '/user/password/', {
        body: { old_password: from, new_password: to },
        headers: { ...json, ...headers },
        from: freshAddress(),
      });
    expect((await send('ada second', 'x', {})).text).toContain('CSRF Failed');
    const csrf = { 'x-csrftoken': browser.cookies.get('csrftoken')! };
    const wrong = await send('guess', 'x', csrf);
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([400, { old_password: ['This is not your password.'] }]);
    expect((await send('ada second', 'ada third', csrf)).status).toBe(204);
    expect((await browser.send('GET', '/user/profile/')).status).toBe(200);

    const keys: string[] = [];
    for (const more of [{ write_enabled: 'on' }, {}]) {
      const { text } = await submit(browser, '/user/api-tokens/', more as Record<string, string>);
      keys.push(/<code id="key">([0-9a-f]{40})/.exec(text)![1]!);
    }
    const byToken = (key: string, from: string, to: string) =>
      ask(server, 'POST', '/user/password/', {
        body: { old_password: from, new_password: to },
        headers: { ...json, authorization: `Token ${key}` },
        signedIn: false,
        from: freshAddress(),
      });
    expect((await byToken(keys[1]!, 'ada third', 'x')).status).toBe(403);
    const done = await byToken(keys[0]!, 'ada third', 'ada fourth');
    expect([done.status, done.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await browser.send('GET', '/user/profile/')).status).toBe(302);
  });

  it.each([
    ['[]', 400],
    ['{"old_password": 1, "new_password": []}', 400],
    ['{"old_password": {"toString": null}, "new_password": [{"toString": null}]}', 400],
    ['{}', 400],
    ['{', 400],
    ['"x"', 400],
    [`{"old_password": "${'x'.repeat(20_000)}"}`, 413],
    ['{"old_password": "a\\u0000", "new_password": "\\ud800"}', 400],
  ])('is not changed by what is none: %#', async (body, status) => {
    const answer = await ask(server, 'POST', '/user/password/', {
      body,
      headers: { ...json, 'content-type': 'application/json' },
      from: freshAddress(),
    });
    expect([answer.status, typeof JSON.parse(answer.text)]).toEqual([status, 'object']);
  });

  it('is no page for other types of content', async () => {
    const answer = await ask(server, 'POST', '/user/password/', {
      body: 'a,b',
      headers: { ...json, 'content-type': 'text/csv' },
    });
    expect(answer.status).toBe(415);
  });
});
