import type { BrowserContext, Page } from 'playwright-core';
import { missingBrowser } from '../harness/browser';
import { eventually } from '../harness/eventually';
import { rounds } from '../harness/long';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type ConsoleWorld, hostileNames, prepareConsoleWorld } from './consoleWorld';
import { firstLoad, gzippedSize, listIsThere, navigating, scrolling } from './figures';
import { measuresOf } from './measures';
import { type OpenBrowser, signIn } from './openBrowser';
import { type ConsoleProgram, closesConsole, openConsole } from './openConsole';
import { startPathProxy } from './pathProxy';
import { expectReadable, violations, widthsOfPages } from './violations';

describeUnless(missingBuild ?? missingBrowser, 'the console', () => {
  let program: ConsoleProgram;
  let world: ConsoleWorld;
  let open: OpenBrowser;
  let context: BrowserContext;
  let page: Page;
  const make = async (path: string, body: object): Promise<{ id: string }> =>
    (await program.client.must(201, 'POST', path, body)).body;
  const read = async (path: string) => (await program.client.must(200, 'GET', path)).body;
  // Exactly: what a form is headed with has the object's name in it too.
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true });
  const rows = () => page.getByRole('row').filter({ has: page.getByRole('gridcell') });

  /** Scrolls a list until a row is at its top. */
  const scrollTo = (row: number) =>
    page
      .getByRole('grid')
      .evaluate((box: { scrollTo(across: number, down: number): void }, top) => box.scrollTo(0, top), row * 34);

  beforeAll(async () => {
    ({ program, world, open, context, page } = await openConsole(prepareConsoleWorld, {
      env: { PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1' },
    }));
  });
  closesConsole(() => ({ program, open }));

  test('is a page under a policy without anything inline, with files that are kept', async () => {
    const answer = await fetch(`${program.url}/dcim/devices/`, { headers: { accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("script-src 'self'");
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const html = await answer.text();
    expect(html).not.toMatch(/https?:\/\//);
    const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(html) ?? [];
    const file = await fetch(`${program.url}/${script}`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(file.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/);
    expect(file.headers.get('content-encoding')).toBe('br');
    // Who asks for no page is answered as ever.
    const programs = await fetch(`${program.url}/`, { redirect: 'manual' });
    expect([programs.status, programs.headers.get('location')]).toEqual([302, '/api/']);
    expect((await fetch(`${program.url}/dcim/devices/`)).status).toBe(404);
  });

  test('asks who one is, and comes back to where one wanted to go', async () => {
    const own = await open.context();
    const stranger = await own.newPage();
    await stranger.goto('/dcim/devices/?sort=-name');
    await stranger.getByLabel('Username').fill('admin');
    await stranger.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await stranger.getByRole('button', { name: 'Sign in' }).click();
    await stranger.getByText('do not belong together').waitFor();
    await open.picture(stranger, 'sign-in-1440');
    await stranger.getByRole('textbox', { name: 'Password' }).fill(program.password);
    await stranger.keyboard.press('Enter');
    await stranger.waitForURL('**/dcim/devices/?sort=-name');
    await stranger.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    await own.close();
  });

  test('loads little before a list can be used', async () => {
    const own = await open.context({ storageState: await context.storageState() });
    const { files, requests } = await firstLoad(await own.newPage(), await measuresOf(own), '/dcim/devices/');
    await own.close();
    const sizes = await Promise.all(files.filter((file) => !file.endsWith('.woff2')).map(gzippedSize));
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250 * 1024);
    // Two faces of a font and nine questions beside.
    expect(requests).toBeLessThan(45);
  });

  test('draws of a long list what is seen of it, to its end', async () => {
    await page.goto('/dcim/devices/');
    await page.getByText(`${world.devices} devices`).waitFor();
    await rows().first().waitFor();
    expect(await rows().count()).toBeLessThan(80);
    await page.getByRole('grid').press('End');
    await page.getByRole('link', { name: 'x'.repeat(64), exact: true }).waitFor();
    await open.picture(page, 'list-1440');
    await page.locator(`[data-active][aria-rowindex="${world.devices + 1}"]`).waitFor();
    await page.keyboard.press('Home');
    await page.locator('[data-active][aria-rowindex="2"]').waitFor();
  });

  test('comes back to where one was in a list', async () => {
    await page.goto('/dcim/devices/');
    const name = 'sw-0250';
    const link = page.getByRole('grid').getByRole('link', { name, exact: true });
    await rows().first().waitFor();
    await scrollTo(250);
    await link.click();
    await heading(name).waitFor();
    await page.goBack();
    await link.waitFor();
    await page.goForward();
    await heading(name).waitFor();
    await page.goBack();
    await link.waitFor();
    await page.keyboard.press('Enter');
    await heading(name).waitFor();
  });

  test('selects all of a range, of which most was never drawn', async () => {
    await page.goto('/dcim/devices/?sort=name&name__isw=sw-0');
    await page.getByRole('checkbox', { name: 'Select sw-0001' }).check();
    await scrollTo(450);
    await page.getByRole('checkbox', { name: 'Select sw-0450' }).click({ modifiers: ['Shift'] });
    await page.getByText('450 selected').waitFor();
  });

  test('scrolls by little work, and keeps little of many pages', async () => {
    const own = await open.context({ storageState: await context.storageState() });
    const measures = await measuresOf(own);
    const shown = await own.newPage();
    await shown.goto('/dcim/devices/');
    await listIsThere(shown, measures);
    // A frame has 16 milliseconds, on a machine that does nothing else.
    expect((await scrolling(shown, measures)).workedPerFrame).toBeLessThan(50);
    const { early, late } = await navigating(shown, measures, '/dcim/devices/', rounds(30, 20));
    expect(late.nodes).toBeLessThan(1.5 * early.nodes);
    expect(late.heap).toBeLessThan(1.5 * early.heap);
    await own.close();
  });

  test('shows hostile names as they are, and runs nothing of them', async () => {
    for (const name of hostileNames) {
      const [{ id }] = (await read(`dcim/devices/?name=${encodeURIComponent(name)}`)).results;
      await page.goto(`/dcim/devices/${id}/`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect((await page.getByRole('heading', { level: 1 }).first().textContent())?.trim()).toBe(name.trim());
      expect(await page.title()).not.toBe('run');
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });

  test('filters by keyboard, and says so in the address', async () => {
    await page.goto('/dcim/devices/');
    await rows().first().waitFor();
    await page.keyboard.press('f');
    await page
      .getByRole('combobox', { name: 'Filter' })
      .or(page.getByLabel('Filter', { exact: true }))
      .first()
      .waitFor();
    await page.keyboard.type('Name');
    await page.keyboard.press('Enter');
    const how = page.getByLabel('How', { exact: true }).first();
    await how.click();
    await page.getByRole('option', { name: 'starts with', exact: true }).click();
    await page.getByLabel('Value', { exact: true }).first().fill('sw-000');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/?name__isw=sw-000');
    await page.getByText('10 devices').waitFor();
    await page.getByRole('button', { name: 'Remove filter Name' }).click();
    await page.getByText(`${world.devices} devices`).waitFor();
  });

  test('shows an object beside its list, by keys alone from the moment it is there', async () => {
    await page.goto('/dcim/devices/?name=sw-racked');
    await page.getByRole('link', { name: 'sw-racked' }).waitFor();
    // In its first second a page took any letter for the second of two that lead elsewhere.
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    const peek = page.getByRole('dialog', { name: 'sw-racked' });
    await peek.getByText('Device type').waitFor();
    const beginsAt = async () => (await peek.boundingBox())?.x ?? 0;
    await eventually('it has come in from the side', 60_000, async () => (await beginsAt()) === 1440 - 480);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
  });

  test('keeps the columns somebody has chosen, wherever they sign in', async () => {
    await page.goto('/dcim/devices/?name=sw-racked');
    await rows().first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Serial number' }).click();
    await page.getByRole('columnheader', { name: 'Serial number' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForLoadState('networkidle');
    const other = await open.context();
    const elsewhere = await other.newPage();
    await signIn(elsewhere, 'admin', program.password);
    await elsewhere.goto('/dcim/devices/');
    await elsewhere.getByRole('columnheader', { name: 'Serial number' }).waitFor();
    await other.close();
  });

  test('finds objects of all services from any page', async () => {
    await page.goto('/');
    await heading(/Hello/).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search objects, pages and actions' }).waitFor();
    await page.keyboard.type('sw-racked');
    await page
      .getByRole('option', { name: /sw-racked/ })
      .first()
      .waitFor();
    await open.picture(page, 'palette-1440');
    await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
    await page.keyboard.press('Enter');
    await heading('sw-racked').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await heading('Locations').waitFor();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('makes an object by keyboard, with mistakes where they belong', async () => {
    await page.goto('/ipam/vlans/add/');
    await page
      .getByLabel('ID', { exact: true })
      .or(page.getByRole('textbox', { name: /^ID/ }))
      .first()
      .fill('70000');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Gäste');
    await page.getByRole('textbox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Active', exact: true }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/less than or equal to 4094/).waitFor();
    await page.getByRole('textbox', { name: /^ID/ }).fill('70');
    await page.keyboard.press('Control+Enter');
    await heading('Gäste (70)').waitFor();
  });

  test('offers nobody what they may not see or do', async () => {
    const user = await make('users/users/', { username: 'guest', password: 'may look around', is_active: true });
    await make('users/permissions/', {
      name: 'looks at locations',
      object_types: ['dcim.location'],
      actions: ['view'],
      users: [user.id],
    });
    const theirs = await open.context();
    const guest = await theirs.newPage();
    await signIn(guest, 'guest', 'may look around');
    const links = await guest.getByRole('navigation', { name: 'Main' }).getByRole('button').allTextContents();
    expect(links).toEqual(['Organization', 'Platform']);
    await guest.goto('/dcim/locations/');
    await guest.getByText('2 locations').waitFor();
    expect(await guest.getByRole('main').getByRole('link', { name: 'Add' }).count()).toBe(0);
    await guest.getByRole('link', { name: 'Berlin', exact: true }).click();
    await guest.getByRole('heading', { level: 1, name: 'Berlin' }).waitFor();
    expect(await guest.getByRole('main').getByRole('link', { name: 'Edit' }).count()).toBe(0);
    for (const path of ['/dcim/devices/', '/dcim/locations/add/', `/dcim/devices/${world.racked.id}/`]) {
      await guest.goto(path);
      await guest.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    }
    await theirs.close();
  });

  test('begins with a slash below the path that a proxy has put it at', async () => {
    const proxy = await startPathProxy(program.url, '/sot');
    const theirs = await open.browser.newContext({ baseURL: proxy.url });
    const other = await theirs.newPage();
    await other.goto('/sot/tenancy/tenants/');
    await other.getByLabel('Username').fill('admin');
    await other.getByRole('textbox', { name: 'Password' }).fill(program.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor();
    expect(new URL(other.url()).pathname).toBe('/sot/tenancy/tenants/');
    await other.getByRole('link', { name: 'Plumbline, start' }).click();
    const hello = other.getByRole('heading', { level: 1, name: /Hello/ });
    await hello.waitFor();
    expect(new URL(other.url()).pathname).toBe('/sot/');
    await other.reload();
    await hello.waitFor();
    await theirs.close();
    await proxy.stop();
  });

  test.each(widthsOfPages)('can be read by everybody: in the dark $dark wide, in the light $light', async (widths) => {
    const storageState = await context.storageState();
    const own = await open.context({ dark: true, width: widths.dark, storageState });
    const shown = await own.newPage();
    const device = `/dcim/devices/${world.racked.id}/`;
    const pages: Record<string, string> = {
      home: '/',
      devices: '/dcim/devices/?status=Active',
      device,
      'device-edit': `${device}edit/`,
      'device-changes': `${device}changes/`,
      'device-notes': `${device}notes/`,
      'rack-add': '/dcim/racks/add/',
      tokens: '/users/tokens/',
      'tag-add': '/extras/tags/add/',
      location: `/dcim/locations/${world.here}/`,
      'location-devices': `/dcim/locations/${world.here}/devices/`,
      changes: '/extras/object-changes/',
      import: '/dcim/racks/import/',
      nowhere: '/dcim/nothing/',
    };
    await expectReadable(shown, widths, pages, (as) => open.picture(shown, as));
    await own.close();
  });
});
