import type { BrowserContext, Page } from 'playwright-core';
import { missingBroker } from '../harness/broker';
import { missingBrowser } from '../harness/browser';
import { startForm, type Whole } from '../harness/forms';
import { isLong, rounds } from '../harness/long';
import { type Form, missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { password } from '../program/runningProgram';
import { type Keyboard, keyboardOf } from './keyboard';
import { makeAll } from './makeAll';
import { type OpenBrowser, openBrowser } from './openBrowser';
import { closesConsole } from './openConsole';
import { violations } from './violations';

const forms: Form[] = isLong ? ['one', 'split'] : ['one'];

/** Devices that stand in no rack, and can move. */
const movable = rounds(500, 200);

describe.each(forms)('a first day with the console, by keyboard alone, in the form %s', (form) => {
  const missing = missingBuild ?? missingBrowser ?? (form === 'split' ? missingBroker : undefined);
  describeUnless(missing, 'of somebody new', () => {
    let program: Whole;
    let open: OpenBrowser;
    let context: BrowserContext;
    let page: Page;
    let keys: Keyboard;
    let deviceType: string;
    const make = async (path: string, body: unknown) => (await program.client.must(201, 'POST', path, body)).body;
    const read = async (path: string) => (await program.client.must(200, 'GET', path)).body;
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true });
    const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}( \\*)?$`) });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const idOf = () => new URL(page.url()).pathname.split('/')[3]!;
    /** Opens a page by its address, and goes to what it is about. */
    const visit = async (path: string, on: Page = page) => {
      await on.goto(path);
      await on.getByRole('heading', { level: 1 }).waitFor();
      await keyboardOf(on).skipNavigation();
    };

    beforeAll(async () => {
      program = await startForm(form, {
        env: { PLUMBLINE_WORKERS: '1', PLUMBLINE_LOG_LEVEL: 'warn', PLUMBLINE_SUPERUSER_PASSWORD: password },
        keepsBroker: true,
      });
      await make('dcim/location-types/', { name: 'Site', content_types: ['dcim.device', 'dcim.rack'] });
      await make('dcim/manufacturers/', { name: 'Fabrik' });
      const type = await make('dcim/device-types/', { manufacturer: 'Fabrik', model: 'S48', u_height: 1 });
      deviceType = type.id;
      await make('dcim/interface-templates/', { device_type: type.id, name: 'Ethernet1', type: '10gbase-x-sfpp' });
      await make('extras/roles/', { name: 'Leaf', content_types: ['dcim.device'] });
      await make('ipam/prefixes/', { prefix: '10.0.0.0/24', type: 'container', status: 'Active' });
      open = await openBrowser(program.url);
      context = await open.context();
      page = await context.newPage();
      keys = keyboardOf(page);
    });
    closesConsole(() => ({ program, open }));

    test('signs in', async () => {
      await page.goto('/');
      await keys.enter(page.getByLabel('Username'), 'admin');
      await keys.enter(page.getByRole('textbox', { name: 'Password' }), password);
      await keys.press('Enter');
      await heading(/Hello/).waitFor();
    });

    test('makes a location, a rack and devices', async () => {
      await keys.press('g');
      await keys.press('l');
      await heading('Locations').waitFor();
      await keys.press('a');
      await keys.enter(field('Name'), 'Berlin');
      await keys.pick(field('Location type'), 'Site');
      await keys.pick(field('Status'), 'Active');
      await keys.press('Control+Enter');
      await heading('Berlin').waitFor();
      await visit('/dcim/racks/add/');
      await keys.enter(field('Name'), 'R1');
      await keys.pick(field('Location'), 'Berlin');
      await keys.pick(field('Status'), 'Active');
      await keys.press('Control+Enter');
      await heading('R1').waitFor();
      for (const name of ['leaf-1', 'leaf-2']) {
        await visit('/dcim/devices/add/');
        await keys.enter(field('Name'), name);
        await keys.pick(field('Role'), 'Leaf');
        await keys.pick(field('Device type'), 'S48');
        await keys.pick(field('Location'), 'Berlin');
        await keys.pick(field('Status'), 'Active');
        await keys.press('Control+Enter');
        await heading(name).waitFor();
      }
      expect((await read('dcim/devices/?location=Berlin')).count).toBe(2);
    });

    test('cables them, and follows the cable', async () => {
      await visit(`/dcim/devices/${idOf()}/ports/`);
      await keys.use(button('Connect Ethernet1'));
      const dialog = page.getByRole('dialog', { name: 'Connect' });
      await keys.pick(dialog.getByRole('textbox', { name: 'Device', exact: true }), 'leaf-1');
      await keys.pick(dialog.getByRole('textbox', { name: 'Free interface', exact: true }), 'Ethernet1');
      await keys.use(dialog.getByRole('button', { name: 'Connect', exact: true }));
      await page.getByRole('row', { name: /Ethernet1.*leaf-1/ }).waitFor();
      const [{ id }] = (await read('dcim/interfaces/?device=leaf-2')).results;
      await visit(`/dcim/interfaces/${id}/trace/`);
      await page.getByText('Connected all the way').waitFor();
      await page.getByRole('main').getByText('leaf-1').first().waitFor();
    });

    test('takes free space in the tree of prefixes', async () => {
      await visit('/ipam/prefixes/');
      const row = (text: string) => page.getByRole('row').filter({ hasText: text });
      await page.getByRole('link', { name: '10.0.0.0/24', exact: true }).waitFor();
      // The tree is one stop; the arrows lead from row to row.
      await keys.reach(page.getByRole('treegrid').locator('[role=row][tabindex="0"]'));
      await keys.press('ArrowDown');
      await keys.use(page.getByRole('button', { name: 'Take the next free block in 10.0.0.0/24' }));
      await page.getByRole('menuitem', { name: '/28' }).waitFor();
      for (let tries = 0; tries < 9; tries += 1) {
        if (/^\/28/.test((await page.locator(':focus').textContent()) ?? '')) break;
        await keys.press('ArrowDown');
      }
      await keys.press('Enter');
      await row('10.0.0.0/28').waitFor();
      const [{ id }] = (await read('ipam/prefixes/?prefix=10.0.0.0/28')).results;
      await visit(`/ipam/prefixes/${id}/map/`);
      await keys.use(button('Take the next free'));
      await page.getByText('1 taken', { exact: true }).waitFor();
      expect((await read(`ipam/ip-addresses/?parent=${id}`)).count).toBe(1);
    });

    test('merges what two windows have changed at once', async () => {
      for (const key of ['tier', 'floor'])
        await make('extras/custom-fields/', { label: key, key, type: 'text', content_types: ['tenancy.tenant'] });
      const { id } = await make('tenancy/tenants/', { name: 'Acme', description: 'before', comments: 'before' });
      const other = await context.newPage();
      await visit(`/tenancy/tenants/${id}/edit/`);
      await visit(`/tenancy/tenants/${id}/edit/`, other);
      const theirs = keyboardOf(other);
      await theirs.enter(other.getByRole('textbox', { name: 'Description' }), 'theirs');
      await theirs.enter(other.getByRole('textbox', { name: 'floor' }), 'their 1');
      await theirs.press('Control+Enter');
      await other.getByRole('heading', { level: 1, name: 'Acme', exact: true }).waitFor();
      await other.close();
      await keys.enter(page.getByRole('textbox', { name: 'Description' }), 'mine');
      await keys.enter(page.getByRole('textbox', { name: 'Comments' }), 'mine too');
      await keys.enter(page.getByRole('textbox', { name: 'tier' }), 'my gold');
      await keys.press('Control+Enter');
      await heading('Acme was changed meanwhile').waitFor();
      expect((await read(`tenancy/tenants/${id}/`)).description).toBe('theirs');
      await open.picture(page, 'merge-1440');
      expect(await violations(page)).toEqual([]);
      await keys.use(
        page.getByRole('radiogroup', { name: 'Take for Description' }).getByRole('radio').first(),
        'Space',
      );
      await keys.use(button('Go on with these'));
      await heading(/^Edit/).waitFor();
      await keys.press('Control+Enter');
      await heading('Acme').waitFor();
      expect(await read(`tenancy/tenants/${id}/`)).toMatchObject({
        description: 'theirs',
        comments: 'mine too',
        custom_fields: { floor: 'their 1', tier: 'my gold' },
      });
      await visit(`/tenancy/tenants/${id}/changes/`);
      await page.getByRole('table', { name: 'Differences' }).getByText('mine too').waitFor();
      await open.picture(page, 'changes-1440');
    });

    test('changes hundreds of devices or none, and is told which one is in the way', async () => {
      await make('dcim/locations/', { name: 'Wien', location_type: 'Site', status: 'Active' });
      const usual = { device_type: deviceType, role: 'Leaf', location: 'Berlin', status: 'Active' };
      await makeAll(program.client, 'dcim/devices/', [
        ...Array.from({ length: movable }, (_, at) => ({ ...usual, name: `sw-${at}` })),
        { ...usual, name: 'sw-racked', rack: 'R1', position: 3, face: 'front' },
      ]);
      await visit('/dcim/devices/?name__isw=sw-');
      await page.getByText(`${movable + 1} devices`).waitFor();
      await keys.use(page.getByRole('checkbox', { name: 'Select the rows that are shown' }), 'Space');
      await keys.use(button(`Select all ${movable + 1}`));
      await page.getByText(`${movable + 1} selected`).waitFor();
      await keys.use(page.getByRole('toolbar').getByRole('button', { name: 'Edit' }));
      const dialog = page.getByRole('dialog');
      await keys.pick(dialog.getByLabel('Fields to change').first(), 'Location');
      await keys.pick(dialog.getByRole('textbox', { name: 'Location', exact: true }), 'Wien');
      await keys.use(dialog.getByRole('button', { name: `Change ${movable + 1}` }));
      await dialog.getByRole('alert').getByText('one row is not right').waitFor();
      expect(await dialog.getByRole('alert').textContent()).toContain('sw-racked');
      await open.picture(page, 'bulk-1440');
      expect((await read('dcim/devices/?location=Wien&limit=1')).count).toBe(0);
    });

    test('reads a table after seeing what it would do', async () => {
      await visit('/extras/tags/import/');
      const table = page.getByRole('textbox', { name: 'CSV' });
      await keys.reach(table);
      await page.keyboard.insertText('name,color,content_types\nred,ff0000,dcim.device\nblue,sky,dcim.device\n');
      await keys.use(button('Preview 2 rows'));
      await page.getByRole('alert').getByText('one row is not right').waitFor();
      await keys.reach(table);
      await keys.press('Control+A');
      await page.keyboard.insertText('name,color,content_types\nred,ff0000,dcim.device\nblue,0000ff,dcim.device\n');
      await keys.use(button('Preview 2 rows'));
      await page.getByRole('table', { name: 'Preview' }).getByText('Create').first().waitFor();
      await open.picture(page, 'import-1440');
      expect((await read('extras/tags/?limit=1')).count).toBe(0);
      await keys.use(button('Create 2'));
      await heading('Tags').waitFor();
      const { results } = await read('extras/tags/');
      await visit('/extras/tags/import/');
      await keys.reach(table);
      await page.keyboard.insertText(
        `id,color\n${results.map(({ id, name }: { id: string; name: string }) => `${id},${name === 'red' ? 'aa0000' : '0000ff'}`).join('\n')}\n`,
      );
      await keys.use(button('Preview 2 rows'));
      const preview = page.getByRole('table', { name: 'Preview' });
      await preview.getByText('Change', { exact: true }).waitFor();
      await preview.getByText('Same', { exact: true }).waitFor();
    });

    test('runs a job, and reads its log', async () => {
      const [job] = (await read('extras/jobs/?name=Export+Object+List')).results;
      await visit(`/extras/jobs/${job.id}/run/`);
      await keys.pick(field('Content [Tt]ype'), 'tenant', /\| tenant$/);
      await keys.use(button('Run'));
      await page.waitForURL('**/extras/job-results/**');
      await page.getByRole('main').getByText('Success', { exact: false }).first().waitFor();
    });

    test('somebody else sees and may do what is theirs', async () => {
      const user = await make('users/users/', { username: 'guest', password: 'may look around', is_active: true });
      await make('users/permissions/', {
        name: 'changes Wien',
        object_types: ['dcim.location'],
        actions: ['view', 'change'],
        constraints: { name: 'Wien' },
        users: [user.id],
      });
      const theirs = await open.context();
      const guest = await theirs.newPage();
      const guestKeys = keyboardOf(guest);
      await guest.goto('/');
      await guestKeys.enter(guest.getByLabel('Username'), 'guest');
      await guestKeys.enter(guest.getByRole('textbox', { name: 'Password' }), 'may look around');
      await guestKeys.press('Enter');
      await guest.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
      await visit('/dcim/locations/?view=table', guest);
      await guest.getByText('1 location', { exact: true }).waitFor();
      await guestKeys.use(guest.getByRole('link', { name: 'Wien', exact: true }));
      await guest.getByRole('heading', { level: 1, name: 'Wien' }).waitFor();
      await guestKeys.press('e');
      await guestKeys.enter(guest.getByRole('textbox', { name: 'Description' }), 'ours');
      await guestKeys.press('Control+Enter');
      await guest.getByRole('heading', { level: 1, name: 'Wien', exact: true }).waitFor();
      expect((await read('dcim/locations/?name=Wien')).results[0].description).toBe('ours');
      await guest.goto('/dcim/devices/');
      await guest.getByRole('heading', { name: 'There is nothing here' }).waitFor();
      await theirs.close();
    });
  });
});
