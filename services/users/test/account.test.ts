import { credentialPurposes, digestWith, keyFor, sealWith } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { lockWaits, startTestServices, type TestServices, testSettings } from '@plumbline/testkit';
import { usersService } from '../src';

const password = 'first of all';
let plumbline: TestServices;
let ada: { id: string };
let grace: { id: string };
beforeAll(async () => {
  plumbline = await startTestServices(
    [usersService],
    { superuser: { name: 'root' } },
    { contentTypes, contentTypeNames },
  );
  await plumbline.request('POST', '/api/users/groups/', { name: 'Engines' });
  const group = (await plumbline.request('GET', '/api/users/groups/')).body.results[0].id;
  ada = (await plumbline.request('POST', '/api/users/users/', { username: 'ada', password, groups: [group] })).body;
  grace = (await plumbline.request('POST', '/api/users/users/', { username: 'grace', password })).body;
});
afterAll(() => plumbline?.stop());

const { secretKey } = testSettings();
const seal = (value: object) =>
  sealWith(keyFor(credentialPurposes.password, secretKey), Buffer.from(JSON.stringify(value)));
const sessionDigest = (key: string) => digestWith(keyFor(credentialPurposes.session, secretKey), key);
const tokenDigest = (key: string) => digestWith(keyFor(credentialPurposes.token, secretKey), key);
const address = '192.0.2.7';

interface Asking {
  as: { id: string };
  asker: string;
  method: string;
  writeEnabled: boolean;
}

/** Asks as the gateway does, which states for whom. */
function ask<T = unknown>(
  verb: string,
  payload: object = {},
  { as = ada, asker = 'gateway', method = 'POST', writeEnabled = true }: Partial<Asking> = {},
  bus = plumbline.bus,
): Promise<T> {
  const call = { requestId: crypto.randomUUID(), deadline: Date.now() + 60_000 };
  const identity = { userId: as.id, username: '', isSuperuser: false, writeEnabled, permissionStamp: '' };
  const vouched = { statement: { ...call, identity, base: '', method } };
  return bus.request<T>({ app: 'users', model: 'identity', verb }, payload, { ...call, asker, vouched });
}

const signIn = (key: string, secret: string, username = 'ada') =>
  ask<Identity>('login', { sealed: seal({ username, password: secret }), digest: sessionDigest(key), address });
const change = (from: string, to: string, more: object = {}) =>
  ask('changePassword', {
    sealed: seal({ username: 'ada', password: from, newPassword: to }),
    address,
    ...more,
  });
const key = (digit: string) => digit.repeat(40);
const addToken = (more: object = {}, as = ada) =>
  ask<{ id: string }>('addToken', { sealed: seal({ key: key('a'), ...more }) }, { as });

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await condition()); ) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('a profile tells what an account is, and no secret', async () => {
  const profile = await ask('profile');
  expect(profile).toMatchObject({ username: 'ada', is_superuser: false, last_login: null, groups: ['Engines'] });
  expect(Object.keys(profile as object)).not.toContain('password');
});

describe('a changed password', () => {
  it('takes the place of the old one and ends all sessions but that of the browser it was done in', async () => {
    await signIn('here', password);
    await signIn('elsewhere', password);
    await change(password, 'second', { digest: sessionDigest('new here') });
    for (const gone of ['here', 'elsewhere'])
      await expect(ask('session', { digest: sessionDigest(gone) })).rejects.toMatchObject({ status: 403 });
    expect(await ask('session', { digest: sessionDigest('new here') })).toMatchObject({ username: 'ada' });
    await expect(signIn('x', password)).rejects.toMatchObject({ status: 403 });
    await signIn('y', 'second');
  });

  it('is refused without the old one, and guesses count together with those at the sign-in form', async () => {
    for (let guess = 0; guess < 3; guess++)
      await expect(change('wrong', 'mine', { address: '192.0.2.8' })).rejects.toMatchObject({ status: 403 });
    let refused = false;
    for (let guess = 0; guess < 9 && !refused; guess++)
      refused = await change('wrong', 'mine', { address: '192.0.2.8' }).then(
        () => false,
        ({ status }) => status === 429,
      );
    expect(refused).toBe(true);
    await expect(
      ask('login', { sealed: seal({ username: 'ada', password: 'wrong' }), digest: 'x', address: '192.0.2.8' }),
    ).rejects.toMatchObject({ status: 429 });
    await change('second', 'third');
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['x'.repeat(129), expect.stringContaining('128')],
    ['nul\0', expect.any(String)],
  ])('cannot be %j', async (wanted, message) => {
    await expect(change('third', wanted)).rejects.toMatchObject({ status: 400, body: { password: [message] } });
    await signIn(crypto.randomUUID(), 'third');
  });

  it('is nobody else’s to set: not with one’s own password, not by another service', async () => {
    const own = { sealed: seal({ username: 'ada', password: 'third', newPassword: 'x' }), address };
    await expect(ask('changePassword', own, { as: grace })).rejects.toMatchObject({ status: 403 });
    await signIn('grace', password, 'grace');
    for (const verb of ['profile', 'changePassword', 'tokens', 'addToken', 'revokeToken'])
      await expect(ask(verb, own, { asker: 'ipam' })).rejects.toMatchObject({ status: 403 });
    for (const verb of ['changePassword', 'addToken', 'revokeToken'])
      for (const limit of [{ method: 'GET' }, { writeEnabled: false }])
        await expect(ask(verb, own, limit)).rejects.toMatchObject({ status: 403 });
  });

  it('leaves the session it was done in with the provider it is of, and as long as it was', async () => {
    const { database } = plumbline.services.get('users')!.engine;
    await signIn('of a provider', 'third');
    const asOther = sql.unsafe`UPDATE session SET method = 'house', subject = 'ada-1', provider_session = 's', agent = 'a browser',
      expires = now() + interval '1 hour' WHERE key_digest = ${sessionDigest('of a provider')}`;
    await database.run(asOther);
    const row = (key: string) =>
      database.first(sql.unsafe`SELECT id, method, subject, provider_session, agent, expires, created FROM session
        WHERE key_digest = ${sessionDigest(key)}`);
    const before = await row('of a provider');
    const replaces = sessionDigest('of a provider');
    const sealed = seal({ username: 'ada', password: 'third', newPassword: 'other', replaces });
    const { sessionSeconds } = await ask<{ sessionSeconds: number }>('changePassword', {
      sealed,
      address,
      digest: sessionDigest('goes on'),
    });
    expect(sessionSeconds).toBeGreaterThan(3_500);
    expect(sessionSeconds).toBeLessThanOrEqual(3_600);
    expect([await row('goes on'), await row('of a provider')]).toEqual([before, undefined]);
    await change('other', 'third');
  });

  it('is none where those that are kept here do not count', async () => {
    const signIn = { ...testSettings().signIn, local: 'nobody' as const };
    const other = await startTestServices(
      [usersService],
      { superuser: { name: 'root', password: 'right' }, signIn },
      { contentTypes, contentTypeNames },
    );
    try {
      const { body } = await other.request('GET', '/api/users/users/?username=root');
      const [{ id }] = body.results;
      for (const password of ['right', 'wrong']) {
        const sealed = seal({ username: 'root', password, newPassword: 'new' });
        await expect(ask('changePassword', { sealed, address }, { as: { id } }, other.bus)).rejects.toMatchObject({
          status: 403,
          body: { detail: 'Invalid username/password.' },
        });
      }
    } finally {
      await other.stop();
    }
  });

  it('ends a sign-in with the old one that is under way', async () => {
    const { database } = plumbline.services.get('users')!.engine;
    const both = await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`SELECT FROM "user" WHERE id = ${ada.id} FOR UPDATE`);
      const changing = change('third', 'between');
      await until(async () => (await lockWaits(database)).rows === 1);
      const signingIn = signIn('late', 'third');
      await until(async () => (await lockWaits(database)).rows === 2);
      return { outcomes: Promise.allSettled([changing, signingIn]) };
    });
    expect((await both.outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(ask('session', { digest: sessionDigest('late') })).rejects.toMatchObject({ status: 403 });
    await change('between', 'third');
  });

  it('of two changes at once is one of the two: the other no longer knows the old one', async () => {
    const outcomes = await Promise.allSettled([change('third', 'fourth'), change('third', 'fifth')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await change(outcomes[0]!.status === 'fulfilled' ? 'fourth' : 'fifth', 'sixth');
  });
});

describe('own tokens', () => {
  it('are made without any permission, listed without their keys, and ended', async () => {
    const expires = '2031-01-02T03:04:00Z';
    const made = await addToken({ description: 'scripts', expires, write_enabled: false });
    expect(made).toMatchObject({ description: 'scripts', key_ending: 'aaaaaa', write_enabled: false, expired: false });
    const listed = await ask('tokens');
    expect(listed).toEqual([made]);
    expect(JSON.stringify(listed)).not.toContain(key('a'));
    expect(await ask('token', { digest: tokenDigest(key('a')), address })).toMatchObject({
      username: 'ada',
      writeEnabled: false,
    });
    await ask('revokeToken', { id: made.id });
    expect(await ask('tokens')).toEqual([]);
    await expect(ask('token', { digest: tokenDigest(key('a')), address })).rejects.toMatchObject({ status: 403 });
  });

  it('are nobody else’s to see or to end', async () => {
    const made = await addToken();
    expect(await ask('tokens', {}, { as: grace })).toEqual([]);
    await expect(ask('revokeToken', { id: made.id }, { as: grace })).rejects.toMatchObject({ status: 404 });
    expect(await ask('tokens')).toHaveLength(1);
    await ask('revokeToken', { id: made.id });
  });

  it.each([
    [{ expires: 'tomorrow' }, 'expires'],
    [{ description: 'x'.repeat(201) }, 'description'],
    [{ description: 'nul\0' }, 'description'],
    [{ key: 'short' }, 'key'],
  ])('%j is a mistake', async (wanted, field) => {
    await expect(addToken(wanted)).rejects.toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
    expect(await ask('tokens')).toEqual([]);
  });

  it('are not made for somebody who may not sign in any more', async () => {
    await plumbline.request('PATCH', `/api/users/users/${grace.id}/`, { is_active: false });
    await expect(addToken({}, grace)).rejects.toMatchObject({ status: 403 });
  });
});
