import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser';

/** A page may take this long to show something on a machine that does much else. */
const patience = 30_000;

/** A browser, with all that its pages complained of. */
export interface OpenBrowser {
  browser: Browser;
  /** Errors of scripts, and what the page's policy refused. */
  complaints: string[];
  context(options?: {
    dark?: boolean;
    width?: number;
    storageState?: BrowserContextOptions['storageState'];
  }): Promise<BrowserContext>;
  /** Keeps a picture where `SCREENSHOTS_FOLDER` says. */
  picture(page: Page, name: string): Promise<void>;
}

/** Opens Chromium. */
export async function openBrowser(url: string): Promise<OpenBrowser> {
  const browser = await launchBrowser();
  const complaints: string[] = [];
  const folder = process.env.SCREENSHOTS_FOLDER;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  return {
    browser,
    complaints,
    async context({ dark = false, width = 1440, storageState } = {}) {
      const height = width < 600 ? 800 : 900;
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        ...(storageState === undefined ? {} : { storageState }),
      });
      context.setDefaultTimeout(patience);
      context.on('page', (page) => {
        page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
        page.on('console', (message) => {
          // The browser itself reports the status of whatever was refused; that is not the page's doing.
          if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
            complaints.push(`${page.url()}: ${message.text()}`);
        });
      });
      return context;
    },
    async picture(page, name) {
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
    },
  };
}

/** Signs in by the console's own page, and waits until they are in: that page has a heading too. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
}
