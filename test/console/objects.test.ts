import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { missingBrowser } from '../harness/browser';
import { eventually } from '../harness/eventually';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type ObjectsWorld, prepareObjectsWorld } from './objectsWorld';
import { type OpenBrowser, signIn } from './openBrowser';
import { type ConsoleProgram, closesConsole, openConsole } from './openConsole';
import { violations } from './violations';

/** Milliseconds until a page must have done something. */
const patience = 30_000;

const isFocused = (one: Locator) => one.evaluate((element) => element === element.ownerDocument.activeElement);

describeUnless(missingBuild ?? missingBrowser, 'what the console shows of objects', () => {
  let program: ConsoleProgram;
  let world: ObjectsWorld;
  let open: OpenBrowser;
  let page: Page;

  beforeAll(async () => {
    ({ program, world, open, page } = await openConsole(prepareObjectsWorld));
  });
  closesConsole(() => ({ program, open }));

  test.each([
    ['device', 'Interfaces'],
    ['port', 'IP address assignments'],
    ['lag', 'Interfaces (lag)'],
  ] as const)('counts what refers to a %s in one request that is answered', async (name, tab) => {
    const asked: string[] = [];
    const refused: string[] = [];
    // What the page before may still ask is none of this one's.
    await page.goto('about:blank');
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

  test('links that somebody has made for devices are buttons and a menu; none of them runs a script', async () => {
    await page.goto(world.pages.device);
    const link = page.getByRole('link', { name: 'Graphs of leaf-1' });
    await link.waitFor();
    const [href, target, rel] = await Promise.all(['href', 'target', 'rel'].map((name) => link.getAttribute(name)));
    expect([href, target, rel]).toEqual(['https://graphs.example.com/leaf-1', '_blank', 'noopener noreferrer']);
    expect(await page.getByRole('button', { name: 'Broken' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'See also' }).focus();
    await page.keyboard.press('Enter');
    const trap = page.getByRole('menuitem', { name: 'Trap' });
    await trap.waitFor();
    expect([await trap.isDisabled(), await trap.getAttribute('href')]).toEqual([true, null]);
    await open.picture(page, 'links-1440');
    await page.getByRole('menuitem', { name: 'Rack list of leaf-1' }).press('Enter');
    await page.waitForURL(`**/dcim/racks/?location=${world.location}`);
  });

  test('a list is written by a template, as a file of its name', async () => {
    await page.goto('/dcim/devices/?name=leaf-2');
    await page.getByRole('button', { name: 'Export and import' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Hosts' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('nautobot_device_data.hosts');
    expect(readFileSync(await file.path(), 'utf8')).toBe('leaf-2.berlin\n');
    await page.getByRole('button', { name: 'Export and import' }).click();
    await page.getByRole('menuitem', { name: 'Wrong' }).click();
    await page.getByText('Wrong: not written').waitFor();
  });

  test('what is entered stays when the session is over, and is saved after signing in elsewhere', async () => {
    await page.goto(`${world.pages.device}edit/`);
    const serial = page.getByLabel('Serial number');
    await serial.fill('typed for long');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You are not signed in any more').waitFor();
    expect(await serial.inputValue()).toBe('typed for long');
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Sign in in another window' }).click(),
    ]);
    await other.waitForURL('**/sign-in');
    await signIn(other, 'admin', program.password);
    await other.close();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`**${world.pages.device}`);
    await page.getByText('typed for long').waitFor();
    await page.getByText('You are not signed in any more').waitFor({ state: 'hidden' });
  });

  test('nobody leaves what they have entered without being asked', async () => {
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.goto(world.pages.device);
    await page.getByRole('link', { name: 'Edit' }).click();
    const serial = page.getByRole('textbox', { name: 'Serial number' });
    await serial.fill('typed and kept');
    await page.goBack();
    await leave.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await leave.waitFor();
    await page.keyboard.press('Escape');
    await leave.waitFor({ state: 'hidden' });
    const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await serial.inputValue()).toBe('typed and kept');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`**${world.pages.device}`);
    await page.getByText('typed and kept').waitFor();
    // What was entered and is thrown away is asked about once; where it was saved, or nothing is left of it, nobody asks.
    await page.getByRole('link', { name: 'Edit' }).click();
    await serial.fill('typed for nothing');
    await page.goBack();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`**${world.pages.device}`);
    await page.getByText('typed and kept').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await serial.fill('typed for nothing');
    await serial.fill('typed and kept');
    await page.goBack();
    await page.waitForURL(`**${world.pages.device}`);
    await page.goto(`${world.pages.location}notes/`);
    await page.getByLabel('New note').fill('half a sent');
    await page.getByRole('tab', { name: 'Location', exact: true }).click();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('tab', { name: 'Location', exact: true, selected: true }).waitFor();
  });

  test('where nothing was entered, the end of a session leads to the page for signing in, and back', async () => {
    await page.goto(world.pages.device);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/sign-in?next=*');
    await signIn(page, 'admin', program.password);
  });

  test.each([
    ['a page in the place of an answer', 'text/html', '<h1>Sign in</h1>', 'Something else answers'],
    ['an answer that breaks off', 'application/json', '{"count":', 'The server does not answer'],
  ])('%s is said to be that', async (_what, contentType, body, said) => {
    await page.goto('/tenancy/tenants/');
    await page.route('**/api/dcim/devices/?*', (route) => route.fulfill({ status: 200, contentType, body }));
    await page.goto('/dcim/devices/');
    await page.getByText(said).waitFor();
    await page.unroute('**/api/dcim/devices/?*');
  });

  test('what was replaced on the server while a page was open is said to be that, and loaded anew', async () => {
    await page.goto('/tenancy/tenants/');
    await page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor();
    await page.route('**/assets/FormPage*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await page.getByText('Plumbline has been renewed').waitFor();
    await page.unroute('**/assets/FormPage*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add tenant' }).waitFor();
    open.complaints.splice(0);
  });

  test('a page is printed whole, without what leads elsewhere', async () => {
    await page.setViewportSize({ width: 1000, height: 300 });
    await page.goto(world.pages.device);
    const last = page.getByRole('main').locator('section').last();
    await last.waitFor();
    const scrolled = () => page.evaluate('document.querySelector("main").scrollHeight > document.body.scrollHeight');
    expect(await scrolled()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await scrolled()).toBe(false);
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('the newest notes are shown, and those before by turning back', async () => {
    const about = { assigned_object_type: 'dcim.location', assigned_object_id: world.location };
    const notes = Array.from({ length: 101 }, (_, index) => ({ ...about, note: `note ${index + 1}.` }));
    await program.client.must(201, 'POST', 'extras/notes/', notes);
    await page.goto(`${world.pages.location}notes/`);
    await page.getByText('note 101.').waitFor();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByText('1 to 100 of 101 notes').waitFor();
    await page.getByText('note 1.', { exact: true }).waitFor();
    await page.getByLabel('New note').fill('the very last');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('the very last').waitFor();
    await page.getByText('101 to 102 of 102 notes').waitFor();
  });

  test('what people write is shown as its Markdown means it, and runs nothing', async () => {
    const { client } = program;
    const text = [
      '# Access',
      'Call **Ada** of R&amp;D first, then\nsee [the racks](/dcim/racks/) or https://example.com/wiki',
      '| Port | To |\n|---|---|\n| xe-0 | spine |',
      '- [x] labelled',
      '<script>document.title = "run"</script><img src="x" onerror="document.title = \'run\'">',
      '[trap](javascript:document.title="run") ![seen](https://example.com/seen.gif) ![plan](/media/plan.png)',
    ].join('\n\n');
    await client.must(201, 'POST', 'extras/custom-fields/', {
      label: 'Manual',
      key: 'manual',
      type: 'markdown',
      content_types: ['dcim.device'],
    });
    await client.must(200, 'PATCH', `dcim/devices/${world.device}/`, {
      comments: text,
      custom_fields: { manual: text },
    });
    const about = { assigned_object_type: 'dcim.device', assigned_object_id: world.device };
    await client.must(201, 'POST', 'extras/notes/', { ...about, note: text });
    const areRight = async (within: Locator, times: number) => {
      await within
        .getByRole('heading', { name: 'Access' })
        .nth(times - 1)
        .waitFor();
      const shown = within.getByRole('heading', { name: 'Access' }).locator('..');
      for (const one of await shown.all()) {
        expect(await one.locator('strong').textContent()).toBe('Ada');
        expect(await one.getByText(/of R&D first, then\nsee/).count()).toBe(1);
        expect(await one.getByRole('cell', { name: 'spine' }).count()).toBe(1);
        expect(await one.getByRole('checkbox', { name: 'Done' }).isChecked()).toBe(true);
        expect(await one.getByText('<script>document.title = "run"</script><img src="x"').count()).toBe(1);
        const links = await Promise.all((await one.getByRole('link').all()).map((link) => link.getAttribute('href')));
        expect(links).toEqual(['/dcim/racks/', 'https://example.com/wiki', 'https://example.com/seen.gif']);
        expect(await one.getByRole('link', { name: 'seen' }).getAttribute('rel')).toBe('noopener noreferrer');
        const images = await Promise.all((await one.locator('img').all()).map((image) => image.getAttribute('src')));
        expect(images).toEqual(['/media/plan.png']);
      }
      expect(await page.title()).not.toBe('run');
      expect(await violations(page)).toEqual([]);
    };
    await page.goto(world.pages.device);
    await areRight(page.getByRole('main'), 2);
    await open.picture(page, 'markdown-1440');
    await page.goto(`${world.pages.device}notes/`);
    await areRight(page.getByRole('main'), 1);
    const [job] = (await client.must(200, 'GET', 'extras/jobs/?name=Export+Object+List')).body.results;
    const described = { description_override: true, description: text };
    await client.must(200, 'PATCH', `extras/jobs/${job.id}/`, described);
    await page.goto(`/extras/jobs/${job.id}/`);
    await areRight(page.getByRole('main'), 1);
    const deep = `${'>'.repeat(5000)} deep`;
    await client.must(200, 'PATCH', `dcim/devices/${world.device}/`, { comments: deep });
    await page.goto(world.pages.device);
    await page.getByText(deep).waitFor();
  });

  test('an address that cannot be read leads nowhere, and says so', async () => {
    await page.goto('/dcim/devices/%E0%A4%A/');
    await page.getByText('There is nothing here').waitFor();
  });

  test('where only the newest changes of an object are shown, all of them are a step away', async () => {
    const { client } = program;
    const tenant = (await client.must(201, 'POST', 'tenancy/tenants/', { name: 'changed often' })).body.id;
    for (let round = 0; round < 200; round += 1)
      await client.must(200, 'PATCH', `tenancy/tenants/${tenant}/`, { description: `round ${round}` });
    await page.goto(`/tenancy/tenants/${tenant}/changes/`);
    await page.getByRole('link', { name: 'All 201' }).waitFor();
    expect(await page.getByRole('list', { name: 'Versions' }).getByRole('button').count()).toBe(199);
    await page.getByRole('link', { name: 'All 201' }).click();
    await page.waitForURL(`**/extras/object-changes/?changed_object_id=${tenant}`);
  });

  test('what was not answered is written once, though it is sent again by hand', async () => {
    const notes = `**/api/dcim/locations/${world.location}/notes/`;
    const entered = page.getByLabel('New note');
    const sayUnanswered = async (note: string) => {
      await page.route(notes, async (route) => {
        await route.fetch();
        await route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: { detail: 'Nobody knows.' } });
      });
      await entered.fill(note);
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByText('Nobody knows.').waitFor();
      expect(await entered.inputValue()).toBe(note);
      await page.unroute(notes);
    };
    const isSaidTwice = (note: string) =>
      eventually(`${note} is there twice`, patience, async () => {
        const { body } = await program.client.must(200, 'GET', `extras/notes/?note=${note.replace(' ', '+')}`);
        return body.count === 2;
      });
    await page.goto(`${world.pages.location}notes/`);
    await sayUnanswered('said once');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('main').getByText('said once', { exact: true }).last().waitFor();
    await page.getByText('Nobody knows.').waitFor({ state: 'hidden' });
    expect((await program.client.must(200, 'GET', 'extras/notes/?note=said+once')).body.count).toBe(1);
    // Whoever says the same once more has said it twice.
    await eventually('the field is empty', patience, async () => (await entered.inputValue()) === '');
    await entered.fill('said once');
    await page.getByRole('button', { name: 'Add note' }).click();
    await isSaidTwice('said once');
    // So has whoever comes back after they have left what was not answered.
    await eventually('the field is empty again', patience, async () => (await entered.inputValue()) === '');
    await sayUnanswered('said anew');
    await page.getByRole('tab', { name: 'Change log' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await entered.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Notes' }).click();
    await entered.fill('said anew');
    await page.getByRole('button', { name: 'Add note' }).click();
    await isSaidTwice('said anew');
  });

  test('what did not come is asked for again, whatever the browser believes of the network', async () => {
    const racks = '**/api/dcim/racks/?*';
    await page.goto('/tenancy/tenants/');
    await page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor();
    await page.evaluate('window.dispatchEvent(new Event("offline"))');
    await page.route(racks, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }));
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByText('A part of Plumbline does not answer just now').waitFor();
    await page.unroute(racks);
    await page.getByText('No racks yet').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('made offline');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'made offline' }).waitFor();
    await page.evaluate('window.dispatchEvent(new Event("online"))');
    expect((await program.client.must(200, 'GET', 'tenancy/tenants/?name=made+offline')).body.count).toBe(1);
  });

  test('who closes something, or has changed a value, goes on where they were', async () => {
    const opens = async (button: Locator, closed: Locator) => {
      await button.press('Enter');
      await closed.waitFor();
      await page.keyboard.press('Escape');
      await closed.waitFor({ state: 'hidden' });
      await eventually(`${button} has the focus`, patience, () => isFocused(button));
    };
    await page.goto(world.pages.device);
    const dialog = page.getByRole('dialog');
    await opens(page.getByRole('button', { name: 'Delete' }), dialog);
    await opens(page.getByRole('button', { name: 'Keyboard' }), dialog);
    await opens(page.getByRole('button', { name: /^Search or go to/ }), dialog);
    const pencil = page.getByRole('button', { name: 'Edit Name', exact: true });
    const input = page.getByRole('textbox', { name: 'Name', exact: true });
    await opens(pencil, input);
    await pencil.press('Enter');
    await input.fill('leaf-1a');
    await input.press('Enter');
    await eventually('the pencil has the focus', patience, () => isFocused(pencil));
    // Whoever has gone on before it was there again stays where they are.
    let come: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      come = resolve;
    });
    const objects = `**/api${world.pages.device}?*`;
    await page.route(objects, async (route) => {
      if (route.request().method() === 'GET') await left;
      await route.fallback();
    });
    await pencil.press('Enter');
    await input.fill('leaf-1b');
    await input.press('Enter');
    const role = page.getByRole('button', { name: 'Edit Role', exact: true });
    await role.focus();
    come();
    await pencil.waitFor();
    expect(await isFocused(role)).toBe(true);
    await page.unroute(objects);
    await page.goto('/dcim/devices/?name=leaf-2');
    await page.getByRole('checkbox', { name: 'Select leaf-2' }).check();
    await opens(page.getByRole('toolbar').getByRole('button', { name: 'Delete' }), dialog);
    const views = page.getByRole('button', { name: 'Saved views' });
    for (const _ of ['first', 'second']) {
      await views.press('Enter');
      await page.getByRole('menuitem', { name: 'Save what is shown' }).press('Enter');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await eventually('the views have the focus', patience, () => isFocused(views));
    }
    await page.getByRole('button', { name: 'Remove filter Name' }).press('Enter');
    const add = page.getByRole('button', { name: 'Add a filter' });
    await eventually('the button for another filter has the focus', patience, () => isFocused(add));
  });

  test('keys of a page are for the page alone', async () => {
    await page.goto(world.pages.device);
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await eventually('the question has the focus', patience, () =>
      isFocused(dialog.getByRole('button', { name: 'Delete' })),
    );
    const keys = ['e', ']', 'g', 'd', 'ArrowDown'];
    for (const key of keys) await page.keyboard.press(key);
    // A button that is busy has the focus no more.
    await page.evaluate('document.activeElement.blur()');
    for (const key of keys) await page.keyboard.press(key);
    await dialog.waitFor();
    expect(new URL(page.url()).pathname).toBe(world.pages.device);
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // Caps Lock.
    await page.keyboard.press('E');
  });

  test('a page scrolls by keys as soon as it is there, and has the focus of who came by what is gone', async () => {
    await page.setViewportSize({ width: 1000, height: 300 });
    await page.goto(world.pages.device);
    await page.getByRole('main').locator('section').last().waitFor();
    await eventually('the page has scrolled', patience, async () => {
      await page.keyboard.press('PageDown');
      return page.evaluate<boolean>('document.querySelector("main").scrollTop > 0');
    });
    await page.getByRole('main').getByRole('link', { name: 'Edit' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Edit/ }).waitFor();
    await eventually('the page has the focus', patience, () =>
      page.evaluate<boolean>('document.activeElement !== document.body'),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('who signs in beside a page is told from who was there before', async () => {
    const guest = { username: 'beside', password: 'may look at nothing' };
    await program.client.must(201, 'POST', 'users/users/', { ...guest, is_active: true });
    const theirs = await open.context();
    const first = await theirs.newPage();
    await signIn(first, 'admin', program.password);
    await first.goto(`${world.pages.device}edit/`);
    await first.getByRole('textbox', { name: 'Serial number' }).fill('kept');
    const asAdmin = await theirs.cookies();
    const other = await theirs.newPage();
    await theirs.clearCookies();
    await signIn(other, guest.username, guest.password);
    await other.getByText('There is nothing that you may see yet').waitFor();
    await other.close();
    const asGuest = await theirs.cookies();
    const become = async (who: typeof asGuest) => {
      await theirs.clearCookies();
      await theirs.addCookies(who);
    };
    // A window beside another one has been seen all the time.
    await first.evaluate('window.dispatchEvent(new Event("focus"))');
    const told = first.getByText(`${guest.username} is signed in now`);
    await told.waitFor();
    const lookAtTab = () => first.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
    await become(asAdmin);
    await lookAtTab();
    await told.waitFor({ state: 'hidden' });
    await become(asGuest);
    await lookAtTab();
    await told.waitFor();
    expect(await first.getByRole('textbox', { name: 'Serial number' }).inputValue()).toBe('kept');
    // Where nothing is entered any more, everything comes anew.
    await first.getByRole('button', { name: 'Cancel' }).click();
    await first.getByText('There is nothing here').waitFor();
    await first.getByRole('button', { name: `Account of ${guest.username}` }).waitFor();
    // It asks for the device, which they may not see, before and after it is loaded anew.
    const refused = /There is no such object|You do not have permission/;
    expect(open.complaints.splice(0).filter((one) => !refused.test(one))).toEqual([]);
    await theirs.close();
  });

  test('an address says what a list shows, and not which part of an answer of the API', async () => {
    await page.goto('/dcim/devices/?limit=1&offset=1&depth=2&format=json&dry_run=true&multipart=true&sort=name');
    await page.getByRole('link', { name: /^leaf-1/ }).waitFor();
    await page.getByRole('link', { name: 'leaf-2' }).waitFor();
    expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0);
  });

  test('what is wide is scrolled to by keys, or has room on a telephone', async () => {
    const made = (path: string, body: object) => program.client.must(201, 'POST', path, body);
    const wide = (await made('extras/config-contexts/', { name: 'wide', data: { wide: 'x'.repeat(400) } })).body.id;
    const field = (
      await made('extras/custom-fields/', {
        label: 'Tier of the service that it is for',
        key: 'tier',
        type: 'select',
        content_types: ['tenancy.tenant'],
      })
    ).body.id;
    await page.goto(`/extras/config-contexts/${wide}/`);
    await page.getByRole('main').locator('pre').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`/extras/custom-field-choices/add/?custom_field=${field}`);
    await page.getByRole('textbox', { name: 'Custom field' }).waitFor();
    expect(await page.evaluate('document.querySelector("main").scrollWidth')).toBe(360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
