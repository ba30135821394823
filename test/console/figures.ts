import type { Page } from 'playwright-core';
import { type Measures, median } from './measures';

/** Pixels that a list goes in a frame, as somebody does who turns the wheel fast. */
const fast = 240;
const frames = 240;

const grid = `document.querySelector('[role=grid]')`;
const heading = `document.querySelector('main h1')`;
/** Whether rows are drawn, and all that are seen have what they are to show. */
const rowsAreShown = `(() => {
  const box = ${grid};
  if (!box || box.getAttribute('aria-busy') === 'true' || box.querySelectorAll('[role=gridcell]').length === 0) return false;
  const { top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll('[role=row][aria-rowindex]')].every((row) => {
    const at = row.getBoundingClientRect();
    return at.bottom < top || at.top > bottom || row.querySelector('a, [role=columnheader]') !== null;
  });
})()`;
/** The count below a list. */
const counted = `document.querySelector('footer')?.textContent`;

/** Waits until a list shows its rows. */
export const listIsThere = async (page: Page, measures: Measures): Promise<void> => {
  await measures.until(page, '{}', rowsAreShown);
};

/** Loads a list: until it can be used, and what came before that. */
export async function firstLoad(page: Page, measures: Measures, path: string) {
  const { milliseconds, addresses } = await measures.load(page, path, rowsAreShown);
  return { milliseconds, files: addresses.filter((address) => /\/assets\//.test(address)), requests: addresses.length };
}

/** Bytes of a file as it comes to a browser that takes gzip. */
export async function gzippedSize(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  return Number(answer.headers.get('content-length'));
}

/** The next pages of a list, one after the other; milliseconds of each. */
export async function nextPages(page: Page, measures: Measures, times: number): Promise<number[]> {
  const found: number[] = [];
  // A hundred rows are asked for at a time: each step leads to some that are not there yet.
  for (let step = 0; step < times; step += 1)
    found.push(await measures.until(page, `{ ${grid}.scrollTop += 100 * 34 }`, rowsAreShown));
  return found;
}

/** Filters of a list whose chip is taken away and put there again by going back; milliseconds until the rows are there. */
export async function filterings(page: Page, measures: Measures, filters: string[]): Promise<number[]> {
  const found: number[] = [];
  for (const filter of filters) {
    await page.goto(`/dcim/devices/?${filter}`);
    await measures.until(page, '{}', rowsAreShown);
    const before = await page.evaluate(counted);
    found.push(
      await measures.until(
        page,
        `document.querySelector('[aria-label^="Remove filter"]').click()`,
        `${counted} !== ${JSON.stringify(before)} && ${rowsAreShown}`,
      ),
    );
  }
  return found;
}

/** Objects that a list leads to; milliseconds until their page is there, with what they have. */
export async function openings(page: Page, measures: Measures, path: string, times: number): Promise<number[]> {
  const found: number[] = [];
  for (let row = 0; row < times; row += 1) {
    await page.goto(path);
    await measures.until(page, '{}', rowsAreShown);
    const link = `document.querySelectorAll('[role=gridcell] > a')[${row}]`;
    const name = await page.evaluate(`${link}.textContent`);
    found.push(
      await measures.until(
        page,
        `${link}.click()`,
        `${heading}?.textContent.trim() === ${JSON.stringify(name)}.trim() && document.querySelector('main [role=tablist]') !== null && document.querySelector('main dl') !== null`,
      ),
    );
  }
  return found;
}

/** Scrolls a list that is shown: the frames, and what one has cost the page's thread at the mean. */
export async function scrolling(page: Page, measures: Measures) {
  await measures.longTasks(page);
  const before = await measures.costs(page);
  const times = await measures.scroll(page, grid, fast, frames);
  const { worked } = await measures.costs(page);
  return {
    slowest: Math.max(...times),
    middle: median(times),
    long: await measures.longTasks(page),
    workedPerFrame: (worked - before.worked) / frames,
  };
}

/**
 * Goes back and forth between a list and its objects without loading a page anew, and through all the pages that links lead
 * to; what is kept after a part of it, and after all.
 */
export async function navigating(page: Page, measures: Measures, path: string, times: number) {
  await page.goto(path);
  await measures.until(page, '{}', rowsAreShown);
  const go = async (from: number, to: number) => {
    for (let count = from; count < to; count += 1) {
      await page.evaluate(`{
        const links = document.querySelectorAll('[role=gridcell] > a');
        links[${count} % links.length].click();
      }`);
      await measures.until(page, '{}', `document.querySelector('main [role=tablist]') !== null`);
      await page.evaluate(`{ ${count % 2 === 0} && document.querySelectorAll('main [role=tab]')[1]?.click(); }`);
      await page.evaluate('history.go(location.pathname.split("/").length > 5 ? -2 : -1)');
      await measures.until(page, '{}', `location.pathname === ${JSON.stringify(path)} && ${rowsAreShown}`);
      if (count % 10 === 0) await page.evaluate(`{ ${grid}.scrollTop += 34 * 25 }`);
    }
  };
  const first = Math.ceil(times / 5);
  await go(0, first);
  const early = await measures.costs(page);
  await go(first, times);
  const late = await measures.costs(page);
  return { early, late };
}
