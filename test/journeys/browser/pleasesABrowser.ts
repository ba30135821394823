import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, missingBrowser } from '../../harness/browser';
import { Api } from '../../program/api';
import { describeUnless } from '../../program/describeUnless';
import type { RunningProgram } from '../../program/runningProgram';

/**
 * A journey: somebody opens the server in a browser, signs in, looks around and reads the documentation. Pictures are
 * kept in the folder `SCREENSHOTS_FOLDER` names.
 */
export function pleasesABrowser(program: () => RunningProgram): void {
  describeUnless(missingBrowser, 'pleases a browser', () => {
    const kept = process.env.SCREENSHOTS_FOLDER;
    const complaints: string[] = [];
    let folder: string;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const open = (path: string) => page.goto(`${program().url}${path}`, { waitUntil: 'networkidle' });
    const picture = (name: string) => page.screenshot({ path: join(folder, `${program().command}-${name}.png`) });
    const heading = () => page.locator('h1').first().textContent();

    beforeAll(async () => {
      folder = kept ?? mkdtempSync(join(tmpdir(), 'plumbline-browser-'));
      mkdirSync(folder, { recursive: true });
      browser = await launchBrowser();
      context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    });
    afterAll(async () => {
      await browser?.close();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(() => complaints.splice(0));
    afterEach(() => expect(complaints).toEqual([]));

    it('signs in', async () => {
      await open('/login/?next=/api/');
      await picture('login');
      await page.fill('input[name=username]', 'admin');
      await page.fill('input[name=password]', program().password);
      await page.click('form button');
      await page.waitForURL('**/api/');
    });

    it('shows the root as a page with ways on', async () => {
      await open('/api/');
      await picture('root');
      await page.click('a:has-text("/api/ipam/")');
      await page.click('a:has-text("/api/ipam/prefixes/")');
      expect(new URL(page.url()).pathname).toBe('/api/ipam/prefixes/');
    });

    it('shows an object with links to what it names', async () => {
      const prefix = await new Api(program()).create('ipam/prefixes/', {
        prefix: '192.0.2.0/24',
        status: 'Active',
        type: 'network',
        description: 'Documentation <script>alert(1)</script>',
      });
      await open(`/api/ipam/prefixes/${prefix.id}/?depth=1`);
      await picture('object');
      expect(await heading()).toContain('192.0.2.0/24');
      await page.click('a[href*="/api/ipam/namespaces/"]');
      expect(await page.textContent('main')).toContain('Global');
    });

    it('documents every endpoint', async () => {
      await open('/api/docs/');
      await picture('docs');
      await page.click('#operations-tag-ipam');
      await page.click('text=/ipam/prefixes/ >> nth=0');
      await page.locator('text=Parameters').first().waitFor();
      await picture('docs-endpoint');
    });

    it('shows a list in the dark as in the light', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await open('/api/extras/statuses/?limit=3');
      await picture('list-dark');
      await page.emulateMedia({ colorScheme: 'light' });
    });

    it('explains a wrong address', async () => {
      const answer = await open('/api/ipam/nothing/');
      await picture('not-found');
      expect(answer?.status()).toBe(404);
      // The browser itself reports the status of a page it was sent to.
      complaints.splice(0);
    });

    it('shows whose account it is, from any page', async () => {
      await open('/api/');
      await page.click('header a:has-text("Profile")');
      await picture('profile');
      expect(await heading()).toBe('Profile');
      expect(await page.textContent('main')).toContain('superuser');
    });

    it('makes a token that works, and revokes it', async () => {
      const { url } = program();
      await page.click('nav a:has-text("API tokens")');
      await page.fill('input[name=description]', 'from a browser');
      await page.fill('input[name=expires]', '2040-01-02T03:04');
      await page.click('button:has-text("Make a token")');
      await page.locator('#key').waitFor();
      await page.waitForLoadState('networkidle');
      await picture('token');
      const key = await page.locator('#key').textContent();
      const status = async () =>
        (await fetch(`${url}/api/`, { headers: { authorization: `Token ${key}`, accept: 'application/json' } })).status;
      expect(await status()).toBe(200);
      const row = page.locator('tr:has-text("from a browser")');
      expect(await row.textContent()).toContain('2040-01-02 03:04 UTC');
      await row.locator('summary').click();
      await row.locator('button').click();
      await row.waitFor({ state: 'detached' });
      expect(await status()).toBe(403);
    });

    it('changes the password and stays signed in', async () => {
      await open('/user/password/');
      const change = async (from: string, to: string) => {
        await page.fill('input[name=old_password]', from);
        await page.fill('input[name=new_password]', to);
        await page.fill('input[name=new_password_again]', to);
        await page.click('form button');
      };
      await change('not this one', 'plumb and new');
      expect(await page.textContent('[role=alert]')).toContain('This is not your password.');
      await picture('password');
      await change(program().password, 'plumb and new');
      await page.click('a:has-text("Back to the profile")');
      await page.waitForURL('**/user/profile/');
      expect(await heading()).toBe('Profile');
    });

    it('signs out', async () => {
      await open('/logout/');
      await picture('logout');
      // Nobody is signed in any more: the page asks for it, and knows where one wanted to go.
      await open('/api/ipam/prefixes/?limit=2');
      expect(new URL(page.url()).pathname).toBe('/login/');
      expect(await page.locator('input[name=next]').inputValue()).toBe('/api/ipam/prefixes/?limit=2');
    });
  });
}
