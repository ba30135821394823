import { createHash } from 'node:crypto';
import { ask, hangUp } from './ask';
import { openFormClient } from './formClient';
import { furnish } from './furnish';
import { type HostileServer, startHostileServer } from './hostileServer';

let server: HostileServer;
/** What nobody but its owner may come to know, by name. */
const secrets: Record<string, string> = {};

const chosenKey = '1c0ffee1c0ffee1c0ffee1c0ffee1c0ffee1c0ff';
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** Uses every kind of secret in every way there is. */
beforeAll(async () => {
  server = await startHostileServer();
  await furnish(server);
  const post = (path: string, body: unknown, headers = {}) => ask(server, 'POST', path, { body, headers });
  const repeatable = { 'idempotency-key': 'make a token' };
  const minted = await post('/api/users/tokens/', { description: 'minted' }, repeatable);
  const again = await post('/api/users/tokens/', { description: 'minted' }, repeatable);
  expect(again.body).toEqual(minted.body);
  const chosen = await post('/api/users/tokens/', { key: chosenKey });
  const changed = await ask(server, 'PATCH', `/api/users/tokens/${chosen.body.id}/`, {
    body: { key: [...chosenKey].reverse().join('') },
  });
  const user = { username: 'keeper', password: 'a password nobody guesses', is_superuser: true };
  const kept = await post('/api/users/users/', user, { 'idempotency-key': 'make a user' });
  await post('/api/users/users/', user);
  await post('/api/users/users/', [
    { ...user, username: 'k\0' },
    { ...user, email: 'x' },
  ]);
  await ask(server, 'PATCH', `/api/users/users/${kept.body.id}/`, { body: { password: 'another well kept password' } });
  const mint = (password: string) =>
    ask(server, 'POST', '/api/users/tokens/', {
      body: {},
      headers: { authorization: basic('keeper', password) },
      signedIn: false,
    });
  const byPassword = await mint('another well kept password');
  expect(byPassword.status).toBe(201);
  await mint('a password that is wrong');
  const browser = openFormClient(server);
  await browser.signIn('keeper', 'another well kept password');
  await browser.send('GET', '/api/users/groups/');
  await openFormClient(server).signIn('keeper', 'a password that is wrong');
  await ask(server, 'GET', `/api/users/tokens/?key=${minted.body.key}`);
  await ask(server, 'GET', `/api/users/tokens/?key__ic=${minted.body.key.slice(0, 30)}&nonsense=${minted.body.key}`);
  await ask(server, 'GET', '/api/users/groups/', { headers: { authorization: `Token ${'f00d'.repeat(10)}` } });
  await post('/api/users/tokens/', { key: minted.body.key });
  await post('/api/users/tokens/', `{"key":"${minted.body.key}",`);
  await ask(server, 'PATCH', '/api/users/config/', { body: { theme: 'dark' } });
  Object.assign(secrets, {
    'the administrator’s token': server.token,
    'the administrator’s password': server.password,
    'a minted token': minted.body.key,
    'a chosen token': chosenKey,
    'a changed token': changed.body.key,
    'a token by password': byPassword.body.key,
    'a password': user.password,
    'a changed password': 'another well kept password',
    'a wrong password': 'a password that is wrong',
    'a wrong token': 'f00d'.repeat(10),
    'a session': browser.cookies.get('sessionid')!,
    'the secret key of the test': 'a secret key that only tests use, long enough',
  });
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

/** A secret as it is, and in the disguises that anybody can take off or compute. */
function disguises(secret: string): string[] {
  const digests = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => createHash(algorithm).update(secret).digest(form)),
  );
  const bytes = Buffer.from(secret);
  const codings = ['hex', 'base64', 'base64url'].map((form) => bytes.toString(form as 'hex').replace(/=+$/, ''));
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    ...codings,
    ...digests,
  ];
}

const found = (text: string): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    disguises(secret).some((form) => text.includes(form)) ? [name] : [],
  );

async function everythingStored(): Promise<string> {
  const tables = await server.rows(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('information_schema', 'pg_catalog')`);
  const texts = await Promise.all(
    tables.map(({ name }) => server.rows(`SELECT row_to_json(t)::text AS row FROM ${name} t`)),
  );
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

describe('A stolen database', () => {
  it('holds no secret in a form that anybody could use', async () => {
    const text = await everythingStored();
    expect(text).toContain('keeper');
    expect(found(text)).toEqual([]);
  });

  it('opens no door with what it holds instead', async () => {
    const tokens = await server.rows('SELECT key, key_digest, key_ending FROM users.token');
    const users = await server.rows('SELECT username, password FROM users."user"');
    const sessions = await server.rows('SELECT key_digest FROM users.session');
    expect(tokens.length * users.length * sessions.length).toBeGreaterThan(0);
    const list = (headers: Record<string, string>) =>
      ask(server, 'GET', '/api/users/groups/', { headers, signedIn: false, from: '127.0.0.99' });
    for (const text of tokens.flatMap((row) => Object.values(row)))
      expect((await list({ authorization: `Token ${text}` })).status).toBe(403);
    for (const { key_digest: digest } of sessions)
      expect((await list({ cookie: `sessionid=${digest}` })).status).toBe(403);
    for (const [index, { username, password }] of users.entries()) {
      expect(password).toMatch(/^(scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}|!)$/);
      const headers = { authorization: basic(String(username), String(password)) };
      const from = `127.0.1.${index + 1}`;
      expect(
        (await ask(server, 'POST', '/api/users/tokens/', { body: {}, headers, signedIn: false, from })).status,
      ).toBe(403);
    }
  });

  it('shows nobody who has the same password', async () => {
    const same = 'the same password';
    for (const username of ['one', 'two'])
      await ask(server, 'POST', '/api/users/users/', { body: { username, password: same } });
    const rows = await server.rows(`SELECT DISTINCT password FROM users."user" WHERE username IN ('one', 'two')`);
    expect(rows).toHaveLength(2);
  });
});

describe('The log of everything that was done', () => {
  it('holds no secret at its most talkative', () => {
    const log = server.log();
    expect(log.split('\n').length).toBeGreaterThan(50);
    expect(found(log)).toEqual([]);
    expect(log).not.toMatch(/scrypt\$|key_digest":"/);
  });

  it('holds no query of an address either', () => {
    expect(server.log()).not.toMatch(/key__ic|nonsense=/);
  });
});

describe('Answers', () => {
  it('show passwords and digests to nobody', async () => {
    const paths = [
      '/api/users/users/?depth=2&include=computed_fields',
      '/api/users/users/?sort=password',
      '/api/users/tokens/?depth=2',
      '/api/users/permissions/?depth=3',
      '/api/extras/object-changes/?limit=0&depth=2',
      '/api/users/config/',
      '/api/swagger.json',
    ];
    // Whoever has no password has `!` in its place, which is no secret.
    const columns = await server.rows(
      `SELECT key_digest AS digest FROM users.token UNION SELECT password FROM users."user" WHERE password <> '!'`,
    );
    expect(columns.length).toBeGreaterThan(3);
    for (const path of paths) {
      const { text, status } = await ask(server, 'GET', path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/scrypt\$|"key_digest"|"password":"/);
      for (const { digest } of columns) expect(text).not.toContain(String(digest));
    }
  });

  it('show changes without what must not be known', async () => {
    const { text } = await ask(server, 'GET', '/api/extras/object-changes/?limit=0');
    expect(text).toContain('"count"');
    expect(found(text)).toEqual([]);
  });

  it('show the keys of tokens to their owner alone', async () => {
    const theirs = await ask(server, 'GET', '/api/users/tokens/', {
      headers: { authorization: `Token ${secrets['a token by password']}` },
    });
    const mine = await ask(server, 'GET', '/api/users/tokens/');
    expect(mine.text).toContain(secrets['a minted token']);
    expect(mine.text).not.toContain(secrets['a token by password']);
    expect(theirs.text).not.toContain(secrets['a minted token']);
  });
});
