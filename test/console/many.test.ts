import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { missingBrowser } from '../harness/browser';
import { eventually } from '../harness/eventually';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { atATime, type ManyWorld, prepareManyWorld } from './manyWorld';
import type { OpenBrowser } from './openBrowser';
import { type ConsoleProgram, closesConsole, openConsole } from './openConsole';
import { violations } from './violations';

const count = atATime + 1;
const last = `a ${atATime}`;

describeUnless(
  missingBuild ?? missingBrowser,
  'the console, where there is more than the server gives at a time',
  () => {
    let program: ConsoleProgram;
    let world: ManyWorld;
    let open: OpenBrowser;
    let page: Page;
    const read = async (path: string) => (await program.client.must(200, 'GET', path)).body;
    const make = async (path: string, body: object) => (await program.client.must(201, 'POST', path, body)).body;
    const region = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
    const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });

    beforeAll(async () => {
      ({ program, world, open, page } = await openConsole(prepareManyWorld, {
        env: { PLUMBLINE_MAX_PAGE_SIZE: String(atATime) },
      }));
    });
    closesConsole(() => ({ program, open }));

    test('a list is drawn to its end', async () => {
      await page.goto('/tenancy/tenants/');
      await link('a 00').waitFor();
      await page.getByRole('grid').focus();
      await page.keyboard.press('End');
      await link(last).waitFor();
    });

    test('the rows that are selected together are those that are seen', async () => {
      await page.setViewportSize({ width: 1440, height: 500 });
      await page.goto('/tenancy/tenants/');
      await link('a 00').waitFor();
      await page.getByRole('checkbox', { name: 'Select the rows that are shown' }).check();
      const grid = (await page.getByRole('grid').boundingBox())!;
      const chosen = await page.getByRole('row', { selected: true }).all();
      const tops = await Promise.all(chosen.map(async (row) => (await row.boundingBox())!.y));
      expect(tops.length).toBeGreaterThan(1);
      expect(tops.filter((top) => top >= grid.y + grid.height)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    test('a list is exported whole as it is sorted, and its templates are offered', async () => {
      await page.goto('/tenancy/tenants/?name__isw=a&sort=-name');
      await page.getByText(`${count} tenants`).waitFor();
      await page.getByRole('button', { name: 'Export and import' }).click();
      await page.getByRole('menuitem', { name: last }).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('tenants.json');
      const exported = JSON.parse(readFileSync(await file.path(), 'utf8'));
      expect(exported).toMatchObject({ count, next: null, previous: null });
      expect(exported.results.map(({ id }: { id: string }) => id)).toEqual(world.tenants.toReversed());
    });

    test('tags are added to what objects have, to all of them', async () => {
      const [held, added] = await Promise.all(
        ['held', 'added'].map((name) => make('extras/tags/', { name, content_types: ['tenancy.tenant'] })),
      );
      await program.client.must(
        200,
        'PATCH',
        'tenancy/tenants/',
        world.tenants.map((id) => ({ id, tags: [held.id] })),
      );
      await page.goto('/tenancy/tenants/?name__isw=a');
      await page.getByRole('checkbox', { name: 'Select a 00' }).check();
      await page.getByRole('button', { name: `Select all ${count}` }).click();
      await page.getByText(`${count} selected`).waitFor();
      await page.getByRole('button', { name: 'Tags' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('added');
      await page.getByRole('option', { name: 'added' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add tags' }).click();
      await page.getByText(`Tags of ${count} tenants changed.`).waitFor();
      const counts = [held, added].map(async ({ id }) => (await read(`tenancy/tenants/?tags=${id}`)).count);
      expect(await Promise.all(counts)).toEqual([count, count]);
    });

    test('all custom fields, all choices and all relationships are entered', async () => {
      await page.goto(`/tenancy/tenants/${world.tenants[0]}/edit/`);
      await page.getByRole('combobox', { name: 'Big' }).click();
      await page.getByRole('option', { name: last }).waitFor();
      // Of the same weight they come by what they are called.
      const offered = await page.getByRole('option', { name: /^a \d\d$/ }).allTextContents();
      expect(offered).toHaveLength(count);
      expect(offered).toEqual([...offered].sort());
      await page.goto(`/dcim/devices/${world.device}/edit/`);
      await page.getByLabel(last, { exact: true }).waitFor();
      const fields = await page.getByRole('group', { name: 'Custom fields' }).locator('label').allTextContents();
      expect(fields).toHaveLength(count);
      expect(fields).toEqual([...fields].sort());
      // All of them lead to tenants: their relationships tell them apart.
      await page.getByRole('textbox', { name: `Tenants (Uses ${last})` }).waitFor();
    });

    test('all that is computed of an object has its label, and of many that are related the list has all', async () => {
      await page.goto(`/dcim/devices/${world.device}/`);
      await region('Computed fields').getByText(`Computed ${last}`).waitFor();
      const all = region('Relationships').getByRole('link', { name: `All ${count}` });
      await all.waitFor();
      expect(await region('Relationships').getByRole('link', { name: /^a / }).count()).toBe(20);
      expect(await violations(page)).toEqual([]);
      await all.click();
      await page.getByText(`${count} tenants`).waitFor();
    });

    test('a key of a config context comes from the last there is, and from none that others get', async () => {
      await page.goto(`/dcim/devices/${world.device}/config-context/`);
      const from = page.getByRole('row', { name: `key ${atATime}` }).getByRole('link');
      await from.filter({ hasText: 'Of the place' }).waitFor();
      expect(await from.allInnerTexts()).toEqual(['Of the place', last]);
      expect(await violations(page)).toEqual([]);
    });

    test('a cable is connected with the status that most have', async () => {
      await page.goto(`/dcim/devices/${world.device}/ports/`);
      await page.getByRole('button', { name: 'Connect xe-0', exact: true }).click();
      const status = page.getByRole('dialog').getByRole('combobox', { name: 'Status' });
      await eventually('the usual status', 30_000, async () => (await status.inputValue()) === 'Connected');
    });

    test('who shares a route target is a step away', async () => {
      await page.goto(`/ipam/vrfs/${world.vrf}/`);
      await link('All of them').first().waitFor();
      expect(await region('Route targets').getByRole('link', { name: /^a / }).count()).toBe(40);
      await page.goto(`/ipam/route-targets/${world.target}/`);
      await link(`All ${count}`).first().waitFor();
      expect(await violations(page)).toEqual([]);
      await link(`All ${count}`).first().click();
      await page.getByText(`${count} VRFs`).waitFor();
      expect(page.url()).toContain(`export_targets=${world.target}`);
    });

    test('the prefixes that a tree leaves out are a step away, of those that match as of those in one', async () => {
      const inside = Array.from({ length: 501 }, (_, index) => ({
        prefix: `10.1.${index >> 8}.${index & 255}/32`,
        status: 'Active',
      }));
      const outer = await make('ipam/prefixes/', { prefix: '10.1.0.0/16', status: 'Active' });
      await make('ipam/prefixes/', inside);
      const isLeft = async (path: string, found: string, count: string) => {
        await page.goto(path);
        const rows = page.getByRole('treegrid').getByRole('row');
        await rows.first().focus();
        await page.keyboard.press('End');
        await link(/more, as a table$/).waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL(`**/ipam/prefixes/?${found}&view=table`);
        await page.getByText(count).waitFor();
      };
      await page.goto(`/ipam/prefixes/${outer.id}/inside/`);
      await page.getByRole('treegrid').getByRole('row').first().focus();
      await page.keyboard.press('End');
      await link(/more, as a table$/).waitFor();
      // What is free is shown to the end, and what stands between is not.
      await page.getByText(/^\d+ more are between the free blocks from here on$/).waitFor();
      await isLeft(`/ipam/prefixes/${outer.id}/inside/`, `parent=${outer.id}`, '501 prefixes');
      await isLeft('/ipam/prefixes/?within=10.1.0.0%2F16', 'within=10.1.0.0%2F16', '501 prefixes');
    });

    test('a tree is come back to where one was in it, with what one had opened', async () => {
      const tree = page.getByRole('treegrid', { name: 'Prefixes' });
      const outer = tree.getByRole('row').filter({ has: link('10.1.0.0/16') });
      await page.goto('/ipam/prefixes/?prefix=10.1.0.0%2F16');
      await link('10.1.0.0/32').waitFor();
      const free = page.getByRole('switch', { name: 'Free space' });
      await free.press('Space');
      await outer.focus();
      await page.keyboard.press('End');
      await link(/more, as a table$/).waitFor();
      const name = (await tree.getByRole('link', { name: /\/32$/ }).last().textContent())!;
      const last = link(name);
      await last.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.goBack();
      await last.waitFor();
      expect(await outer.count()).toBe(0);
      expect(await tree.getByRole('row').filter({ has: last }).getAttribute('tabindex')).toBe('0');
      // What had been closed is closed as well.
      await tree.getByRole('row').filter({ has: last }).focus();
      await page.keyboard.press('ArrowLeft');
      await outer.waitFor();
      await page.keyboard.press('ArrowLeft');
      await tree.getByText('10.1.0.0/32').waitFor({ state: 'detached' });
      await outer.getByRole('link', { name: '10.1.0.0/16' }).click();
      await page.getByRole('heading', { level: 1, name: '10.1.0.0/16' }).waitFor();
      await page.goBack();
      await outer.waitFor();
      expect(await tree.getByRole('row').count()).toBe(2);
      await free.press('Space');
    });

    test('a map knows of all prefixes inside', async () => {
      await page.goto(`/ipam/prefixes/${world.prefix}/map/`);
      await page.getByText(`${count} free, in a prefix inside`).waitFor();
    });

    test('a query that is kept is opened by its address, and found by its name', async () => {
      await page.goto(`/graphql/?saved=${world.query}`);
      await page.getByRole('textbox', { name: 'Query', exact: true }).getByText(last).waitFor();
      await page.getByRole('textbox', { name: 'Saved query' }).fill('a 07');
      await page.getByRole('option', { name: 'a 07' }).click();
      await page.getByRole('textbox', { name: 'Query', exact: true }).getByText('a 07').waitFor();
      await page.goto('/graphql/?saved=00000000-0000-4000-8000-000000000000');
      await page.getByText(/not found/i).waitFor();
    });

    test('the permission that allows something is found', async () => {
      await page.goto(`/users/users/${world.user}/may/`);
      await page.getByRole('status').getByText('Yes.').waitFor();
      await page.getByRole('link', { name: last }).waitFor();
    });

    test('the account of an administrator is no one else’s to change', async () => {
      await page.goto(`/users/users/${world.user}/may/`);
      await page.getByRole('combobox', { name: 'Kind of object' }).fill('user');
      await page.getByRole('option', { name: 'user', exact: true }).click();
      await page.getByRole('textbox', { name: 'Which one' }).fill('admin');
      await page.getByRole('option', { name: 'admin' }).click();
      await page.getByRole('status').getByText('Accounts of administrators are theirs alone').waitFor();
    });

    test('tokens are turned page by page, the newest first', async () => {
      await page.goto('/users/tokens/');
      await page.getByRole('cell', { name: last, exact: true }).waitFor();
      // One more is the client's.
      await page.getByText(`1 to 50 of ${count + 1} tokens`).waitFor();
      await page.getByRole('button', { name: 'Older' }).click();
      await page.getByText(`51 to ${count + 1} of ${count + 1} tokens`).waitFor();
      await page.getByRole('cell', { name: 'a 00', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
      expect(await violations(page)).toEqual([]);
    });
  },
);
