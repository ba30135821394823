import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually';
import { isLong } from '../harness/long';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe has to say against a page as it is now. */
export async function violations(page: Page): Promise<string[][]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return found.map(({ id, nodes }) => [
    id,
    ...nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
  ]);
}

/** How many pixels wide a page is looked at in each scheme. */
export interface Widths {
  dark: number;
  light: number;
}

/** What pages are looked at in: each scheme in each width, or in the short form each scheme and each width once. */
export const widthsOfPages: Widths[] = isLong
  ? [
      { dark: 1440, light: 1440 },
      { dark: 360, light: 360 },
    ]
  : [{ dark: 1440, light: 360 }];

/**
 * Expects that everybody can read pages, each in the dark and in the light, or in the short form in turns, and that nothing of them lies
 * beside the screen. They are opened one by one in a page that is in the dark.
 */
export async function expectReadable(
  page: Page,
  { dark, light }: Widths,
  pages: Record<string, string>,
  picture: (as: string) => Promise<void>,
): Promise<void> {
  for (const [index, [name, path]] of Object.entries(pages).entries()) {
    await page.goto(path);
    const address = new URL(path, page.url()).href;
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(page.url()).toBe(address);
    if (isLong || index % 2 === 0) await expectFine(page, dark, (as) => picture(`${name}-${as}`), 'dark');
    if (!isLong && index % 2 === 0) continue;
    await putInto(page, 'light', light);
    await expectFine(page, light, (as) => picture(`${name}-${as}`), 'light');
    await putInto(page, 'dark', dark);
  }
}

async function expectFine(
  page: Page,
  width: number,
  picture: (as: string) => Promise<void>,
  scheme: keyof Widths,
): Promise<void> {
  await picture(scheme === 'dark' ? `${width}-dark` : `${width}`);
  const url = page.url();
  expect({ url, scheme, found: await violations(page) }).toEqual({ url, scheme, found: [] });
  // A page scrolls within its frame: what is too wide for it does not make the document wider.
  const fits = await page.evaluate(
    "[document.documentElement, document.querySelector('main')].every((one) => one.scrollWidth <= one.clientWidth)",
  );
  expect({ url, scheme, fits }).toEqual({ url, scheme, fits: true });
}

/** Changes the light of the room, and waits until the page has followed. */
async function putInto(page: Page, scheme: keyof Widths, width: number): Promise<void> {
  await page.setViewportSize({ width, height: page.viewportSize()!.height });
  await page.emulateMedia({ colorScheme: scheme });
  await eventually(`the page is ${scheme}`, 60_000, () =>
    page.evaluate<boolean>(
      `document.documentElement.dataset.mantineColorScheme === '${scheme}' &&
        document.getAnimations().every(({ playState }) => playState !== 'running')`,
    ),
  );
}
