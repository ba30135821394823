import type { BrowserContext, Page } from 'playwright-core';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type RunningProgram, run } from '../program/runningProgram';
import { type ObjectsWorld, prepareObjectsWorld } from './objectsWorld';
import { missingBrowser, type OpenBrowser, openBrowser, signIn } from './openBrowser';
import { violations } from './violations';

const startsWithin = 130_000;

describeUnless(missingBuild ?? missingBrowser, 'what the console shows of objects', () => {
  let program: RunningProgram;
  let world: ObjectsWorld;
  let open: OpenBrowser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    program = await run('start');
    world = await prepareObjectsWorld(program.client);
    open = await openBrowser(program.url);
    context = await open.context();
    page = await context.newPage();
    await signIn(page, 'admin', program.password);
  }, startsWithin);
  afterAll(async () => {
    await open?.browser.close();
    await program?.stop();
  }, startsWithin);
  beforeEach(() => open.complaints.splice(0));
  afterEach(() => expect(open.complaints).toEqual([]));

  test.each([
    ['device', 'Interfaces'],
    ['port', 'IP address assignments'],
    ['lag', 'Interfaces (lag)'],
  ] as const)('counts what refers to a %s in one request that is answered', async (name, tab) => {
    const asked: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())));
    await page.goto(world.pages[name]);
    await page.getByRole('tab', { name: tab }).getByText('1', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
    expect(asked.filter((url) => url.includes('/referrer-counts/'))).toHaveLength(1);
    // What everything needs, the object, and what is known of all its kind: nothing for each tab.
    expect(asked.filter((url) => /[?&]limit=1(&|$)/.test(url))).toEqual([]);
    page.removeAllListeners('request');
    page.removeAllListeners('response');
    expect(await violations(page)).toEqual([]);
  });
});
