import type { BrowserContext, Page } from 'playwright-core';
import { missingBrowser } from '../harness/browser';
import { isLong } from '../harness/long';
import { describeUnless } from '../program/describeUnless';
import { filterings, firstLoad, gzippedSize, listIsThere, navigating, nextPages, openings, scrolling } from './figures';
import { type Measures, measuresOf, median } from './measures';
import { type OpenBrowser, openBrowser, signIn } from './openBrowser';

/**
 * What the console takes on a network of 10,000 devices, on a Plumbline that has one and that nothing else is asked of:
 *
 *   PLUMBLINE_FIGURES_URL=http://127.0.0.1:8080 PLUMBLINE_FIGURES_PASSWORD=… npm run test:figures
 *
 * It looks and changes nothing. What a crowded machine can hold is asserted by the other suites of this folder, by the same
 * measures.
 */
const url = process.env.PLUMBLINE_FIGURES_URL;

jest.setTimeout(1_200_000);

const say = (what: string, figures: Record<string, number>) =>
  process.stdout.write(
    `${what.padEnd(36)} ${Object.entries(figures)
      .map(([name, figure]) => `${name} ${figure.toFixed(figure < 10 ? 1 : 0)}`)
      .join(', ')}\n`,
  );

const run = () => {
  let open: OpenBrowser;
  let context: BrowserContext;
  let measures: Measures;
  let page: Page;
  const list = async (path: string) => {
    const answer = await context.request.get(`/api/${path}`, { headers: { accept: 'application/json' } });
    expect(answer.status()).toBe(200);
    return (await answer.json()).results as { id: string; name: string; display: string; prefix: string }[];
  };

  beforeAll(async () => {
    open = await openBrowser(url!);
    context = await open.context();
    measures = await measuresOf(context);
    page = await context.newPage();
    await signIn(page, process.env.PLUMBLINE_FIGURES_USER ?? 'admin', process.env.PLUMBLINE_FIGURES_PASSWORD!);
  });
  afterAll(() => open?.browser.close());

  const cold = async (path: string) => {
    const state = await context.storageState();
    const own = await open.browser.newContext({ baseURL: url!, storageState: state });
    const ownMeasures = await measuresOf(own);
    const shown = await own.newPage();
    const load = await firstLoad(shown, ownMeasures, path);
    await own.close();
    return load;
  };

  test('a first load', async () => {
    const loads = [];
    for (let count = 0; count < 7; count += 1) loads.push(await cold('/dcim/devices/'));
    const kilobytes = async (files: string[]) =>
      (await Promise.all(files.map(gzippedSize))).reduce((sum, size) => sum + size, 0) / 1024;
    const isFont = (file: string) => file.endsWith('.woff2');
    const { files, requests } = loads[0]!;
    const code = await kilobytes(files.filter((file) => !isFont(file)));
    const fonts = await kilobytes(files.filter(isFont));
    const interactive = median(loads.map(({ milliseconds }) => milliseconds));
    say('first load', { 'interactive ms': interactive, 'kB gzipped': code, 'kB of fonts': fonts, requests });
    expect(code).toBeLessThan(250);
    expect(interactive).toBeLessThan(1500);
  });

  test('the next page, a filter, an object', async () => {
    await page.goto('/dcim/devices/');
    await listIsThere(page, measures);
    const next = await nextPages(page, measures, 15);
    const filters = Array.from({ length: 15 }, (_, number) => `name__iew=${number}`);
    const filtered = await filterings(page, measures, filters);
    const opened = await openings(page, measures, '/dcim/devices/', 15);
    say('painted, ms at the median', {
      'next page': median(next),
      filter: median(filtered),
      object: median(opened),
    });
    expect(median(next)).toBeLessThan(150);
    expect(median(filtered)).toBeLessThan(150);
    expect(median(opened)).toBeLessThan(150);
  });

  test('a list of 10,000 scrolls', async () => {
    await page.goto('/dcim/devices/');
    await listIsThere(page, measures);
    const { slowest, middle, long, workedPerFrame } = await scrolling(page, measures);
    say('scrolling, ms a frame', { slowest, middle, 'worked at the mean': workedPerFrame, 'long tasks': long.length });
    // None over 50: they last a whole number of refreshes of the screen.
    expect(Math.round(slowest)).toBeLessThanOrEqual(50);
  });

  test('what is drawn', async () => {
    const [rack] = await list('dcim/racks/?limit=1');
    const [prefix] = await list('ipam/prefixes/?prefix_length=20&limit=1');
    const locations = await list('dcim/locations/?has_devices=true&limit=200');
    const tab = (name: string) =>
      `[...document.querySelectorAll('[role=tab]')].find((one) => one.textContent.startsWith('${name}')).click()`;
    const drawn = async (path: string, name: string, isShown: string) => {
      const times = [];
      for (let count = 0; count < 5; count += 1) {
        await page.goto(path);
        await page.getByRole('tab', { name }).waitFor();
        await page.waitForLoadState('networkidle');
        times.push(await measures.until(page, tab(name), isShown));
      }
      return median(times);
    };
    const elevation = await drawn(`/dcim/racks/${rack!.id}/`, 'Elevation', `document.querySelector('[data-device]')`);
    const map = await drawn(
      `/ipam/prefixes/${prefix!.id}/`,
      'Map',
      `document.querySelectorAll('[data-cell]').length >= 4096`,
    );
    const among = locations
      .slice(0, 20)
      .map(({ id }) => `location=${id}`)
      .join('&');
    const times = [];
    for (let count = 0; count < 5; count += 1) {
      await page.goto(`/dcim/devices/?${among}`);
      await listIsThere(page, measures);
      times.push(
        await measures.until(
          page,
          `[...document.querySelectorAll('input[type=radio]')].find((one) => one.value === 'topology').click()`,
          `document.querySelectorAll('[data-node]').length >= 400`,
        ),
      );
    }
    const nodes = await page.locator('[data-node]').count();
    say('drawn, ms at the median', { rack: elevation, '4,096 addresses': map, topology: median(times), nodes });
    expect(elevation).toBeLessThan(1000);
    expect(map).toBeLessThan(1000);
    expect(median(times)).toBeLessThan(1000);
  });

  test('500 navigations', async () => {
    const { early, late } = await navigating(page, measures, '/dcim/devices/', 500);
    say('kept after 100 and 500 navigations', {
      'MB early': early.heap / 2 ** 20,
      'MB late': late.heap / 2 ** 20,
      'nodes early': early.nodes,
      'nodes late': late.nodes,
    });
    expect(late.heap).toBeLessThan(1.2 * early.heap);
    expect(late.nodes).toBeLessThan(1.5 * early.nodes);
  });
};

if (url === undefined) describe.skip('the figures of the console', run);
else describeUnless(isLong ? missingBrowser : 'npm run test:figures takes them.', 'the figures of the console', run);
