import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPicture } from '@plumbline/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { missingBrowser } from '../harness/browser';
import { createClient } from '../harness/client';
import { eventually } from '../harness/eventually';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type OpenBrowser, signIn } from './openBrowser';
import { type ConsoleProgram, closesConsole, openConsole } from './openConsole';
import { prepareTasksWorld, type TasksWorld } from './tasksWorld';
import { violations } from './violations';

const failsWithin = 60_000;

/** Writes a page of its log, and more than a page shows when there is a tenant named `enough`. */
const talk = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { defineJob } from '@plumbline/jobs';
  export const Talk = defineJob({ name: 'Talk', hasSensitiveVariables: false, run: async ({ api, log }) => {
    for (let line = 1; line <= 80; line += 1) log.info('line ' + line + '.');
    while ((await api.count('tenancy/tenants/', { name: 'enough' })) === 0) await sleep(100);
    for (let line = 81; line <= 700; line += 1) log.info('line ' + line + '.');
  } });`;

/** Says how often, which is seven times where nobody says otherwise. */
const repeat = `
  import { defineJob, v } from '@plumbline/jobs';
  export const Repeat = defineJob({ name: 'Repeat', hasSensitiveVariables: false,
    variables: { times: v.integer({ default: 7, required: false }) },
    run: ({ data, log }) => void log.info('Times: ' + JSON.stringify(data.times ?? null) + '.') });`;

describeUnless(missingBuild ?? missingBrowser, 'what people do with the console', () => {
  let program: ConsoleProgram;
  let world: TasksWorld;
  let open: OpenBrowser;
  let context: BrowserContext;
  let page: Page;
  const jobs = mkdtempSync(join(tmpdir(), 'plumbline-jobs-'));
  const read = async (path: string) => (await program.client.must(200, 'GET', path)).body;
  const make = async (path: string, body: object) => (await program.client.must(201, 'POST', path, body)).body;
  const region = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });

  beforeAll(async () => {
    writeFileSync(join(jobs, 'talk.ts'), talk);
    writeFileSync(join(jobs, 'repeat.ts'), repeat);
    ({ program, world, open, context, page } = await openConsole(prepareTasksWorld, {
      env: { PLUMBLINE_WORKERS: '1', PLUMBLINE_OUTGOING_ALLOW: '127.0.0.0/8', PLUMBLINE_JOBS: jobs },
    }));
  });
  closesConsole(() => ({ program, open }));
  afterAll(() => rmSync(jobs, { recursive: true, force: true }));

  test('see what needs looking after, with the way to it', async () => {
    const [repository] = (await read('extras/git-repositories/')).results;
    await program.client.must(200, 'POST', `extras/git-repositories/${repository.id}/sync/`, {});
    await eventually('both have failed', failsWithin, async () => {
      const { webhooks, git_repositories } = await read('extras/failures/');
      return webhooks.length === 1 && git_repositories.length === 1;
    });
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/') && asked.push(request.url())));
    await page.goto('/');
    await region('Prefixes filling up').getByRole('link', { name: '10.0.0.0/28' }).waitFor();
    await region('Prefixes filling up').getByText('92 % taken').waitFor();
    expect(await region('Prefixes filling up').getByRole('listitem').count()).toBe(1);
    await region('Power feeds near their maximum').getByText('92 %: 2,700 of 2,944 W').waitFor();
    await region('Cables to nowhere').getByRole('link', { name: 'Interface' }).waitFor();
    await region('Webhooks that failed').getByRole('link', { name: 'Broken hook' }).waitFor();
    await region('Git repositories that failed to sync').getByRole('link', { name: 'Broken repository' }).waitFor();
    await page.waitForLoadState('networkidle');
    page.removeAllListeners('request');
    expect(asked.length).toBeLessThan(22);
    await open.picture(page, 'attention-1440');
    expect(await violations(page)).toEqual([]);
    await region('Cables to nowhere').getByRole('link', { name: 'Interface' }).click();
    await page.getByText('1 interface', { exact: true }).waitFor();
    await page.goBack();
    await region('Prefixes filling up').getByRole('link', { name: /^All/ }).click();
    await page.getByText('1 prefix', { exact: true }).waitFor();
  });

  test('are told what cannot be shown, and why', async () => {
    const asked = /\/api\/(ui\/get-object-counts|extras\/object-changes|extras\/job-results|tenancy\/tenant-groups)\//;
    await page.route(asked, (route) => route.fulfill({ status: 403, json: { detail: 'Not at night.' } }));
    await page.goto('/');
    const told = page.getByRole('alert').filter({ hasText: 'Not at night.' });
    await eventually('all three say so', failsWithin, async () => (await told.count()) === 3);
    await page.goto('/tenancy/tenants/add/');
    await page.getByRole('textbox', { name: 'Tenant group' }).click();
    await page.getByRole('listbox').getByText('Not at night.').waitFor();
    await page.unroute(asked);
  });

  test('who may see none of it is shown none of it', async () => {
    const user = await make('users/users/', { username: 'guest', password: 'may look around', is_active: true });
    await make('users/permissions/', {
      name: 'looks at tenants',
      object_types: ['tenancy.tenant'],
      actions: ['view'],
      users: [user.id],
    });
    const theirs = await open.context();
    const guest = await theirs.newPage();
    const refused: string[] = [];
    guest.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())));
    await signIn(guest, 'guest', 'may look around');
    const tenant = await make('tenancy/tenants/', { name: 'Looked at' });
    await guest.goto(`/tenancy/tenants/${tenant.id}/notes/`);
    await guest.getByText('You may not see the notes').waitFor();
    await guest.goto('/');
    await guest.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
    await guest.waitForLoadState('networkidle');
    expect(await guest.getByRole('heading', { level: 2 }).allTextContents()).not.toContain('Prefixes filling up');
    expect(refused.filter((url) => !url.includes('/user/profile/'))).toEqual([]);
    await theirs.close();
  });

  test('who may change some objects only is offered no others, and is told which were passed over', async () => {
    const user = await make('users/users/', { username: 'local', password: 'changes at home', is_active: true });
    const permit = (name: string, actions: string[], constraints: object | null) =>
      make('users/permissions/', {
        name: `${name} of their own`,
        object_types: ['tenancy.tenant'],
        actions,
        constraints,
        users: [user.id],
      });
    await permit('views', ['view'], null);
    await permit('changes', ['change', 'delete'], { description: 'theirs' });
    const [own, other] = await make('tenancy/tenants/', [
      { name: 'at home', description: 'theirs' },
      { name: 'far away', description: 'ours' },
    ]);
    const theirs = await open.context();
    const local = await theirs.newPage();
    await signIn(local, 'local', 'changes at home');
    await local.goto(`/tenancy/tenants/${own.id}/`);
    await local.getByRole('link', { name: 'Edit' }).waitFor();
    await local.getByRole('button', { name: 'Delete' }).waitFor();
    await local.goto(`/tenancy/tenants/${other.id}/`);
    await local.getByRole('heading', { level: 1, name: 'far away' }).waitFor();
    await local.getByRole('link', { name: 'Edit' }).waitFor({ state: 'detached' });
    await local.getByRole('button', { name: 'Delete' }).waitFor({ state: 'detached' });
    expect(await local.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    await local.goto(`/tenancy/tenants/${other.id}/edit/`);
    await local.getByRole('heading', { name: 'far away is not yours to change' }).waitFor();
    await local.getByRole('button', { name: 'Show it' }).click();
    await local.getByRole('heading', { level: 1, name: 'far away' }).waitFor();
    await local.goto('/tenancy/tenants/?sort=name');
    const peek = async (name: string) => {
      await local.getByRole('button', { name: `Peek at ${name}` }).press('Enter');
      await local.getByRole('dialog', { name }).getByRole('link', { name: 'Open' }).waitFor();
    };
    await peek('far away');
    await local.getByRole('dialog').getByRole('link', { name: 'Edit' }).waitFor({ state: 'detached' });
    await local.keyboard.press('Escape');
    await peek('at home');
    await local.getByRole('dialog').getByRole('link', { name: 'Edit' }).click();
    // It becomes somebody else's while they type.
    await local.getByRole('textbox', { name: 'Description' }).fill('changed');
    await program.client.must(200, 'PATCH', `tenancy/tenants/${own.id}/`, { description: 'ours' });
    await local.getByRole('button', { name: 'Save', exact: true }).click();
    await local.getByRole('alert').getByText('or you may not change it').waitFor();
    await local.getByRole('button', { name: 'Cancel' }).click();
    await program.client.must(200, 'PATCH', `tenancy/tenants/${own.id}/`, { description: 'theirs' });
    const dialog = local.getByRole('dialog');
    const both = `/tenancy/tenants/?id=${own.id}&id=${other.id}`;
    const chosen = async (action: string) => {
      await local.goto(both);
      await local.getByRole('checkbox', { name: 'Select far away' }).check();
      await local.getByRole('checkbox', { name: 'Select at home' }).check();
      await local.getByRole('toolbar').getByRole('button', { name: action }).click();
    };
    await chosen('Edit');
    await dialog.getByText('All of them that you may change are changed').waitFor();
    await dialog.getByRole('combobox', { name: 'Fields to change' }).fill('Comments');
    await local.getByRole('option', { name: 'Comments' }).click();
    await dialog.getByRole('textbox', { name: 'Comments' }).fill('seen');
    await dialog.getByRole('button', { name: 'Change 2' }).click();
    await local.getByText('1 tenant changed.').waitFor();
    await local.getByText('These are not yours to change: far away.').waitFor();
    await chosen('Delete');
    await dialog.getByRole('button', { name: 'Delete 2' }).click();
    await local.getByText('1 tenant deleted.').waitFor();
    await local.getByText('These are not yours to delete: far away.').waitFor();
    await theirs.close();
    expect((await read(`tenancy/tenants/${other.id}/`)).comments).toBe('');
  });

  test('failures are told of what one may view', async () => {
    const user = await make('users/users/', { username: 'hooked', password: 'may look at hooks', is_active: true });
    const permit = (object_type: string, name: string) =>
      make('users/permissions/', {
        name: `${object_type} ${name}`,
        object_types: [object_type],
        actions: ['view'],
        constraints: { name },
        users: [user.id],
      });
    await make('users/permissions/', {
      name: 'makes tokens',
      object_types: ['users.token'],
      actions: ['add'],
      users: [user.id],
    });
    const seen = async () => {
      const authorization = `Basic ${Buffer.from('hooked:may look at hooks').toString('base64')}`;
      const { key } = (await program.client.must(201, 'POST', 'users/tokens/', {}, { headers: { authorization } }))
        .body;
      const client = createClient(program.url, key);
      const { webhooks, git_repositories } = (await client.must(200, 'GET', 'extras/failures/')).body;
      client.close();
      return [webhooks, git_repositories].map((list: { name: string }[]) => list.map(({ name }) => name));
    };
    expect(await seen()).toEqual([[], []]);
    await permit('extras.webhook', 'Broken hook');
    await permit('extras.gitrepository', 'Another repository');
    expect(await seen()).toEqual([['Broken hook'], []]);
  });

  test('make a token whose key is shown once, and revoke it', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'API tokens' }).click();
    await page.getByRole('heading', { level: 1, name: 'API tokens' }).waitFor();
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('for backups');
    await page.getByRole('switch', { name: 'It may write' }).press('Space');
    await page.keyboard.press('Enter');
    const told = page.getByRole('status').filter({ hasText: 'The key of the new token' });
    const key = (await told.locator('code').textContent())!;
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await told.getByRole('button', { name: 'Copy' }).click();
    await told.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    const ask = () => fetch(`${program.url}/api/dcim/devices/`, { headers: { authorization: `Token ${key}` } });
    expect((await ask()).status).toBe(200);
    await open.picture(page, 'tokens-1440');
    expect(await violations(page)).toEqual([]);
    const [token] = (await read('users/tokens/?description=for+backups')).results;
    for (const path of ['/users/tokens/', `/users/tokens/${token.id}/`, `/users/tokens/${token.id}/edit/`]) {
      await page.goto(path);
      await page.getByRole('row', { name: /for backups/ }).waitFor();
      expect(await page.content()).not.toContain(key);
    }
    const row = page.getByRole('row', { name: /for backups.*reads/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await ask()).status).toBe(403);
    // Nobody is shown a key again: it is there even where the list of tokens cannot be asked for any more.
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('for reports');
    // A press beside it closes nothing that something is entered in.
    await page.mouse.click(5, 5);
    const list = '**/api/users/tokens/?*';
    await page.route(list, (route) => route.fulfill({ status: 403, json: { detail: 'Not any more.' } }));
    await page.getByRole('button', { name: 'Make it', exact: true }).click();
    await told.locator('code').waitFor();
    await page.unroute(list);
  });

  test('delete what somebody else has changed once they have seen it', async () => {
    const { id } = await make('tenancy/tenants/', { name: 'to go' });
    await page.goto(`/tenancy/tenants/${id}/`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await program.client.must(200, 'PATCH', `tenancy/tenants/${id}/`, { description: 'needed' });
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await remove.click();
    await page.getByRole('alert').getByText('Somebody else has changed it meanwhile').waitFor();
    await page.getByText('needed', { exact: true }).waitFor();
    await remove.click();
    await page.getByText('to go is deleted.').waitFor();
  });

  test('delete all that a filter finds, and are told so', async () => {
    await make('tenancy/tenants/', { name: 'for nobody' });
    await page.goto('/tenancy/tenants/?name=for+nobody');
    await page.getByRole('checkbox', { name: 'Select for nobody' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1' }).click();
    await page.getByText('1 tenant deleted.').waitFor();
    await page.getByText('No tenants match').waitFor();
  });

  test('permit what is like an example, and see what that is', async () => {
    const user = await make('users/users/', { username: 'leaves', password: 'may see leaves', is_active: true });
    await page.goto('/users/permissions/add/');
    await page.getByText('Choose object types above').waitFor();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Leaves of Berlin');
    await page.getByRole('combobox', { name: /^Actions/ }).fill('view');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: /^Object types/ }).fill('dcim | device');
    await page.getByRole('option', { name: 'dcim | device', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Users' }).fill('leaves');
    await page.getByRole('option', { name: 'leaves' }).click();
    await page.getByRole('textbox', { name: 'Like this one' }).fill('leaf-1');
    await page.getByRole('option', { name: 'leaf-1' }).click();
    const found = page.getByRole('grid', { name: 'Devices' });
    await found.getByText('leaf-3').waitFor({ state: 'detached' });
    await found.getByText('spine-1').waitFor();
    // What is entered in the filter submits nothing of the form.
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('combobox', { name: 'Filter' }).fill('Name');
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await page.getByLabel('How', { exact: true }).first().click();
    await page.getByRole('option', { name: 'starts with', exact: true }).click();
    await page.getByLabel('Value', { exact: true }).first().fill('leaf');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply' }).click();
    await found.getByText('spine-1').waitFor({ state: 'detached' });
    for (const name of ['Device type', 'Status', 'Role'])
      await page.getByRole('button', { name: `Remove filter ${name}` }).click();
    // Lists have what has both tags, and no constraint says that.
    const use = page.getByRole('button', { name: 'Use it as the constraint' });
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('combobox', { name: 'Filter' }).fill('Tags');
    await page.getByRole('option', { name: 'Tags', exact: true }).click();
    for (const name of ['one of two', 'two of two']) {
      await make('extras/tags/', { name, content_types: ['dcim.device'] });
      await page.getByRole('textbox', { name: 'Value' }).fill(name);
      await page.getByRole('option', { name }).click();
    }
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.getByText('No constraint says this: Tags.').waitFor();
    expect(await use.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove filter Tags' }).click();
    await open.picture(page, 'constraints-1440');
    expect(await violations(page)).toEqual([]);
    await use.click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Leaves of Berlin' }).waitFor();
    const { constraints } = (await read(`users/permissions/?users=${user.id}`)).results[0];
    expect(constraints).toEqual({ location__subtree: [world.location], name__istartswith: 'leaf' });
    const theirs = await open.context();
    const other = await theirs.newPage();
    await signIn(other, 'leaves', 'may see leaves');
    await other.goto('/dcim/devices/');
    await other.getByText('2 devices').waitFor();
    await theirs.close();
  });

  test('enter pictures, and see them', async () => {
    const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: aPicture(8, 4) });
    const isDrawn = async (name: string) => {
      await page.getByRole('img', { name }).waitFor();
      const drawn = page.getByRole('img', { name });
      const width = await drawn.evaluate(async (element) => {
        const image = element as unknown as { decode(): Promise<void>; naturalWidth: number };
        await image.decode();
        return image.naturalWidth;
      });
      expect(width).toBe(8);
    };
    await page.goto(`/dcim/device-types/${world.deviceType}/edit/`);
    await page.getByRole('button', { name: 'Front image' }).waitFor();
    await page.locator('input[type=file]').first().setInputFiles(picture('front.png'));
    await page.getByRole('button', { name: 'Remove Front image' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^(?!Edit).*S48$/ }).waitFor();
    await isDrawn('front.png');
    await page.goto(`/dcim/device-types/${world.deviceType}/edit/`);
    await page.getByRole('button', { name: 'Remove Front image' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^(?!Edit).*S48$/ }).waitFor();
    expect((await read(`dcim/device-types/${world.deviceType}/`)).front_image).toBeNull();
    await page.goto(`/dcim/devices/${world.device}/`);
    await page.getByRole('link', { name: 'Add picture' }).click();
    await page.locator('input[type=file]').setInputFiles(picture('photo.png'));
    await page.getByRole('button', { name: 'Image' }).getByText('photo.png').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'photo.png' }).waitFor();
    await page.goto(`/dcim/devices/${world.device}/`);
    await isDrawn('photo.png');
    expect(await violations(page)).toEqual([]);
  });

  test('relate objects as somebody has said that they can be, and let go of none they do not see', async () => {
    const circuits = { source_type: 'dcim.device', destination_type: 'tenancy.tenant', type: 'many-to-many' };
    await make('extras/relationships/', { label: 'Used by', key: 'used_by', source_label: 'Users of it', ...circuits });
    await make('extras/relationships/', { label: 'Paid by', key: 'paid_by', source_label: 'Payers', ...circuits });
    const [acme, other] = [
      (await read('tenancy/tenants/?name=Acme')).results[0],
      await make('tenancy/tenants/', { name: 'Other' }),
    ];
    const path = `dcim/devices/${world.device}/`;
    await program.client.must(200, 'PATCH', path, {
      relationships: { paid_by: { destination: { objects: [other.id] } } },
    });
    const related = async () => {
      const { relationships } = await read(`${path}?include=relationships`);
      return ['used_by', 'paid_by'].map((key) =>
        relationships[key].destination.objects.map(({ id }: { id: string }) => id),
      );
    };
    await page.goto(`/${path}edit/`);
    await page.getByRole('textbox', { name: 'Users of it' }).fill('Acme');
    await page.getByRole('option', { name: 'Acme' }).click();
    await page.keyboard.press('Escape');
    await page.locator('[aria-label="Remove Other"]').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      relationships: { used_by: { destination: { objects: [acme.id] } } },
    });
    await page.getByRole('heading', { level: 1, name: 'leaf-1', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Relationships' }).waitFor();
    expect(await related()).toEqual([[acme.id], [other.id]]);
    await page.goto(`/${path}edit/`);
    await page.locator('[aria-label="Remove Acme"]').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'leaf-1', exact: true }).waitFor();
    expect(await related()).toEqual([[], [other.id]]);
  });

  test('give many objects values of custom fields and relationships, and leave all others as they are', async () => {
    const field = await make('extras/custom-fields/', {
      label: 'Support',
      key: 'support',
      type: 'select',
      content_types: ['dcim.device'],
    });
    await make('extras/custom-field-choices/', { custom_field: field.id, value: 'Gold' });
    for (const [key, type] of [
      ['audited', 'boolean'],
      ['contract', 'text'],
    ])
      await make('extras/custom-fields/', { label: key, key, type, content_types: ['dcim.device'] });
    await make('extras/relationships/', {
      label: 'Run by',
      key: 'run_by',
      source_label: 'Operator',
      source_type: 'tenancy.tenant',
      destination_label: 'Operators',
      destination_type: 'dcim.device',
      type: 'one-to-many',
    });
    const operator = await make('tenancy/tenants/', { name: 'Operator' });
    const { results } = await read('dcim/devices/?name__isw=leaf-');
    const ids: string[] = results.map(({ id }: { id: string }) => id);
    await program.client.must(
      200,
      'PATCH',
      'dcim/devices/',
      ids.map((id) => ({ id, custom_fields: { contract: 'C-1' } })),
    );
    await page.goto('/dcim/devices/?name__isw=leaf-');
    await page.getByRole('checkbox', { name: 'Select the rows that are shown' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const fields = dialog.getByRole('combobox', { name: 'Fields to change' });
    for (const name of ['Support', 'audited', 'Operators']) {
      await fields.fill(name);
      await page.getByRole('option', { name, exact: true }).click();
    }
    await dialog.getByRole('combobox', { name: 'Support' }).fill('Gold');
    await page.getByRole('option', { name: 'Gold' }).click();
    await dialog.getByRole('switch', { name: 'audited' }).press('Space');
    await dialog.getByRole('textbox', { name: 'Operators' }).fill('Operator');
    await page.getByRole('option', { name: 'Operator', exact: true }).click();
    await open.picture(page, 'bulk-custom-1440');
    expect(await violations(page)).toEqual([]);
    // A press beside it closes nothing that something is entered in.
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: `Change ${ids.length}` }).click();
    await dialog.waitFor({ state: 'hidden' });
    for (const id of ids) {
      const { custom_fields, relationships } = await read(`dcim/devices/${id}/?include=relationships`);
      expect(custom_fields).toMatchObject({ support: 'Gold', audited: true, contract: 'C-1' });
      expect(relationships.run_by.source.objects.map((one: { id: string }) => one.id)).toEqual([operator.id]);
    }
  });

  test('see what a cable leads to, from itself and from either end', async () => {
    const [feed] = (await read('dcim/power-feeds/?name=Feed+A')).results;
    await page.goto(`/dcim/power-feeds/${feed.id}/`);
    const connection = region('Connection');
    await connection.getByRole('link', { name: 'PSU' }).waitFor();
    await connection.getByRole('link', { name: 'leaf-1' }).waitFor();
    await connection.getByRole('link', { name: 'Cable' }).click();
    const ends = region('Both ends');
    await ends.getByRole('link', { name: 'Panel' }).waitFor();
    await ends.getByRole('link', { name: 'PSU' }).waitFor();
    expect(await page.getByText('Termination').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('put a dynamic group together by filters while they make it', async () => {
    await page.goto('/extras/dynamic-groups/add/');
    await page.getByRole('combobox', { name: /^Content type/ }).fill('dcim | device');
    await page.getByRole('option', { name: 'dcim | device', exact: true }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill('Spines');
    const found = page.getByRole('grid', { name: 'Devices' });
    await found.getByText('leaf-1').waitFor();
    await page.getByPlaceholder('Search devices').fill('spine');
    await page.keyboard.press('Enter');
    await found.getByText('leaf-1').waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Spines' }).waitFor();
    expect((await read('extras/dynamic-groups/?name=Spines')).results[0].filter).toEqual({ q: ['spine'] });
  });

  test('write over no filter of a group that somebody else has changed, and leave none of theirs unasked', async () => {
    const { id } = await make('extras/dynamic-groups/', {
      name: 'Shared by two',
      content_type: 'dcim.device',
      filter: { q: ['leaf'] },
    });
    const path = `extras/dynamic-groups/${id}/`;
    const keep = page.getByRole('button', { name: 'Keep this filter' });
    await page.goto(`/${path}`);
    const search = page.getByPlaceholder('Search devices');
    await search.fill('spine');
    await keep.waitFor();
    await program.client.must(200, 'PATCH', path, { filter: { q: ['leaf-1'] } });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await keep.click();
    await page.getByRole('alert').getByText('leaf-1').waitFor();
    expect((await read(path)).filter).toEqual({ q: ['leaf-1'] });
    await keep.click();
    await keep.waitFor({ state: 'detached' });
    expect((await read(path)).filter).toEqual({ q: ['spine'] });
  });

  test('are shown what a new object has where nothing is entered', async () => {
    await page.goto('/dcim/device-types/add/');
    const fullDepth = page.getByRole('switch', { name: 'Is full depth' });
    await fullDepth.waitFor();
    expect(await fullDepth.isChecked()).toBe(true);
    expect(await page.getByLabel('Height (U)').inputValue()).toBe('1');
    expect(await page.getByRole('switch', { name: /unless said/ }).count()).toBe(0);
    await page.goto('/dcim/racks/add/');
    await page.getByLabel('Height (U)').waitFor();
    expect(await page.getByLabel('Height (U)').inputValue()).toBe('42');
    expect(await page.getByRole('combobox', { name: 'Width' }).inputValue()).toBe('19 inches');
  });

  test('make one object, however often they press', async () => {
    const save = (name: string) => page.getByRole('button', { name, exact: true });
    const presses: Record<string, () => Promise<void>> = {
      keys: async () => {
        await page.getByRole('textbox', { name: /^Name/ }).focus();
        for (const key of ['Control+Enter', 'Control+Enter', 'Enter']) await page.keyboard.press(key);
      },
      clicks: () => save('Save').dblclick(),
    };
    for (const [vid, [name, press]] of Object.entries(presses).entries()) {
      await page.goto(`/ipam/vlans/add/?vid=${vid + 100}&name=${name}`);
      await page.getByRole('textbox', { name: /^Status/ }).fill('Active');
      await page.getByRole('option', { name: 'Active' }).click();
      await press();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect((await read(`ipam/vlans/?name=${name}`)).count).toBe(1);
    }
  });

  test('filter by moments of the time where they are', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
    await page.goto('/tenancy/tenants/');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('combobox', { name: 'Filter', exact: true }).fill('Created');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'How' }).click();
    await page.getByRole('option', { name: 'is at least' }).click();
    await page.getByLabel('Value').fill('2024-01-31T20:30');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/created__gte=2024-02-01T01%3A30%3A00/);
    await page.getByRole('button', { name: 'Created is at least Jan 31, 2024, 20:30:00', exact: true }).click();
    expect(await page.getByLabel('Value').inputValue()).toMatch(/^2024-01-31T20:30/);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    await session.detach();
  });

  test('are led to what is wrong with what they have entered', async () => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.goto(`/dcim/devices/${world.device}/edit/`);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('leaf-2');
    await page.getByLabel('Position (U)').fill('3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const mistake = page.locator('form [aria-invalid=true], form [role=alert]').first();
    await mistake.waitFor();
    await eventually('the keyboard is there', failsWithin, () =>
      mistake.evaluate(
        (at: { matches(what: string): boolean; getBoundingClientRect(): { top: number; bottom: number } }) => {
          const { top, bottom } = at.getBoundingClientRect();
          return at.matches(':focus') && top >= 0 && bottom <= 500;
        },
      ),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('read tables as spreadsheets write them, as often as they mend them', async () => {
    await page.goto('/tenancy/tenants/import/');
    const text = page.getByRole('textbox', { name: 'CSV' });
    const folder = mkdtempSync(join(tmpdir(), 'tables-'));
    const file = join(folder, 'tenants.csv');
    const input = page.locator('input[type=file]');
    for (const [bytes, expected] of [
      [Buffer.from('name;description\r\nM\xfcnchen;1,5 km\r\n', 'latin1'), 'München'],
      [Buffer.from('\ufeffname\tdescription\r\nKöln\t"a\tb"\r\n', 'utf16le'), 'Köln'],
      [Buffer.from('name,description\nŁódź,x\n'), 'Łódź'],
    ] as const) {
      writeFileSync(file, bytes);
      await input.setInputFiles(file);
      await eventually(expected, failsWithin, async () => (await text.inputValue()).includes(expected));
      // Chosen again the same file is a choice only where the one before is forgotten.
      expect(await input.inputValue()).toBe('');
      await page.getByRole('button', { name: 'Preview 1 row' }).click();
      await page.getByRole('table', { name: 'Preview' }).getByText(expected).first().waitFor();
    }
    rmSync(folder, { recursive: true });
    await page.getByRole('button', { name: 'Create 1' }).click();
    await page.getByRole('link', { name: 'Łódź' }).waitFor();
    // Custom fields are compared as well, and what is spelt wrong is told.
    await make('extras/custom-fields/', {
      label: 'Tier',
      key: 'tier',
      type: 'text',
      content_types: ['tenancy.tenant'],
    });
    const [{ id }] = (await read('tenancy/tenants/?name=Acme')).results;
    await page.goto('/tenancy/tenants/import/');
    await text.fill(`id,cf_tier,descripton\n${id},gold,all`);
    await page.getByRole('button', { name: 'Preview 1 row' }).click();
    await page.getByRole('row', { name: /^Change Acme .*gold/ }).waitFor();
    await page.getByRole('alert').getByText('passed over: descripton.').waitFor();
    await text.fill('');
  });

  test('keep among their favorites what they have kept in two windows', async () => {
    const other = await context.newPage();
    await other.goto('/dcim/racks/');
    await page.goto('/dcim/devices/');
    for (const [where, label] of [
      [page, 'devices'],
      [other, 'racks'],
    ] as const) {
      const kept = where.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await where.getByRole('button', { name: `Keep ${label} among the favorites` }).click();
      await kept;
    }
    await other.close();
    expect((await read('users/config/')).console.favorites).toEqual(['/dcim/devices/', '/dcim/racks/']);
  });

  test('save the JSON that they have entered, by a key too', async () => {
    const permission = await make('users/permissions/', {
      name: 'one of two',
      object_types: ['dcim.device'],
      actions: ['view'],
      constraints: [{ name: 'leaf-1' }, { name: 'leaf-2' }],
    });
    const path = `users/permissions/${permission.id}/`;
    const constraints = page.getByRole('textbox', { name: 'Constraints' });
    await page.goto(`/${path}edit/`);
    await constraints.fill('[{"name": "leaf-1"}, {"name": "leaf-3"}]');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'one of two', exact: true }).waitFor();
    expect((await read(path)).constraints).toEqual([{ name: 'leaf-1' }, { name: 'leaf-3' }]);
    await page.goto(`/${path}edit/`);
    await constraints.fill('[{"name": "leaf-1"}, {"name": "leaf-2"');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(
      await constraints.evaluate((field: { validity: { customError: boolean } }) => field.validity.customError),
    ).toBe(true);
    await constraints.blur();
    await page.getByText('This is no JSON').waitFor();
    await constraints.fill('{"name": "leaf-2"}');
    // One click does: nothing moves away from under it.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'one of two', exact: true }).waitFor();
    expect((await read(path)).constraints).toEqual({ name: 'leaf-2' });
  });

  test('go by signs, on whichever keys their keyboards have them', async () => {
    const typed = (key: string, held: string) =>
      page.evaluate(`document.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', ${held}, bubbles: true }))`);
    await page.goto(`/dcim/devices/${world.device}/`);
    await page.getByRole('tab', { selected: true, name: 'Device', exact: true }).waitFor();
    await typed(']', 'ctrlKey: true, altKey: true');
    await page.getByRole('tab', { selected: false, name: 'Device', exact: true }).waitFor();
    await typed('[', 'ctrlKey: true, altKey: true');
    await page.getByRole('tab', { selected: true, name: 'Device', exact: true }).waitFor();
    await typed('/', 'shiftKey: true');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  });

  test('see JSON as it is, though it looks like something else', async () => {
    await make('extras/custom-fields/', {
      label: 'Facts',
      key: 'facts',
      type: 'json',
      content_types: ['tenancy.tenant'],
    });
    for (const [name, label] of [
      ['of a text', 'text'],
      ['of more', { en: 'more' }],
    ] as const) {
      const facts = { value: 1, label };
      const { id } = await make('tenancy/tenants/', { name, custom_fields: { facts } });
      await page.goto(`/tenancy/tenants/${id}/`);
      await page.getByText('"value": 1').waitFor();
    }
  });

  test('overwrite nothing where they change a value, though the page has asked anew meanwhile', async () => {
    const tenant = await make('tenancy/tenants/', { name: 'Shared', description: 'as it was' });
    const path = `tenancy/tenants/${tenant.id}/`;
    await page.goto(`/${path}`);
    const description = page.getByRole('textbox', { name: 'Description' });
    await page.getByRole('button', { name: 'Edit Description' }).click();
    await description.fill('mine');
    await program.client.must(200, 'PATCH', path, { description: 'theirs' });
    const asked = page.waitForResponse((answer) => answer.url().includes(path) && answer.status() === 200);
    // As somebody makes a note beside it: whatever is written, all that is shown is asked for anew.
    await page.getByRole('button', { name: 'Edit Name' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shared by two');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await asked;
    await page.getByText('Somebody else has changed').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).press('Escape');
    await description.press('Enter');
    await page.getByText(/here it is now: *theirs/).waitFor();
    expect((await read(path)).description).toBe('theirs');
    await description.press('Enter');
    await description.waitFor({ state: 'detached' });
    expect((await read(path)).description).toBe('mine');
  });

  test('ask in GraphQL with completion, and keep the query', async () => {
    await page.goto('/graphql/');
    await page.getByRole('searchbox', { name: 'Search the schema' }).fill('tenants');
    await page.getByRole('button', { name: 'Ask for tenants', exact: true }).press('Enter');
    const query = page.getByRole('textbox', { name: 'Query', exact: true });
    await query.getByText('tenants').waitFor();
    await query.press('Control+Home');
    for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('descrip');
    await page.getByRole('option', { name: /^description/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await open.picture(page, 'graphql-1440');
    await page.keyboard.press('Enter');
    await query.getByText('description').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('textbox', { name: 'Answer' }).getByText('"tenants"').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Keep it as').fill('All tenants');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.waitForURL(/\/graphql\/\?saved=/);
    await page.goto('/extras/graphql-queries/');
    await page.getByRole('link', { name: 'All tenants' }).click();
    await page.getByRole('link', { name: 'Ask' }).click();
    await query.getByText('description').waitFor();
    // What somebody else has made of it meanwhile is shown before it is written over.
    const [kept] = (await read('extras/graphql-queries/?name=All+tenants')).results;
    const theirs = kept.query.replace('description', 'comments');
    await query.press('Control+Home');
    await page.keyboard.type('# mine');
    await page.keyboard.press('Enter');
    await program.client.must(200, 'PATCH', `extras/graphql-queries/${kept.id}/`, { query: theirs });
    await page.getByRole('button', { name: 'Keep the change' }).click();
    await page.getByRole('alert').getByText('comments').waitFor();
    expect((await read(`extras/graphql-queries/${kept.id}/`)).query).toBe(theirs);
    await page.getByRole('button', { name: 'Keep the change' }).click();
    await page.getByText('All tenants is kept').waitFor();
    expect((await read(`extras/graphql-queries/${kept.id}/`)).query).toContain('# mine');
  });

  test('read the log of a run while it goes on, where they are in it and by the time there', async () => {
    await eventually('the job is there', 60_000, async () => (await read('extras/jobs/?name=Talk')).count === 1);
    await program.client.must(200, 'PATCH', 'extras/jobs/Talk/', { enabled: true });
    const { job_result } = await make('extras/jobs/Talk/run/', {});
    const timezoneId = 'Asia/Kathmandu';
    const theirs = await open.browser.newContext({
      baseURL: program.url,
      timezoneId,
      storageState: await context.storageState(),
    });
    const reader = await theirs.newPage();
    await reader.goto(`/extras/job-results/${job_result.id}/`);
    const log = reader.getByRole('log');
    const lines = log.locator('[data-level]');
    const place = () => log.evaluate((box: { scrollTop: number }) => box.scrollTop);
    await lines.filter({ hasText: 'line 80.' }).waitFor({ timeout: 60_000 });
    await eventually('the end is shown', 30_000, async () => (await place()) > 0);
    const moment = new Date((await lines.first().locator('time').getAttribute('datetime'))!);
    const there = moment.toLocaleTimeString('en-GB', { timeZone: timezoneId });
    expect(await lines.first().locator('time').textContent()).toBe(there);
    await log.focus();
    await reader.keyboard.press('Home');
    await eventually('the beginning is shown', 30_000, async () => (await place()) === 0);
    await make('tenancy/tenants/', { name: 'enough' });
    await lines.filter({ hasText: 'line 700.' }).waitFor({ timeout: 60_000 });
    expect(await place()).toBe(0);
    expect(await lines.count()).toBe(500);
    expect(await lines.first().textContent()).toContain('line 201.');
    await reader.getByRole('link', { name: 'All 700' }).click();
    await reader.getByText('700 job log entries').waitFor();
    await theirs.close();
  });

  test('run a job without what it has usually, where they have emptied it', async () => {
    await eventually('the job is there', 60_000, async () => (await read('extras/jobs/?name=Repeat')).count === 1);
    await program.client.must(200, 'PATCH', 'extras/jobs/Repeat/', { enabled: true });
    const { id } = (await read('extras/jobs/?name=Repeat')).results[0];
    await page.goto(`/extras/jobs/${id}/run/`);
    const times = page.getByRole('textbox', { name: 'Times' });
    expect(await times.inputValue()).toBe('7');
    await times.fill('');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('log').getByText('Times: null.').waitFor({ timeout: 60_000 });
  });

  test('lose no query that they have entered without being asked', async () => {
    const kept = (await read('extras/graphql-queries/?name=All+tenants')).results[0];
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    const query = page.getByRole('textbox', { name: 'Query', exact: true });
    await page.goto('/graphql/');
    await query.getByText('devices').waitFor();
    await query.press('Control+Home');
    await page.keyboard.type('# half a thought');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await leave.getByRole('button', { name: 'Stay' }).click();
    // Another query that is kept would take its place, on the same page.
    await page.getByRole('textbox', { name: 'Saved query' }).fill('All tenants');
    await page.getByRole('option', { name: 'All tenants' }).click();
    await leave.getByRole('button', { name: 'Stay' }).click();
    // So would one that the schema suggests.
    const replace = page.getByRole('dialog', { name: 'Replace the query?' });
    await page.getByRole('searchbox', { name: 'Search the schema' }).fill('tenants');
    await page.getByRole('button', { name: 'Ask for tenants', exact: true }).click();
    await replace.getByRole('button', { name: 'Stay' }).click();
    await query.getByText('# half a thought').waitFor();
    const variables = page.getByRole('textbox', { name: 'Variables' });
    await variables.fill('{"a": 1}');
    await page.getByLabel('Keep it as').fill('Half a thought');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.waitForURL(/\/graphql\/\?saved=/);
    // The variables are not kept with it.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await leave.getByRole('button', { name: 'Stay' }).click();
    await variables.getByText('{"a": 1}').waitFor();
    await variables.fill('');
    // What is kept is left, and what was only looked at.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
    await page.goto(`/graphql/?saved=${kept.id}`);
    await query.getByText('description').waitFor();
    await query.press('Control+Home');
    await page.keyboard.type('# half a thought');
    await page.getByRole('searchbox', { name: 'Search the schema' }).fill('tenants');
    await page.getByRole('button', { name: 'Ask for tenants', exact: true }).click();
    await replace.getByRole('button', { name: 'Replace it' }).click();
    await query.getByText('# half a thought').waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  });
});
