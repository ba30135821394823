import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findProgram } from '../../../program/src/supervisor/find-program';
import { Api } from '../../program/api';
import { describeUnless } from '../../program/describe-unless';
import type { RunningProgram } from '../../program/running-program';

const executablePath = findProgram('chromium') ?? findProgram('google-chrome');

/** Without these Chromium speaks to servers of its own, or cannot start in a container. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A journey: somebody opens the server in a browser, signs in, looks around and reads the documentation. Pictures are
 * kept in the folder `SCREENSHOTS_FOLDER` names.
 */
export function pleasesABrowser(program: () => RunningProgram): void {
  const missing = executablePath === undefined ? 'Neither chromium nor google-chrome is installed.' : undefined;
  describeUnless(missing, 'pleases a browser', () => {
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
      browser = await chromium.launch({ executablePath: executablePath as string, args: flags });
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

    it('signs out', async () => {
      await open('/logout/');
      await picture('logout');
      const answer = await open('/api/ipam/prefixes/');
      expect(answer?.status()).toBe(403);
      complaints.splice(0);
    });
  });
}
