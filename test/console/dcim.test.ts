import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { missingBrowser } from '../harness/browser';
import { eventually } from '../harness/eventually';
import { slowdown } from '../harness/long';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type DcimWorld, hostileName, prepareDcimWorld } from './dcimWorld';
import type { OpenBrowser } from './openBrowser';
import { type ConsoleProgram, closesConsole, openConsole } from './openConsole';
import { expectReadable, widthsOfPages } from './violations';

/** How often something is measured at most whose time counts. */
const tries = 4;

/**
 * Expects that something takes less than so many milliseconds, of a machine that does nothing else, at its soonest: what else the machine
 * does at the moment makes some tries longer, and none shorter. Each try begins with a page of its own; one that is soon enough is the last.
 */
async function expectSoon(milliseconds: number, prepare: () => Promise<() => Promise<void>>): Promise<void> {
  let took = Number.POSITIVE_INFINITY;
  let bound = 0;
  for (let count = 0; count < tries && took >= bound; count += 1) {
    const act = await prepare();
    const began = performance.now();
    await act();
    took = Math.min(took, performance.now() - began);
    bound = milliseconds * slowdown();
  }
  expect(took).toBeLessThan(bound);
}

describeUnless(missingBuild ?? missingBrowser, 'what the console draws', () => {
  let program: ConsoleProgram;
  let world: DcimWorld;
  let open: OpenBrowser;
  let context: BrowserContext;
  let page: Page;
  const read = async (path: string) => (await program.client.must(200, 'GET', path)).body;
  const positionOf = async (id: string) => {
    const { position, face, rack } = await read(`dcim/devices/${id}/`);
    return { position, face: face?.value, rack: rack.id };
  };
  const block = (id: string) => page.locator(`[data-face="front"] [data-device="${id}"]`);
  const status = () => page.getByRole('status').filter({ hasText: '→' });

  beforeAll(async () => {
    ({ program, world, open, context, page } = await openConsole(prepareDcimWorld));
  });
  closesConsole(() => ({ program, open }));

  test('a rack, both sides of it, soon', async () => {
    await expectSoon(1000, async () => {
      await page.goto(`/dcim/racks/${world.racks[0]}/`);
      const tab = page.getByRole('tab', { name: 'Elevation' });
      await tab.waitFor();
      return async () => {
        await tab.click();
        await block(world.leaf.id).waitFor();
      };
    });
    await page.getByText('Kept for storage').first().waitFor();
    await page.locator(`[data-face="rear"] [data-device="${world.leaf.id}"][data-back]`).waitFor();
    await page.getByRole('heading', { name: 'In no unit' }).waitFor();
    expect(await page.title()).not.toBe('run');
    await open.picture(page, 'rack-1440');
  });

  test('a device is moved by keys; what stands in its way is said before', async () => {
    await page.goto(`/dcim/racks/${world.racks[0]}/elevation/`);
    await block(world.leaf.id).focus();
    await page.keyboard.press('m');
    await status().getByText('It stands here.').waitFor();
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowUp');
    await status().getByText('U42').waitFor();
    await status().getByText('panel-1 stands there.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('panel-1 stands there.').waitFor();
    expect(await positionOf(world.leaf.id)).toMatchObject({ position: 40 });
    await block(world.leaf.id).focus();
    await page.keyboard.press('m');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
    await status().getByText('Free.').waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: /^leaf-1\W+U35/ })
      .first()
      .waitFor();
    expect(await positionOf(world.leaf.id)).toMatchObject({ position: 35, face: 'front' });
  });

  test('a device is dragged into another rack; the rules are asked while it is held', async () => {
    await page.goto(`/dcim/rack-elevations/?location=${world.room}`);
    await block(world.leaf.id).waitFor();
    const { rack: before } = await positionOf(world.leaf.id);
    expect(before).toBe(world.racks[0]);
    const from = (await block(world.leaf.id).boundingBox())!;
    const rack = (await page.locator(`svg[data-rack="${world.racks[1]}"]`).boundingBox())!;
    const dryRun = page.waitForResponse((answer) => answer.url().includes('dry_run=true'));
    await page.mouse.move(from.x + 60, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(rack.x + 90, rack.y + 300, { steps: 8 });
    expect((await dryRun).status()).toBe(200);
    await status().getByText('Free.').waitFor();
    expect(await positionOf(world.leaf.id)).toMatchObject({ rack: before });
    await open.picture(page, 'rack-drag-1440');
    await page.mouse.up();
    await page.locator(`svg[data-rack="${world.racks[1]}"] [data-device="${world.leaf.id}"]`).waitFor();
    expect((await positionOf(world.leaf.id)).rack).toBe(world.racks[1]);
    expect(new URL(page.url()).pathname).toBe('/dcim/rack-elevations/');
  });

  test('racks are shown from the front where the address asks for what there is not', async () => {
    await page.goto(`/dcim/rack-elevations/?location=${world.room}&view=constructor`);
    await block(world.leaf.id).waitFor();
  });

  test('a device that somebody else has moved meanwhile is left where they have put it', async () => {
    const at = await positionOf(world.leaf.id);
    await page.goto(`/dcim/racks/${at.rack}/elevation/`);
    await block(world.leaf.id).waitFor();
    const put = (position: number) => program.client.must(200, 'PATCH', `dcim/devices/${world.leaf.id}/`, { position });
    await put(at.position - 2);
    await block(world.leaf.id).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await status().getByText('Free.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('somebody else has moved it meanwhile').waitFor();
    expect(await positionOf(world.leaf.id)).toMatchObject({ position: at.position - 2 });
    await page
      .getByRole('link', { name: new RegExp(`^leaf-1\\W+U${at.position - 2}`) })
      .first()
      .waitFor();
    await put(at.position);
  });

  test('two ends are connected by picking, and disconnected again', async () => {
    await page.goto(`/dcim/devices/${world.leaf.id}/ports/`);
    await page.getByRole('button', { name: 'Connect Ethernet7', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect' });
    await dialog
      .getByRole('textbox', { name: 'Device' })
      .or(dialog.getByLabel('Device', { exact: true }))
      .first()
      .fill('core');
    await page.getByRole('option', { name: 'core-1' }).click();
    const port = dialog.getByLabel('Free interface').last();
    await port.fill('Ethernet9');
    await page.getByRole('option', { name: 'Ethernet9', exact: true }).click();
    await dialog.getByLabel('Label').fill('made in the console');
    await open.picture(page, 'connect-1440');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Ethernet7.*core-1/ }).waitFor();
    expect((await read('dcim/cables/?label=made%20in%20the%20console')).count).toBe(1);
    await page.getByRole('button', { name: 'Disconnect Ethernet7' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect Ethernet7', exact: true }).waitFor();
    expect((await read('dcim/cables/?label=made%20in%20the%20console')).count).toBe(0);
  });

  test('an end that was connected on its own page is not asked about again, nor is one that was disconnected', async () => {
    const [near] = (await read(`dcim/interfaces/?device_id=${world.leaf.id}&name=Ethernet7`)).results;
    await page.goto(`/dcim/interfaces/${near.id}/`);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Device' }).fill('core');
    await page.getByRole('option', { name: 'core-1' }).click();
    await dialog.getByRole('textbox', { name: 'Free interface' }).fill('Ethernet9');
    await page.getByRole('option', { name: 'Ethernet9', exact: true }).click();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect((await read(`dcim/interfaces/${near.id}/`)).cable).toBeNull();
  });

  test('what is found while an option is pressed takes it from nobody', async () => {
    await page.goto(`/dcim/devices/${world.leaf.id}/ports/`);
    await page.getByRole('button', { name: 'Connect Ethernet8', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect' });
    let press: () => void = () => undefined;
    const pressed = new Promise<void>((resolve) => {
      press = resolve;
    });
    const question = /\/api\/dcim\/devices\/\?.*q=core/;
    await page.route(question, async (route) => {
      await pressed;
      await route.continue();
    });
    const asked = page.waitForRequest(question);
    const device = dialog.getByRole('textbox', { name: 'Device', exact: true });
    // What there is without a word stays to be picked from while those with the word are asked for.
    await device.click();
    await page.getByRole('option', { name: 'core-1' }).waitFor();
    await device.fill('core');
    await asked;
    await page.getByRole('option', { name: 'core-1' }).hover();
    await page.mouse.down();
    const found = page.waitForResponse(question);
    press();
    await (await found).finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.mouse.up();
    const port = dialog.getByRole('textbox', { name: 'Free interface', exact: true });
    await port.fill('Ethernet9');
    await page.getByRole('option', { name: 'Ethernet9', exact: true }).waitFor();
    await page.unroute(question);
  });

  test('a path is followed through panels', async () => {
    await page.goto(`/dcim/interfaces/${world.leaf.ports.Ethernet1}/trace/`);
    await page.getByText('Connected all the way').waitFor();
    const stops = (await page.getByRole('main').getByRole('listitem').allTextContents()).map((text) =>
      ['leaf-1', 'panel-1', 'panel-2', 'core-1'].find((name) => text.includes(name)),
    );
    expect(stops).toEqual(['leaf-1', 'panel-1', 'panel-2', 'core-1']);
    await page.getByRole('link', { name: 'TRUNK-1' }).waitFor();
    await page.getByText('40 m').first().waitFor();
    await open.picture(page, 'trace-1440');
  });

  test('a path is followed through a circuit, and paths over a panel are found', async () => {
    await page.goto(`/dcim/interfaces/${world.core.ports.Ethernet24}/trace/`);
    await page.getByText('BER-HAM-1').first().waitFor();
    await page.getByText('fw-ham').first().waitFor();
    await page.goto(`/dcim/rear-ports/${world.panel.ports.Trunk}/paths/`);
    await page.getByText('core-1').first().waitFor();
    await page.goto(`/circuits/circuits/${world.circuit}/`);
    const ends = page.getByRole('main');
    await ends.getByText('fw-ham').first().waitFor();
    await ends.getByText('10 Gbit/s').waitFor();
    await open.picture(page, 'circuit-1440');
  });

  test('power is followed from the panel to the outlet, with what it is asked for', async () => {
    await page.goto(`/dcim/power-panels/${world.powerPanel}/load/`);
    await page.getByText('300 W', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'srv-1' }).waitFor();
    const meter = page.getByRole('meter', { name: 'Load' });
    expect(await meter.getAttribute('aria-valuetext')).toMatch(/^300 of \d+ watts$/);
  });

  test('locations are a tree with all that is below them, gone through by keys', async () => {
    await page.goto('/dcim/locations/?view=tree');
    const tree = page.getByRole('treegrid', { name: 'Locations' });
    const berlin = tree.getByRole('row').filter({ hasText: 'Berlin' });
    await berlin.waitFor();
    expect(await berlin.getByRole('link', { name: /2 racks at or below/ }).count()).toBe(1);
    await berlin.focus();
    await page.keyboard.press('ArrowLeft');
    await tree.getByText('Room 1').waitFor({ state: 'detached' });
    // Whoever comes back finds it as they have left it.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Berlin' }).waitFor();
    await page.goBack();
    await berlin.waitFor();
    expect(await tree.getByText('Room 1').count()).toBe(0);
    await berlin.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dcim\/locations\/[0-9a-f-]+\/$/);
  });

  test('500 devices are drawn with what connects them, and saved as a picture', async () => {
    const drawing = page.getByRole('group', { name: 'Topology of Crowd' });
    await expectSoon(3000, async () => {
      await page.goto(`/dcim/locations/${world.crowd}/`);
      const tab = page.getByRole('tab', { name: 'Topology' });
      await tab.waitFor();
      return async () => {
        await tab.click();
        await drawing.locator('[data-node]').nth(499).waitFor({ state: 'attached' });
      };
    });
    expect(await drawing.locator('line').count()).toBeGreaterThan(400);
    await open.picture(page, 'crowd-1440');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG' }).click();
    const file = readFileSync(await (await saved).path(), 'utf8');
    expect(file).toMatch(/^<svg[^>]* viewBox="/);
    expect(file.match(/<text/g)).toHaveLength(500);
    expect(file).not.toMatch(/var\(|class=|href=/);
  });

  test.each(widthsOfPages)('can be read by everybody: in the dark $dark wide, in the light $light', async (widths) => {
    const storageState = await context.storageState();
    const own = await open.context({ dark: true, width: widths.dark, storageState });
    const shown = await own.newPage();
    const pages: Record<string, string> = {
      rack: `/dcim/racks/${world.racks[0]}/elevation/`,
      racks: '/dcim/rack-elevations/?view=both',
      ports: `/dcim/devices/${world.leaf.id}/ports/`,
      panel: `/dcim/devices/${world.panel.id}/ports/`,
      trace: `/dcim/interfaces/${world.leaf.ports.Ethernet1}/trace/`,
      paths: `/dcim/rear-ports/${world.panel.ports.Trunk}/paths/`,
      locations: '/dcim/locations/?view=tree',
      inside: `/dcim/locations/${world.site}/inside/`,
      power: `/dcim/power-panels/${world.powerPanel}/load/`,
      topology: `/dcim/topology/?location=${world.site}`,
      circuit: `/circuits/circuits/${world.circuit}/`,
      cluster: `/virtualization/clusters/${world.cluster}/machines/`,
    };
    await expectReadable(shown, widths, pages, (as) => open.picture(shown, as));
    await own.close();
  });

  test('a long page is come back to where one was in it', async () => {
    await page.setViewportSize({ width: 1440, height: 500 });
    const scrolled = () => page.evaluate<number>("document.querySelector('main').scrollTop");
    const port = page.getByRole('link', { name: 'Ethernet24', exact: true });
    const isThere = () => page.getByRole('heading', { level: 1, name: 'Ethernet24' }).waitFor();
    await page.goto(`/dcim/devices/${world.core.id}/ports/`);
    await port.scrollIntoViewIfNeeded();
    const place = await scrolled();
    expect(place).toBeGreaterThan(100);
    await port.click();
    await isThere();
    expect(await scrolled()).toBe(0);
    for (const again of [false, true]) {
      if (again) await page.goForward();
      await isThere();
      await page.goBack();
      await port.waitFor();
      await eventually('the page is where it was', 30_000, async () => (await scrolled()) === place);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('names are shown as they are, and run nothing', async () => {
    await page.goto(`/dcim/racks/${world.racks[0]}/elevation/`);
    await page.getByText(hostileName).first().waitFor();
    await page.goto('/dcim/locations/?view=tree');
    await page.getByText(hostileName).first().waitFor();
    expect(await page.title()).not.toBe('run');
  });
});
