import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The rules of axe that go by colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe has to say against a page as it is now, by some of its rules where they are named. */
export async function violations(page: Page, rules?: string[]): Promise<string[][]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(`axe.run(document, ${options})`);
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

/**
 * Expects that everybody can read a page that was loaded in the dark, and that nothing of it lies beside the screen. In the light
 * it is the same page: what it says of itself has been looked at, and only its colours have not.
 */
export async function expectReadable(page: Page, { dark, light }: Widths, picture: (as: string) => Promise<void>) {
  await expectFine(page, dark, picture, 'dark');
  await putInto(page, 'light', light);
  await expectFine(page, light, picture, 'light', ofColours);
  await putInto(page, 'dark', dark);
}

async function expectFine(
  page: Page,
  width: number,
  picture: (as: string) => Promise<void>,
  scheme: keyof Widths,
  rules?: string[],
): Promise<void> {
  await picture(scheme === 'dark' ? `${width}-dark` : `${width}`);
  const url = page.url();
  expect({ url, scheme, found: await violations(page, rules) }).toEqual({ url, scheme, found: [] });
  const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
  expect({ url, scheme, fits }).toEqual({ url, scheme, fits: true });
}

/** Changes the light of the room, and waits until the page has followed. */
async function putInto(page: Page, scheme: keyof Widths, width: number): Promise<void> {
  await page.setViewportSize({ width, height: page.viewportSize()!.height });
  await page.emulateMedia({ colorScheme: scheme });
  await eventually(`the page is ${scheme}`, 30_000, () =>
    page.evaluate<boolean>(
      `document.documentElement.dataset.mantineColorScheme === '${scheme}' &&
        document.getAnimations().every(({ playState }) => playState !== 'running')`,
    ),
  );
}
