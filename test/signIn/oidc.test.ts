import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { Browser } from './browser';
import { type OidcProvider, startOidcProvider } from './oidcProvider';
import { adminToken, type SignInServer, startSignInServer } from './signInServer';

const audience = 'urn:plumbline-api';
let provider: OidcProvider;
let server: SignInServer;
beforeAll(async () => {
  const port = await freePort();
  provider = await startOidcProvider(`http://127.0.0.1:${port}`);
  server = await startSignInServer(port, [
    {
      kind: 'oidc',
      key: 'house',
      label: 'Sign in with the house',
      issuer: provider.issuer,
      allow_http: true,
      client_id: 'plumbline',
      client_secret: 'a secret of the client',
      create_groups: true,
      superuser_groups: ['keepers'],
      api_audience: audience,
      service_accounts: [{ client_id: 'robot', username: 'robot', groups: ['robots'] }],
    },
  ]);
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

const ada = {
  sub: 'ada-1',
  preferred_username: 'ada',
  email: 'ada@example.net',
  given_name: 'Ada',
  groups: ['engines'],
};
const start = () => `${server.url}/sign-in/house/`;
const isCallback = (location: string) => location.startsWith(`${server.url}/sign-in/house/callback/`);

async function signedIn(person: Parameters<OidcProvider['seat']>[0] = ada, query = ''): Promise<Browser> {
  await provider.seat(person);
  const browser = new Browser();
  const page = await browser.follow(`${start()}${query}`);
  expect([page.status, browser.jar(server.url).has('sessionid')]).toEqual([200, true]);
  return browser;
}
const profile = async (browser: Browser) =>
  (await browser.json(`${server.url}/user/profile/`)) as { status: number; body: Record<string, unknown> };

async function api(authorization: string, path = '/user/profile/', base = server.url) {
  const answer = await fetch(`${base}${path}`, { headers: { authorization, accept: 'application/json' } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const now = () => Math.floor(Date.now() / 1_000);
const claims = (more: object = {}) => ({
  iss: provider.issuer,
  aud: audience,
  sub: ada.sub,
  preferred_username: 'ada',
  scope: 'api',
  client_id: 'somebody',
  iat: now(),
  exp: now() + 300,
  ...more,
});

describe('Signing in with a provider', () => {
  it('is offered as a link and as JSON, and leads back to where one wanted to go', async () => {
    const login = await new Browser().ask(`${server.url}/login/?next=/api/docs/`);
    expect(login.text).toContain('href="/sign-in/house/?next=%2Fapi%2Fdocs%2F"');
    const offer = await new Browser().json(`${server.url}/sign-in/`);
    expect(offer.body).toEqual({
      password: true,
      password_start: '/login/',
      methods: [{ key: 'house', kind: 'oidc', label: 'Sign in with the house', start: '/sign-in/house/' }],
    });
    await provider.seat(ada);
    const browser = new Browser();
    const arrived = await browser.follow(`${start()}?next=/api/docs/`, {}, (to) => to === `${server.url}/api/docs/`);
    expect(arrived.location).toBe(`${server.url}/api/docs/`);
    for (const elsewhere of ['https://evil.example', '//evil.example/', '/\\evil.example']) {
      const page = await new Browser().follow(`${start()}?next=${encodeURIComponent(elsewhere)}`);
      expect(page.url.startsWith(`${server.url}/api/`)).toBe(true);
    }
  });

  it('makes an account, keeps it in step, and leaves alone what was given here', async () => {
    const browser = await signedIn();
    expect((await profile(browser)).body).toMatchObject({
      username: 'ada',
      email: 'ada@example.net',
      first_name: 'Ada',
      is_superuser: false,
      groups: ['engines'],
    });
    const { id } = (await profile(browser)).body;
    const own = await fetch(`${server.url}/api/users/groups/`, {
      method: 'POST',
      headers: { authorization: `Token ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'given here' }),
    });
    const group = (await own.json()) as { id: number };
    const [engines] = await server.rows(`SELECT id FROM users."group" WHERE name = 'engines'`);
    await fetch(`${server.url}/api/users/users/${id}/`, {
      method: 'PATCH',
      headers: { authorization: `Token ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ groups: [group.id, Number(engines!.id)] }),
    });
    const again = await signedIn({ ...ada, groups: ['keepers', 'looms'], email: 'countess@example.net' });
    expect((await profile(again)).body).toMatchObject({
      id,
      is_superuser: true,
      email: 'countess@example.net',
      groups: ['given here', 'keepers', 'looms'],
    });
    expect((await profile(await signedIn())).body).toMatchObject({
      is_superuser: false,
      groups: ['engines', 'given here'],
    });
    // That the provider names a group, too, and then does not any more, takes nothing away that was given here.
    for (const groups of [['engines', 'given here'], ['engines']])
      expect((await profile(await signedIn({ ...ada, groups }))).body.groups).toEqual(['engines', 'given here']);
  });

  it('is refused to whoever the provider does not vouch for, or whose name belongs to somebody else', async () => {
    await provider.seat({ ...ada, refuses: true });
    expect((await new Browser().follow(start())).text).toContain('did not confirm who you are');
    await provider.seat({ sub: 'mallory', preferred_username: 'admin', groups: ['keepers'] });
    const page = await new Browser().follow(start());
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('belongs to another way of signing in')]);
    await provider.seat({ sub: 'spaces', preferred_username: 'no such name', groups: [] });
    expect((await new Browser().follow(start())).status).toBe(403);
    await provider.seat({ sub: 'unnamed' });
    expect((await new Browser().follow(start())).status).toBe(403);
    expect(await server.rows(`SELECT 1 FROM users."user" WHERE username IN ('no such name', 'mallory')`)).toEqual([]);
  });

  it('takes an answer once, from the browser that asked, with the state it asked with', async () => {
    await provider.seat(ada);
    const browser = new Browser();
    const { location } = await browser.follow(start(), {}, isCallback);
    const other = new Browser();
    await other.follow(start(), {}, isCallback);
    // Somebody else's answer, in a browser that was sent by us as well.
    const planted = await other.ask(location!);
    expect([planted.status, other.jar(server.url).has('sessionid')]).toEqual([403, false]);
    const forged = new URL(location!);
    const bare = new Browser();
    expect((await bare.ask(forged.href)).status).toBe(403);
    const kept = new Map(browser.jar(server.url));
    forged.searchParams.set('state', 'another');
    const wrong = new Browser();
    for (const [name, value] of kept) wrong.jar(server.url).set(name, value);
    expect((await wrong.ask(forged.href)).status).toBe(403);
    // The attempt is used up by that, and stays so whatever is sent.
    expect((await browser.ask(location!)).status).toBe(403);
    const fresh = new Browser();
    const { location: good } = await fresh.follow(start(), {}, isCallback);
    const before = new Map(fresh.jar(server.url));
    expect((await fresh.ask(good!)).status).toBe(302);
    const replay = new Browser();
    for (const [name, value] of before) replay.jar(server.url).set(name, value);
    expect([(await replay.ask(good!)).status, replay.jar(server.url).has('sessionid')]).toEqual([403, false]);
  });

  it('begins a session of its own, whatever session a browser was given before', async () => {
    await provider.seat(ada);
    const browser = new Browser();
    browser.jar(server.url).set('sessionid', 'chosen-by-somebody-else');
    await browser.follow(start());
    expect(browser.jar(server.url).get('sessionid')).not.toBe('chosen-by-somebody-else');
    const first = browser.jar(server.url).get('sessionid')!;
    await browser.follow(start());
    const stale = new Browser();
    stale.jar(server.url).set('sessionid', first);
    expect((await profile(stale)).status).toBe(403);
  });

  it('writes no code, token or secret into the log', () => {
    const log = server.log();
    expect(log).not.toMatch(/eyJ[\w-]+\.|code_verifier|[?&]code=|a secret of the client/);
  });

  it('answers an unknown way, and odd verbs, without a word too much', async () => {
    expect((await new Browser().ask(`${server.url}/sign-in/nowhere/`)).status).toBe(404);
    expect((await new Browser().ask(`${server.url}/sign-in/house/metadata/`)).status).toBe(404);
    expect((await new Browser().ask(start(), { method: 'DELETE' })).status).toBe(405);
  });
});

describe('Sessions', () => {
  type Session = { id: string; username: string; method: string; current: boolean; agent: string };
  const list = async (browser: Browser, query = '') =>
    (await browser.json(`${server.url}/user/sessions/${query}`)) as { status: number; body: Session[] };

  it('are listed, and ended one by one or all but this one', async () => {
    await server.rows('DELETE FROM users.session');
    const [here, there, elsewhere] = [await signedIn(), await signedIn(), await signedIn()];
    const { body } = await list(here);
    expect(body).toHaveLength(3);
    expect(body.filter(({ current }) => current)).toHaveLength(1);
    expect(body[0]).toMatchObject({ username: 'ada', method: 'house', agent: 'a browser' });
    const theirs = (await list(there)).body.find(({ current }) => current)!;
    expect((await here.json(`${server.url}/user/sessions/`, { body: { revoke: theirs.id } })).status).toBe(204);
    expect((await profile(there)).status).toBe(403);
    expect((await here.json(`${server.url}/user/sessions/`, { body: { revoke: theirs.id } })).status).toBe(404);
    expect((await here.json(`${server.url}/user/sessions/`, { body: { revoke_others: true } })).status).toBe(204);
    expect((await profile(elsewhere)).status).toBe(403);
    expect((await profile(here)).status).toBe(200);
    expect((await here.ask(`${server.url}/user/sessions/`)).text).toContain('(this one)');
  });

  it('of others are for superusers to see and to end', async () => {
    const browser = await signedIn();
    const grace = await signedIn({ sub: 'grace-1', preferred_username: 'grace', groups: [] });
    expect((await list(grace, '?everybody=true')).status).toBe(403);
    expect((await list(grace, '?username=ada')).status).toBe(403);
    const theirs = (await list(browser)).body.find(({ current }) => current)!;
    expect((await grace.json(`${server.url}/user/sessions/`, { body: { revoke: theirs.id } })).status).toBe(404);
    const keeper = await signedIn({ sub: 'keeper-1', preferred_username: 'keeper', groups: ['keepers'] });
    expect((await list(keeper, '?everybody=true')).body.length).toBeGreaterThan(2);
    expect((await list(keeper, '?username=ada')).body.every(({ username }) => username === 'ada')).toBe(true);
    expect((await keeper.json(`${server.url}/user/sessions/`, { body: { revoke: theirs.id } })).status).toBe(204);
    expect((await profile(browser)).status).toBe(403);
  });

  it('end here and at the provider when somebody signs out', async () => {
    const browser = await signedIn();
    const session = browser.jar(server.url).get('sessionid')!;
    const page = await browser.ask(`${server.url}/logout/`);
    const led = new URL(page.location!);
    expect(`${led.origin}${led.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(led.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/login/`);
    expect(led.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    const stale = new Browser();
    stale.jar(server.url).set('sessionid', session);
    expect((await profile(stale)).status).toBe(403);
    const form = await browser.ask(page.location!);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(form.text) ?? [];
    const [, action = ''] = /action="([^"]+)"/.exec(form.text) ?? [];
    const out = await browser.ask(action, { method: 'POST', form: { xsrf, logout: 'yes' } });
    expect(out.location).toBe(`${server.url}/login/`);
  });

  it('end when the provider says so, behind the back of the browser', async () => {
    const browser = await signedIn();
    const bystander = await signedIn({ sub: 'grace-1', preferred_username: 'grace', groups: [] });
    await provider.seat(ada);
    // The provider's own session ends, of which it tells us by itself.
    const form = await browser.ask(`${provider.issuer}/session/end`);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(form.text) ?? [];
    const [, action = ''] = /action="([^"]+)"/.exec(form.text) ?? [];
    await browser.ask(action, { method: 'POST', form: { xsrf, logout: 'yes' } });
    await eventually('the session is over', 60_000, async () => (await profile(browser)).status === 403);
    expect((await profile(bystander)).status).toBe(200);
  });

  it('do not end by what only looks like the word of the provider', async () => {
    const browser = await signedIn();
    const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const good = {
      iss: provider.issuer,
      aud: 'plumbline',
      sub: ada.sub,
      iat: now(),
      exp: now() + 60,
      jti: crypto.randomUUID(),
      events: event,
    };
    const { events: _, ...eventless } = good;
    const hostile = await Promise.all([
      provider.sign({ claims: good, by: 'nobody' }),
      provider.sign({ claims: good, by: 'stranger' }),
      provider.sign({ claims: good, by: 'secret', secret: 'a secret of the client' }),
      provider.sign({ claims: { ...good, aud: 'somebody else' } }),
      provider.sign({ claims: { ...good, iss: 'https://elsewhere.example' } }),
      provider.sign({ claims: { ...good, iat: now() - 3_600 } }),
      provider.sign({ claims: { ...good, nonce: 'of an ID token' } }),
      provider.sign({ claims: eventless }),
    ]);
    const tell = (logout_token: string) =>
      fetch(`${server.url}/sign-in/house/backchannel-logout/`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token }),
      });
    for (const token of [...hostile, '', 'nonsense']) expect((await tell(token)).status).toBe(400);
    expect((await profile(browser)).status).toBe(200);
    const token = await provider.sign({ claims: good });
    expect((await tell(token)).status).toBe(200);
    expect((await profile(browser)).status).toBe(403);
    expect((await tell(token)).status).toBe(400);
  });

  it('end by a word of the provider that is repeated, where they could not the first time', async () => {
    const browser = await signedIn();
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const jti = crypto.randomUUID();
    const about = { iss: provider.issuer, aud: 'plumbline', sub: ada.sub, iat: now(), exp: now() + 60, jti, events };
    const logout_token = await provider.sign({ claims: about });
    const tell = async () => {
      const body = new URLSearchParams({ logout_token });
      return (await fetch(`${server.url}/sign-in/house/backchannel-logout/`, { method: 'POST', body })).status;
    };
    await server.rows(`CREATE FUNCTION lost() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'lost'; END $$`);
    await server.rows('CREATE TRIGGER lost BEFORE DELETE ON session FOR EACH ROW EXECUTE FUNCTION lost()');
    expect(await tell()).toBe(500);
    await server.rows('DROP FUNCTION lost CASCADE');
    expect(await tell()).toBe(200);
    expect((await profile(browser)).status).toBe(403);
  });

  it('end when their time is up, and when the account is switched off', async () => {
    const browser = await signedIn();
    await server.rows(`UPDATE users.session SET expires = now()`);
    await eventually('the session is over', 60_000, async () => (await profile(browser)).status === 403);
    const other = await signedIn();
    const { id } = (await profile(other)).body;
    const activity = (is_active: boolean) =>
      fetch(`${server.url}/api/users/users/${id}/`, {
        method: 'PATCH',
        headers: { authorization: `Token ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ is_active }),
      });
    await activity(false);
    await eventually('the session counts no more', 60_000, async () => (await profile(other)).status === 403);
    expect((await new Browser().follow(start())).status).toBe(403);
    await activity(true);
  });
});

describe('Tokens of a provider', () => {
  it('let people and programs use the API', async () => {
    await signedIn();
    const token = await provider.sign({ claims: claims(), header: { typ: 'at+jwt' } });
    expect(await api(`Bearer ${token}`)).toMatchObject({ status: 200, body: { username: 'ada' } });
    const robot = await provider.clientToken('robot', audience);
    expect(await api(`Bearer ${robot}`)).toMatchObject({
      status: 200,
      body: { username: 'robot', groups: ['robots'] },
    });
    const stranger = await provider.clientToken('stranger', audience);
    expect(await api(`Bearer ${stranger}`)).toMatchObject({ status: 403, body: { detail: 'Invalid token' } });
    expect((await api(`Bearer ${await provider.clientToken('robot', 'urn:another-api')}`)).status).toBe(403);
  });

  it('let nobody in who is not in a group that is required, or of whose groups nothing is said', async () => {
    const guarded = await startSignInServer(await freePort(), [
      {
        kind: 'oidc',
        key: 'house',
        issuer: provider.issuer,
        allow_http: true,
        client_id: 'plumbline',
        client_secret: 'a secret of the client',
        api_audience: audience,
        required_groups: ['divers'],
        service_accounts: [{ client_id: 'robot', username: 'robot' }],
      },
    ]);
    try {
      const asked = (token: string) => api(`Bearer ${token}`, '/user/profile/', guarded.url);
      const as = async (more: object) =>
        asked(await provider.sign({ claims: claims({ sub: 'diver-1', preferred_username: 'diver', ...more }) }));
      expect((await as({})).body).toEqual({ detail: expect.stringContaining('Nothing says which groups you are in') });
      expect(await as({ groups: ['engines'] })).toMatchObject({
        status: 403,
        body: { detail: 'You are in none of the groups that may sign in here.' },
      });
      expect(await as({ groups: ['divers'] })).toMatchObject({ status: 200, body: { username: 'diver' } });
      // Who was let in once may have left the group since.
      expect((await as({ jti: 'later' })).status).toBe(403);
      expect(await asked(await provider.clientToken('robot', audience))).toMatchObject({
        status: 200,
        body: { username: 'robot' },
      });
    } finally {
      await guarded.stop();
    }
  });

  it('cost what tokens of ours cost, once they were seen', async () => {
    const theirs = `Bearer ${await provider.sign({ claims: claims({ sub: 'toll-1', preferred_username: 'toll', groups: ['keepers'] }) })}`;
    const ours = `Token ${adminToken}`;
    const path = '/api/dcim/locations/?limit=1';
    const milliseconds = async (authorization: string) => {
      const started = performance.now();
      expect((await api(authorization, path)).status).toBe(200);
      return performance.now() - started;
    };
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;
    const share = async () => {
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round < 300; round++) {
        times[0].push(await milliseconds(ours));
        times[1].push(await milliseconds(theirs));
      }
      return median(times[0]) / median(times[1]);
    };
    await milliseconds(theirs);
    const shares: number[] = [];
    // Medians of turns that alternate hardly differ between runs; a busy machine is given three of them.
    do shares.push(await share());
    while (shares.at(-1)! < 0.9 && shares.length < 3);
    expect(Math.max(...shares)).toBeGreaterThanOrEqual(0.9);
  });

  it('are refused when anything about them is not as it should be', async () => {
    const hostile: [string, Parameters<OidcProvider['sign']>[0]][] = [
      ['for another audience', { claims: claims({ aud: 'urn:another-api' }) }],
      ['for nobody', { claims: claims({ aud: undefined }) }],
      ['of another issuer', { claims: claims({ iss: 'https://elsewhere.example' }) }],
      ['expired', { claims: claims({ iat: now() - 600, exp: now() - 120 }) }],
      ['without an end', { claims: claims({ exp: undefined }) }],
      ['of tomorrow', { claims: claims({ iat: now() + 86_400, exp: now() + 90_000 }) }],
      ['not yet good', { claims: claims({ nbf: now() + 3_600 }) }],
      ['without a subject', { claims: claims({ sub: undefined }) }],
      ['signed by a stranger', { claims: claims(), by: 'stranger' }],
      ['unsigned (alg: none)', { claims: claims(), by: 'nobody' }],
      ['signed with a shared secret', { claims: claims(), by: 'secret', secret: 'a secret of the client' }],
      ['an ID token', { claims: claims({ aud: ['plumbline', audience], scope: undefined, at_hash: 'x' }) }],
      ['of the kind that ends sessions', { claims: claims({ events: {} }), header: { typ: 'logout+jwt' } }],
      ['bound to a key', { claims: claims({ cnf: { jkt: 'x' } }) }],
    ];
    for (const [what, request] of hostile) {
      const { status, body } = await api(`Bearer ${await provider.sign(request)}`);
      expect([what, status, body]).toEqual([
        what,
        403,
        { detail: expect.stringMatching(/^(Invalid token|Token expired)$/) },
      ]);
    }
    expect((await api('Bearer nonsense')).status).toBe(403);
    expect((await api(`Bearer ${'x'.repeat(9_000)}`)).status).toBe(403);
    expect((await api('Bearer')).body).toEqual({ detail: 'Authentication credentials were not provided.' });
  });

  it('say nothing any more that was taken back since: a group that is gone stays gone', async () => {
    const early = now() - 30;
    const old = await provider.sign({ claims: claims({ groups: ['engines', 'keepers'], iat: early }) });
    const newer = await provider.sign({ claims: claims({ groups: ['engines'], iat: now() }) });
    expect((await api(`Bearer ${newer}`)).body).toMatchObject({ is_superuser: false });
    const { body } = await api(`Bearer ${old}`);
    expect(body).toMatchObject({
      username: 'ada',
      is_superuser: false,
      groups: expect.not.arrayContaining(['keepers']),
    });
  });

  it('of a new key are taken, and those of the old one are not when it is gone', async () => {
    const old = await provider.sign({ claims: claims({ jti: 'old' }) });
    await provider.rotate();
    const fresh = await provider.sign({ claims: claims({ jti: 'fresh' }) });
    await eventually('the new key is known', 60_000, async () => (await api(`Bearer ${fresh}`)).status === 200);
    const forgotten = await provider.sign({ claims: claims({ jti: 'other' }), by: 'stranger' });
    expect((await api(`Bearer ${forgotten}`)).status).toBe(403);
    await eventually('the old key is forgotten', 60_000, async () => (await api(`Bearer ${old}`)).status === 403);
    await eventually('people get in', 60_000, async () => (await profile(await signedIn())).status === 200);
  });
});
