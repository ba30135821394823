import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { describeUnless } from '../program/describeUnless';
import { Browser } from './browser';
import { type Directory, missingDirectory, root, startDirectory, suffix } from './directory';
import { adminPassword, adminToken, type SignInServer, startSignInServer } from './signInServer';

describeUnless(missingDirectory, 'Signing in with a directory', () => {
  let directory: Directory;
  let server: SignInServer;
  const settings = (more: object = {}) => ({
    kind: 'ldap',
    key: 'directory',
    urls: [directory.encrypted],
    ca_file: directory.authority,
    bind_dn: root.dn,
    bind_password: root.password,
    users: { base: `ou=people,${suffix}` },
    groups: { base: `ou=groups,${suffix}` },
    create_groups: true,
    required_groups: ['everybody', 'engines'],
    superuser_groups: [`cn=keepers, ou=groups, ${suffix}`],
    ...more,
  });
  beforeAll(async () => {
    directory = await startDirectory();
    server = await startSignInServer(await freePort(), [settings()]);
  });
  afterAll(async () => {
    await server?.stop();
    await directory?.stop();
  });

  const of = (uid: string) => `${uid} of the directory`;
  const signIn = async (uid: string, password = of(uid), at = server) => {
    const browser = new Browser();
    const page = await browser.signIn(at.url, uid, password);
    return { browser, page, isIn: browser.jar(at.url).has('sessionid') };
  };
  const profile = async (browser: Browser, at = server) =>
    (await browser.json(`${at.url}/user/profile/`)).body as Record<string, unknown>;
  const token = (uid: string, password: string) =>
    fetch(`${server.url}/api/users/tokens/`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${uid}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });

  it('finds the entry, its groups, and the groups that these are in', async () => {
    const { browser, isIn } = await signIn('grace');
    expect(isIn).toBe(true);
    expect(await profile(browser)).toMatchObject({
      username: 'grace',
      email: 'grace@example.net',
      first_name: 'Grace',
      last_name: 'Hopper',
      is_superuser: true,
      groups: ['compilers', 'engines', 'everybody', 'keepers', 'staff'],
    });
    // A directory does not tell capitals apart; there is one account.
    const again = await signIn('GRACE', of('grace'));
    expect(await profile(again.browser)).toMatchObject({ username: 'grace' });
  });

  it('takes away what a group gave when somebody has left it', async () => {
    const before = await signIn('ada');
    expect(await profile(before.browser)).toMatchObject({ is_superuser: true });
    await directory.leave('engines', 'ada');
    const after = await signIn('ada');
    expect(await profile(after.browser)).toMatchObject({ is_superuser: false, groups: ['everybody', 'staff'] });
    await eventually('the older session has lost it too', 60_000, async () => {
      const { is_superuser } = await profile(before.browser);
      return is_superuser === false;
    });
  });

  it('gives a token for the right name and password', async () => {
    expect((await token('grace', of('grace'))).status).toBe(201);
    expect((await token('grace', 'wrong')).status).toBe(403);
  });

  it.each([
    ['a wrong password', 'grace', 'wrong'],
    ['no password, which binds as nobody', 'grace', ''],
    ['a wildcard for a name', 'gr*', of('grace')],
    ['a filter for a name', 'x)(uid=grace', of('grace')],
    ['a filter that is always true', '*)(objectClass=*', of('grace')],
    ['a name with a NUL', 'grace\0', of('grace')],
    ['nobody', 'nobody', 'nothing'],
  ])('does not take %s', async (_what, uid, password) => {
    const { page, isIn } = await signIn(uid, password);
    expect([page.status, isIn, page.text.includes('do not belong together')]).toEqual([200, false, true]);
  });

  it('lets in nobody who is in none of the groups, nor into an account of the same name', async () => {
    const outsider = await signIn('outsider');
    expect([outsider.isIn, outsider.page.text]).toEqual([false, expect.stringContaining('none of the groups')]);
    // There is a local administrator of that name, whose password alone counts.
    expect((await signIn('admin')).isIn).toBe(false);
    expect((await signIn('admin', adminPassword)).isIn).toBe(true);
  });

  it.each(['locked', 'same'])('turns away whom the directory refuses or cannot tell from others: %s', async (uid) => {
    const { isIn, page } = await signIn(uid);
    expect([isIn, page.status, page.text]).toEqual([false, 200, expect.stringContaining('do not belong together')]);
    expect(server.log()).toContain(uid === 'locked' ? 'a directory refuses an account' : 'several entries of one name');
  });

  it('slows down who guesses, as everywhere', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async () => (await signIn('guessed', 'x')).page.status),
    );
    expect(statuses).toContain(429);
  });

  it('speaks StartTLS, and to nobody whose certificate it cannot trust', async () => {
    const upgraded = await startSignInServer(await freePort(), [
      settings({ urls: [directory.clear], start_tls: true }),
    ]);
    try {
      expect((await signIn('grace', of('grace'), upgraded)).isIn).toBe(true);
    } finally {
      await upgraded.stop();
    }
    const distrustful = await startSignInServer(await freePort(), [settings({ ca_file: undefined })]);
    try {
      expect((await signIn('grace', of('grace'), distrustful)).page.status).toBe(503);
      expect((await signIn('admin', adminPassword, distrustful)).isIn).toBe(true);
    } finally {
      await distrustful.stop();
    }
  });

  it('says that it cannot be reached, which locks out no local account, and asks the next server', async () => {
    const [nowhere, second] = await Promise.all([freePort(), freePort()]);
    const urls = [`ldaps://127.0.0.1:${nowhere}`, directory.encrypted];
    const failing = await startSignInServer(second, [settings({ urls })], { PLUMBLINE_LOCAL_SIGN_IN: 'superusers' });
    try {
      expect((await signIn('grace', of('grace'), failing)).isIn).toBe(true);
      // Local accounts of others do not count any more.
      await fetch(`${failing.url}/api/users/users/`, {
        method: 'POST',
        headers: { authorization: `Token ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'local', password: 'of here' }),
      });
      expect((await signIn('local', 'of here', failing)).isIn).toBe(false);
      await directory.halt();
      expect((await signIn('grace', of('grace'), failing)).page.status).toBe(503);
      expect((await signIn('admin', adminPassword, failing)).isIn).toBe(true);
    } finally {
      await failing.stop();
    }
  });
});
