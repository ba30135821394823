import { freePort } from '../harness/freePort';
import { Browser } from './browser';
import { adminToken, type SignInServer, startSignInServer } from './signInServer';

let server: SignInServer;
let outside: SignInServer;
beforeAll(async () => {
  const method = {
    kind: 'proxy',
    key: 'proxy',
    headers: { username: 'X-Forwarded-User', email: 'X-Forwarded-Email', groups: 'X-Forwarded-Groups' },
    create_groups: true,
    superuser_groups: ['keepers'],
  };
  const trusting = { PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1' };
  server = await startSignInServer(await freePort(), [method], { ...trusting, PLUMBLINE_LOCAL_SIGN_IN: 'nobody' });
  // Whoever speaks to this one is no trusted proxy.
  outside = await startSignInServer(await freePort(), [method], { PLUMBLINE_TRUSTED_PROXIES: '192.0.2.1' });
});
afterAll(async () => {
  await server?.stop();
  await outside?.stop();
});

const said = (more: Record<string, string> = {}) => ({
  accept: 'application/json',
  'x-forwarded-user': 'joan',
  'x-forwarded-email': 'joan@example.net',
  'x-forwarded-groups': 'codes, breakers',
  ...more,
});
async function ask(
  headers: Record<string, string>,
  {
    at = server,
    path = '/user/profile/',
    ...init
  }: { at?: SignInServer; path?: string; method?: string; body?: string } = {},
) {
  const answer = await fetch(`${at.url}${path}`, { ...init, headers, redirect: 'manual' });
  const text = await answer.text();
  return { status: answer.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown> };
}

describe('A proxy that lets people in', () => {
  it('is believed when it is trusted, and groups are as it says', async () => {
    expect(await ask(said())).toMatchObject({
      status: 200,
      body: { username: 'joan', email: 'joan@example.net', groups: ['breakers', 'codes'], is_superuser: false },
    });
    expect((await ask(said({ 'x-forwarded-groups': 'keepers' }))).body).toMatchObject({
      groups: ['keepers'],
      is_superuser: true,
    });
    expect((await ask(said({ 'x-forwarded-groups': '' }))).body).toMatchObject({ groups: [], is_superuser: false });
    expect(
      (await ask(said({ 'x-forwarded-user': Buffer.from('élise').toString('latin1'), 'x-forwarded-email': '' })))
        .status,
    ).toBe(200);
  });

  it('lets in who comes for the first time, with several requests at once, and others of the same new group', async () => {
    const people = ['rosie', 'sally', 'nora', 'tess'];
    const answers = await Promise.all(
      people.flatMap((name) =>
        ['red', 'blue'].map((other) =>
          ask(
            said({
              'x-forwarded-user': name,
              'x-forwarded-email': `${name}@${other}.example.net`,
              'x-forwarded-groups': 'wrens',
            }),
          ),
        ),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.groups])).toEqual(answers.map(() => [200, ['wrens']]));
  });

  it('is not believed from elsewhere, nor without a name, nor with two', async () => {
    expect((await ask(said(), { at: outside })).status).toBe(403);
    expect((await ask({ accept: 'application/json' })).status).toBe(403);
    expect((await ask(said({ 'x-forwarded-user': 'joan, admin' }))).status).toBe(403);
    // There is a local administrator of that name.
    expect((await ask(said({ 'x-forwarded-user': 'admin', 'x-forwarded-groups': 'keepers' }))).status).toBe(403);
  });

  it('does not stand in the way of tokens', async () => {
    const authorization = `Token ${adminToken}`;
    expect((await ask({ ...said(), authorization })).body).toMatchObject({ username: 'admin' });
    expect((await ask({ ...said(), authorization: 'Token nonsense' })).status).toBe(403);
  });

  it('lends nobody else’s page its cookie', async () => {
    const write = (headers: Record<string, string>) =>
      ask(
        { ...said({ 'x-forwarded-groups': 'keepers' }), 'content-type': 'application/json', ...headers },
        {
          path: '/api/users/groups/',
          method: 'POST',
          body: JSON.stringify({ name: crypto.randomUUID() }),
        },
      );
    expect((await write({})).status).toBe(201);
    expect((await write({ origin: server.url })).status).toBe(201);
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({ origin: 'null' })).status).toBe(403);
    expect((await write({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('shows no form where passwords are of no use, and takes none', async () => {
    const page = await new Browser().ask(`${server.url}/login/`);
    expect(page.text).not.toContain('name="password"');
    expect((await new Browser().json(`${server.url}/sign-in/`)).body).toEqual({
      password: false,
      password_start: null,
      methods: [],
    });
    const browser = new Browser();
    await browser.signIn(server.url, 'admin', 'correct horse battery staple');
    expect(browser.jar(server.url).has('sessionid')).toBe(false);
  });
});
