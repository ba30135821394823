import { openBrowser } from '../console/openBrowser';
import { missingBrowser } from '../harness/browser';
import { freePort } from '../harness/freePort';
import { describeUnless } from '../program/describeUnless';
import { Browser, type Page } from './browser';
import { codeAt, codeBefore } from './codes';
import { adminPassword, type SignInServer, startSignInServer } from './signInServer';

let server: SignInServer;
let strict: SignInServer;
beforeAll(async () => {
  server = await startSignInServer(await freePort(), []);
  strict = await startSignInServer(await freePort(), [], {
    PLUMBLINE_SECOND_FACTOR: 'superusers',
    PLUMBLINE_PASSWORD_LENGTH: '10',
    PLUMBLINE_PASSWORD_STRENGTH: '3',
    PLUMBLINE_SESSION_SECONDS: '600',
  });
});
afterAll(async () => {
  await server?.stop();
  await strict?.stop();
});

const secretOn = ({ text }: Page): string => /type in <code>([A-Z2-7]+)<\/code>/.exec(text)?.[1] ?? '';
const recoveryOn = ({ text }: Page): string[] =>
  [...text.matchAll(/<code class="recovery">([^<]+)</g)].map(([, code]) => code!);
const field = ({ text }: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
const isIn = (browser: Browser, at = server) => browser.jar(at.url).has('sessionid');
const send = (browser: Browser, path: string, fields: Record<string, string>, at = server) =>
  browser.ask(`${at.url}${path}`, {
    method: 'POST',
    form: { csrfmiddlewaretoken: browser.jar(at.url).get('csrftoken') ?? '', ...fields },
  });

describe('A second factor', () => {
  let secret: string;
  let codes: string[];

  it('is set up by who knows the password, with a code that shows it works', async () => {
    const browser = new Browser();
    await browser.signIn(server.url, 'admin', adminPassword);
    const page = await browser.ask(`${server.url}/user/second-factor/`);
    secret = secretOn(page);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/);
    const flow = field(page, 'flow');
    const set = (fields: Record<string, string>) =>
      send(browser, '/user/second-factor/', { flow, credential: '', ...fields });
    expect((await set({ password: 'wrong', code: codeAt(secret) })).text).toContain('role="alert"');
    expect((await set({ password: adminPassword, code: '000000' })).text).toContain('role="alert"');
    const done = await set({ password: adminPassword, code: await codeBefore(secret), name: 'ph\0one' });
    codes = recoveryOn(done);
    expect(codes).toHaveLength(10);
    expect((await browser.json(`${server.url}/user/second-factor/`)).body).toContainEqual(
      expect.objectContaining({ kind: 'totp', name: 'phone' }),
    );
    expect(await server.rows(`SELECT 1 FROM secondfactor WHERE secret LIKE '%${secret}%'`)).toEqual([]);
  });

  it('is asked for after the password, and a code counts once', async () => {
    const browser = new Browser();
    const page = await browser.signIn(server.url, 'admin', adminPassword);
    expect([page.status, page.location, isIn(browser)]).toEqual([
      302,
      expect.stringContaining('/login/factor/?next='),
      false,
    ]);
    const shown = await browser.ask(page.location!);
    expect(secretOn(shown)).toBe('');
    expect((await send(browser, '/login/factor/', { code: 'nonsense', credential: '' })).text).toContain(
      'role="alert"',
    );
    const code = codeAt(secret);
    expect((await send(browser, '/login/factor/', { code, credential: '' })).status).toBe(302);
    expect(isIn(browser)).toBe(true);
    const replay = new Browser();
    await replay.follow((await replay.signIn(server.url, 'admin', adminPassword)).location!);
    expect((await send(replay, '/login/factor/', { code, credential: '' })).text).toContain('used already');
    expect(isIn(replay)).toBe(false);
    const forged = await send(replay, '/login/factor/', { credential: '{"id":"x","response":{}}' });
    expect([forged.status, isIn(replay)]).toEqual([200, false]);
  });

  it('may be a code that was written down, once', async () => {
    for (const [index, expected] of [
      [0, true],
      [0, false],
      [1, true],
    ] as const) {
      const browser = new Browser();
      await browser.follow((await browser.signIn(server.url, 'admin', adminPassword)).location!);
      await send(browser, '/login/factor/', { code: codes[index]!.toUpperCase(), credential: '' });
      expect(isIn(browser)).toBe(expected);
    }
  });

  it('cannot be walked around: not with Basic, not without the password, not by guessing', async () => {
    const basic = await fetch(`${server.url}/api/users/tokens/`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect([basic.status, await basic.json()]).toEqual([403, { detail: expect.stringContaining('second factor') }]);
    const stranger = new Browser();
    await stranger.ask(`${server.url}/login/`);
    expect((await send(stranger, '/login/factor/', { code: codeAt(secret, 1), credential: '' })).status).toBe(403);
    const guesser = new Browser();
    await guesser.follow((await guesser.signIn(server.url, 'admin', adminPassword)).location!);
    const statuses = await Promise.all(
      Array.from(
        { length: 14 },
        async (_, at) => (await send(guesser, '/login/factor/', { code: String(100_000 + at), credential: '' })).status,
      ),
    );
    expect([statuses.includes(429), isIn(guesser)]).toEqual([true, false]);
  });
});

describe('Where superusers need one', () => {
  it('they set it up as they sign in, and are not in before', async () => {
    const browser = new Browser();
    const { location } = await browser.signIn(strict.url, 'admin', adminPassword);
    const page = await browser.ask(location!);
    const secret = secretOn(page);
    expect([isIn(browser, strict), secret.length]).toEqual([false, 32]);
    expect((await browser.json(`${strict.url}/user/profile/`)).status).toBe(403);
    const done = await send(browser, '/login/factor/', { code: codeAt(secret), credential: '' }, strict);
    expect([recoveryOn(done).length, isIn(browser, strict)]).toEqual([10, true]);
  });

  it('passwords are as long and as strong as wanted', async () => {
    const { token } = { token: 'feedfacefeedfacefeedfacefeedfacefeedface' };
    const add = async (username: string, password: string) => {
      const answer = await fetch(`${strict.url}/api/users/users/`, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    expect(await add('short', 'x7#Q')).toMatchObject({
      status: 400,
      body: { password: [expect.stringContaining('10 characters')] },
    });
    for (const password of ['password123', 'aaaaaaaaaaaa', 'guessable99x'])
      expect(await add('guessable99', password)).toMatchObject({
        status: 400,
        body: { password: [expect.stringContaining('easy to guess')] },
      });
    expect((await add('fine', 'tectonic walrus parade 91')).status).toBe(201);
  });

  it('sessions are as short as wanted', async () => {
    const browser = new Browser();
    const page = await browser.signIn(strict.url, 'fine', 'tectonic walrus parade 91');
    expect(page.headers.getSetCookie().join()).toContain('Max-Age=600;');
  });
});

describeUnless(missingBrowser, 'A security key', () => {
  it('is made and used in a real browser, and by no other', async () => {
    const url = server.url.replace('127.0.0.1', 'localhost');
    await server.rows('DELETE FROM secondfactor');
    const { browser, context } = await openBrowser(url);
    try {
      const page = await (await context()).newPage();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      const options = {
        protocol: 'ctap2',
        transport: 'usb',
        hasUserVerification: true,
        isUserVerified: true,
      } as const;
      await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
      const signIn = async () => {
        await page.goto(`${url}/login/`);
        await page.fill('input[name=username]', 'admin');
        await page.fill('input[name=password]', adminPassword);
        await page.click('form button');
      };
      await signIn();
      await page.waitForURL(`${url}/api/`);
      await page.goto(`${url}/user/second-factor/`);
      await page.fill('form[data-webauthn] input[name=password]', adminPassword);
      await page.fill('input[name=name]', 'on my keyring');
      await page.click('button[data-key]');
      await page.waitForSelector('code.recovery');
      expect(await page.textContent('table')).toContain('on my keyring');
      await page.goto(`${url}/logout/`);
      await signIn();
      await page.waitForURL(`${url}/login/factor/**`);
      await page.click('button[data-key]');
      await page.waitForURL(`${url}/api/`);
      expect(
        await server.rows(
          `SELECT counter > 0 AS counted, used IS NOT NULL AS used FROM secondfactor WHERE kind = 'webauthn'`,
        ),
      ).toEqual([{ counted: true, used: true }]);
    } finally {
      await browser.close();
    }
  });
});
