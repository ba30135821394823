import { type OpenBrowser, openBrowser } from '../console/openBrowser';
import { missingBrowser } from '../harness/browser';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { describeUnless } from '../program/describeUnless';
import { codeAt, codeBefore } from './codes';
import { type OidcProvider, startOidcProvider } from './oidcProvider';
import { adminPassword, type SignInServer, startSignInServer } from './signInServer';

describeUnless(missingBrowser, "The console's sign-in page", () => {
  let provider: OidcProvider;
  let server: SignInServer;
  let opened: OpenBrowser;
  beforeAll(async () => {
    const port = await freePort();
    provider = await startOidcProvider(`http://127.0.0.1:${port}`);
    const house = {
      kind: 'oidc',
      key: 'house',
      label: 'Sign in with the house',
      issuer: provider.issuer,
      allow_http: true,
      client_id: 'plumbline',
      client_secret: 'a secret of the client',
      superuser_groups: ['keepers'],
    };
    server = await startSignInServer(port, [house], { PLUMBLINE_SECOND_FACTOR: 'everybody' });
    opened = await openBrowser(server.url);
  });
  afterAll(async () => {
    await opened?.browser.close();
    await server?.stop();
    await provider?.stop();
  });

  const listOfLocations = '/dcim/locations/';
  const newPage = async () => (await opened.context()).newPage();

  it('leads to where the house has people known, and from there to where they wanted to go', async () => {
    await provider.seat({ sub: 'ada-1', preferred_username: 'ada', given_name: 'Ada', groups: ['keepers'] });
    const page = await newPage();
    await page.goto(listOfLocations);
    await page.getByRole('link', { name: 'Sign in with the house' }).click();
    await page.waitForURL(`**${listOfLocations}`);
    await page.getByRole('heading', { level: 1, name: 'Locations' }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  });

  it('asks for a second factor after the password, set up on the way, and leads on', async () => {
    const page = await newPage();
    const givePassword = async () => {
      await page.goto(listOfLocations);
      await page.getByLabel('Username').fill('admin');
      await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/login/factor/**');
    };
    await givePassword();
    const secret = (await page.locator('.picture code').textContent()) ?? '';
    await page.getByLabel(/The code your app shows/).fill(await codeBefore(secret));
    await page.getByRole('button', { name: 'Set it up' }).click();
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.getByRole('heading', { level: 1, name: 'Locations' }).waitFor();

    await page.context().clearCookies();
    await givePassword();
    await page.getByLabel(/A code of your app/).fill(codeAt(secret));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Locations' }).waitFor();

    // The session before this one is there still: its browser only forgot it.
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sessions' }).click();
    const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
    await page.getByText('this one').waitFor();
    expect(await rows.count()).toBe(2);
    await page.getByRole('switch', { name: 'Everybody’s' }).press('Space');
    await page.getByRole('cell', { name: 'ada' }).first().waitFor();
    await page.getByRole('switch', { name: 'Everybody’s' }).press('Space');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await eventually('the other session is gone', 60_000, async () => (await rows.count()) === 1);
    expect(opened.complaints).toEqual([]);
  });
});
