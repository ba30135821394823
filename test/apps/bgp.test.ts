import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@plumbline/testkit';
import { openBrowser, signIn } from '../console/openBrowser';
import { missingBroker } from '../harness/broker';
import { missingBrowser } from '../harness/browser';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { breathe, isLong, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Form, missingBuild } from '../harness/program';
import { runCommand as runPlumbline } from '../harness/runCommand';
import { asOperator } from '../harness/sql';
import { describeUnless } from '../program/describeUnless';
import { inCi } from '../program/inCi';
import { installPython } from '../program/installPython';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';
import { sayUntested } from '../program/sayUntested';

const env = { PLUMBLINE_APPS: join(root, 'examples', 'bgp') };
const password = 'plumb and true';

/** In one process apps are run by the other suites of this folder. */
const forms: Form[] = isLong ? ['one', 'split'] : ['split'];
/** Pairs of requests that race, each pair for an address of its own. */
const races = rounds(20, 10);

describe.each(forms)('the app bgp in the form %s', (form) => {
  const missing = missingBuild ?? (form === 'split' ? missingBroker : undefined);
  describeUnless(missing, 'beside ours', () => {
    let program: Whole;
    let device: string;
    let deviceType: string;
    let system: string;
    let hosts = 0;
    const make = async (path: string, body: unknown) => (await program.client.must(201, 'POST', path, body)).body;
    /** What is wrong with what is sent to a list of the app. */
    const refused = async (list: string, body: unknown) =>
      Object.keys((await program.client.must(400, 'POST', `plugins/bgp/${list}/`, body)).body);
    const get = async (path: string) => (await program.client.must(200, 'GET', path)).body;
    const anAddress = async (): Promise<string> =>
      (await make('ipam/ip-addresses/', { address: `10.7.0.${++hosts}/24`, namespace: 'Global', status: 'Active' })).id;
    const aDevice = async (name: string) =>
      (
        await make('dcim/devices/', {
          name,
          location: 'Hall',
          device_type: deviceType,
          role: 'Router',
          status: 'Active',
        })
      ).id;
    const peeringOf = (local: string, remote: string, more: object = {}) => ({
      device,
      local_address: local,
      remote_address: remote,
      remote_as: system,
      status: 'Established',
      ...more,
    });
    const aPeering = async (more: object = {}) =>
      make('plugins/bgp/peerings/', peeringOf(await anAddress(), await anAddress(), more));

    beforeAll(async () => {
      program = await startForm(form, {
        env: { ...env, PLUMBLINE_WORKERS: '1', PLUMBLINE_SUPERUSER_PASSWORD: password },
        keepsBroker: true,
      });
      await make('ipam/prefixes/', { prefix: '10.7.0.0/24', status: 'Active' });
      await make('dcim/location-types/', { name: 'Hall', content_types: ['dcim.device'] });
      await make('dcim/locations/', { name: 'Hall', location_type: 'Hall', status: 'Active' });
      await make('dcim/manufacturers/', { name: 'Maker' });
      deviceType = (await make('dcim/device-types/', { model: 'R1', manufacturer: 'Maker' })).id;
      await make('extras/roles/', { name: 'Router', content_types: ['dcim.device'] });
      await make('extras/statuses/', {
        name: 'Established',
        content_types: ['bgp.autonomoussystem', 'bgp.peering'],
      });
      device = await aDevice('router');
      system = (await make('plugins/bgp/autonomous-systems/', { asn: 64_500, status: 'Established' })).id;
    });
    afterAll(() => program?.stop());

    it('is told of among the plugins', async () => {
      expect(await get('plugins/')).toEqual({
        'installed-plugins': `${program.url}/api/plugins/installed-plugins/`,
        bgp: `${program.url}/api/plugins/bgp/`,
      });
      expect(await get('plugins/installed-plugins/')).toEqual([
        {
          name: 'BGP',
          package: 'bgp',
          author: 'Plumbline',
          author_email: '',
          description: expect.stringContaining('RFC 4271'),
          version: '0.1.0',
        },
      ]);
      expect(await get('plugins/bgp/')).toMatchObject({ peerings: `${program.url}/api/plugins/bgp/peerings/` });
      expect((await get('status/')).plugins).toEqual({ bgp: '0.1.0' });
      expect((await get('ui/get-menu/')).Networks.BGP).toMatchObject({ Peerings: '/plugins/bgp/peerings/' });
      expect((await get('ui/models/'))['bgp.peering']).toMatchObject({ url: '/plugins/bgp/peerings/' });
      const { paths } = await get('swagger.json');
      expect(paths['/plugins/bgp/peerings/'].get.operationId).toBe('plugins_bgp_peerings_list');
    });

    it('has peerings inherit from groups, and groups from templates', async () => {
      await make('plugins/bgp/routing-policies/', { name: 'in' });
      await make('plugins/bgp/routing-policies/', { name: 'out' });
      const template = await make('plugins/bgp/peer-group-templates/', {
        name: 'Everybody',
        hold_time: 30,
        extra_attributes: { bfd: true, ttl: 1 },
        local_as: system,
        import_policy: 'in',
      });
      expect(await refused('peer-group-templates', { name: 'Hasty', hold_time: 2 })).toEqual(['hold_time']);
      const listed = { name: 'Listed', extra_attributes: ['bfd'] };
      expect(await refused('peer-group-templates', listed)).toEqual(['extra_attributes']);
      const group = await make('plugins/bgp/peer-groups/', {
        name: 'Transit',
        template: template.id,
        extra_attributes: { ttl: 2 },
        export_policy: 'out',
      });
      expect(await aPeering()).toMatchObject({
        effective_hold_time: 90,
        effective_extra_attributes: {},
        effective_local_as: null,
        effective_import_policy: null,
      });
      expect(await aPeering({ peer_group: group.id })).toMatchObject({
        effective_hold_time: 30,
        effective_extra_attributes: { bfd: true, ttl: 2 },
        effective_local_as: 64_500,
        effective_import_policy: 'in',
        effective_export_policy: 'out',
      });
      expect(
        await aPeering({ peer_group: group.id, hold_time: 9, extra_attributes: { ttl: 3 }, import_policy: 'out' }),
      ).toMatchObject({
        effective_hold_time: 9,
        effective_extra_attributes: { bfd: true, ttl: 3 },
        effective_import_policy: 'out',
      });
    });

    it('has a job that renders the sessions of a device', async () => {
      const rendered = await aDevice('rendered');
      const group = await make('plugins/bgp/peer-groups/', {
        name: 'Rendered',
        local_as: system,
        export_policy: 'out',
      });
      const peering = await aPeering({ device: rendered, peer_group: group.id, hold_time: 12 });
      const family = { peering: peering.id, afi_safi: 'ipv4-unicast', prefix_limit: 100 };
      await make('plugins/bgp/address-families/', family);
      expect(await refused('address-families', family)).toEqual(['non_field_errors']);
      expect(await refused('address-families', { ...family, afi_safi: 'appletalk' })).toEqual(['afi_safi']);
      const none = { ...family, afi_safi: 'l2vpn-evpn', prefix_limit: 0 };
      expect(await refused('address-families', none)).toEqual(['prefix_limit']);
      const job = 'extras/jobs/Render%20BGP%20sessions/';
      await eventually('the job is there', 60_000, async () => {
        const { status, body } = await program.client.call('GET', job);
        return status === 200 && body.installed;
      });
      await program.client.must(200, 'PATCH', job, { enabled: true });
      const { job_result } = await make(`${job}run/`, { data: { device: rendered } });
      const ended = await eventually('the run has ended', 60_000, async () => {
        const found = await get(`extras/job-results/${job_result.id}/`);
        return ['SUCCESS', 'FAILURE'].includes(found.status.value) && found;
      });
      const { host } = await get(`ipam/ip-addresses/${peering.remote_address.id}/`);
      expect(ended.result).toEqual({
        routers: 1,
        text: [
          'router bgp 64500',
          ` neighbor ${host} remote-as 64500`,
          ` neighbor ${host} timers 4 12`,
          ' address-family ipv4 unicast',
          `  neighbor ${host} activate`,
          `  neighbor ${host} maximum-prefix 100`,
          `  neighbor ${host} route-map out out`,
          ' exit-address-family',
          'exit',
          '',
        ].join('\n'),
      });
    });

    it('has what objects of ours have beside their fields', async () => {
      const { id } = await aPeering();
      const path = `plugins/bgp/peerings/${id}/`;
      await make('extras/custom-fields/', {
        label: 'Order',
        key: 'order',
        type: 'text',
        content_types: ['bgp.peering'],
      });
      await make('extras/tags/', { name: 'watched', content_types: ['bgp.peering'] });
      const changed = await program.client.must(200, 'PATCH', path, {
        tags: [{ name: 'watched' }],
        custom_fields: { order: 'A-1' },
      });
      expect(changed.body.custom_fields).toEqual({ order: 'A-1' });
      await make(`${path}notes/`, { note: 'ask first' });
      expect((await get(`extras/notes/?assigned_object_id=${id}`)).count).toBe(1);
      expect(
        (await get('plugins/bgp/peerings/?cf_order=A-1&tags=watched')).results.map((one: { id: string }) => one.id),
      ).toEqual([id]);
      const log = await get(`extras/object-changes/?changed_object_id=${id}`);
      expect(log.results[0]).toMatchObject({ changed_object_type: 'bgp.peering', action: { value: 'update' } });
      const table = await program.client.must(200, 'GET', 'plugins/bgp/peerings/', undefined, {
        headers: { accept: 'text/csv' },
      });
      expect(table.text).toContain('watched');
      const group = await make('extras/dynamic-groups/', {
        name: 'Watched',
        content_type: 'bgp.peering',
        filter: { tags: ['watched'] },
      });
      expect((await get(`extras/dynamic-groups/${group.id}/members/`)).count).toBe(1);
    });

    it('is seen from ours in GraphQL', async () => {
      const peering = await aPeering();
      const query = `{ip_addresses(id: "${peering.local_address.id}") {bgp_peerings {remote_as {asn} device {name}}}}`;
      const { body } = await program.client.must(200, 'POST', 'graphql/', { query });
      expect(body).toEqual({
        data: { ip_addresses: [{ bgp_peerings: [{ remote_as: { asn: 64_500 }, device: { name: 'router' } }] }] },
      });
    });

    it('keeps what its objects refer to, goes with what they are part of, and lets go of what they can be without', async () => {
      const other = await aDevice('other');
      const { id, local_address } = await aPeering({ device: other });
      const address = `ipam/ip-addresses/${local_address.id}/`;
      const refused = await program.client.must(409, 'DELETE', address);
      expect(refused.text).toContain('10.7.0.');
      await program.client.must(204, 'DELETE', `dcim/devices/${other}/`);
      await program.client.must(404, 'GET', `plugins/bgp/peerings/${id}/`);
      await program.client.must(204, 'DELETE', address);
      const provider = await make('circuits/providers/', { name: 'Upstream' });
      const { id: own } = await make('plugins/bgp/autonomous-systems/', {
        asn: 64_501,
        status: 'Established',
        provider: provider.id,
      });
      await program.client.must(204, 'DELETE', `circuits/providers/${provider.id}/`);
      expect((await get(`plugins/bgp/autonomous-systems/${own}/`)).provider).toBeNull();
    });

    it('never refers to an address that goes at the same moment', async () => {
      const remote = await anAddress();
      const ended = await inParallel(Array.from({ length: races }), 5, async () => {
        const local = await anAddress();
        const [made, gone] = await Promise.all([
          program.client.call('POST', 'plugins/bgp/peerings/', peeringOf(local, remote)),
          program.client.call('DELETE', `ipam/ip-addresses/${local}/`),
        ]);
        return [made.status, gone.status].join(' ');
      });
      for (const one of ended) expect(['201 409', '400 204']).toContain(one);
    });

    it('has a say in what becomes of the addresses that its peerings use', async () => {
      const { local_address, remote_address } = await aPeering();
      const free = await anAddress();
      const refusal = { type: ['A BGP peering uses this address: it stays that of a host.'] };
      const handOut = (id: string) => ({ id, type: 'dhcp' });
      const one = await program.client.must(400, 'PATCH', `ipam/ip-addresses/${local_address.id}/`, handOut(''));
      expect(one.body).toEqual(refusal);
      const many = [free, remote_address.id].map(handOut);
      const refused = await program.client.must(400, 'PATCH', 'ipam/ip-addresses/', many, {
        headers: { prefer: 'errors=list' },
      });
      expect(refused.body).toEqual([{}, refusal]);
      await program.client.must(200, 'PATCH', `ipam/ip-addresses/${free}/`, { type: 'dhcp' });
      await program.client.must(200, 'PATCH', `ipam/ip-addresses/${local_address.id}/`, { description: 'kept' });
      const late = await program.client.must(400, 'POST', 'plugins/bgp/peerings/', peeringOf(free, await anAddress()));
      expect(late.body).toEqual({ local_address: ['A peering is between addresses of hosts.'] });
    });

    it('never has a peering with an address that is handed out at the same moment', async () => {
      const remote = await anAddress();
      const ended = await inParallel(Array.from({ length: races }), 5, async () => {
        const local = await anAddress();
        const [made, changed] = await Promise.all([
          program.client.call('POST', 'plugins/bgp/peerings/', peeringOf(local, remote)),
          program.client.call('PATCH', `ipam/ip-addresses/${local}/`, { type: 'dhcp' }),
        ]);
        return [made.status, changed.status].join(' ');
      });
      for (const one of ended) expect(['201 400', '400 200']).toContain(one);
    });

    it('shows the sessions of a device and of an address on their pages', async () => {
      const shown = await aDevice('shown');
      const { id, display, remote_address } = await aPeering({ device: shown });
      const row = [{ object_type: 'bgp.peering', id, display }, 'AS64500', null, 'Established'];
      const columns = ['Peering', 'Remote AS', 'Peer group', 'Status'];
      const blocks = [{ kind: 'table', columns, rows: [row] }];
      const models = await get('ui/models/');
      for (const [label, about, path] of [
        ['dcim.device', shown, 'device-sessions'],
        ['ipam.ipaddress', remote_address.id, 'address-sessions'],
      ]) {
        const url = `/api/plugins/bgp/panels/${path}/`;
        expect(models[label].panels).toEqual([{ title: 'BGP sessions', url, app: 'bgp' }]);
        expect(await get(`plugins/bgp/panels/${path}/?id=${about}`)).toEqual({ blocks });
      }
      expect(models['ipam.prefix'].panels).toEqual([]);
      expect(await get(`plugins/bgp/panels/device-sessions/?id=${await aDevice('alone')}`)).toEqual({ blocks: [] });
      await program.client.must(404, 'GET', `plugins/bgp/panels/device-sessions/?id=${crypto.randomUUID()}`);
      for (const query of ['', '?id=junk'])
        await program.client.must(400, 'GET', `plugins/bgp/panels/device-sessions/${query}`);
    });

    it('is for those who may', async () => {
      const user = await make('users/users/', { username: 'reader', password: 'nobody knows it' });
      const grant = (name: string, object_types: string[], actions: string[], more: object = {}) =>
        make('users/permissions/', { name, object_types, actions, users: [user.id], ...more });
      await grant('own tokens', ['users.token'], ['add']);
      const basic = { authorization: `Basic ${Buffer.from('reader:nobody knows it').toString('base64')}` };
      const { key } = (await program.client.must(201, 'POST', 'users/tokens/', {}, { headers: basic })).body;
      const headers = { authorization: `Token ${key}` };
      await program.client.must(403, 'GET', 'plugins/bgp/peerings/', undefined, { headers });
      await aPeering();
      const panel = `plugins/bgp/panels/device-sessions/?id=${device}`;
      await program.client.must(404, 'GET', panel, undefined, { headers });
      await grant('devices', ['dcim.device'], ['view']);
      const models = await program.client.must(200, 'GET', 'ui/models/', undefined, { headers });
      expect(models.body['dcim.device'].panels).toEqual([]);
      expect((await program.client.must(200, 'GET', panel, undefined, { headers })).body).toEqual({ blocks: [] });
      await grant('some peerings', ['bgp.peering'], ['view'], { constraints: { device__name: 'nowhere' } });
      const seen = await program.client.must(200, 'GET', 'plugins/bgp/peerings/', undefined, { headers });
      expect(seen.body.count).toBe(0);
    });

    it('serves pynautobot', async () => {
      const { folder, missing } = await installPython('pynautobot>=2,<3');
      if (missing !== undefined) {
        if (inCi) throw new Error(missing);
        return sayUntested('pynautobot', missing);
      }
      const { id } = await aPeering();
      const lines = [
        'import sys, pynautobot',
        'nb = pynautobot.api(sys.argv[1], token=sys.argv[2])',
        'peerings = nb.plugins.bgp.peerings',
        'peerings.get(sys.argv[3]).update({"description": "by hand"})',
        'print(peerings.get(sys.argv[3]).description, nb.plugins.installed_plugins()[0]["package"])',
      ];
      const python = join(folder, 'bin', 'python');
      const { output } = await runCommand(python, ['-c', lines.join('\n'), program.url, program.token, id]);
      expect(output).toBe('by hand bgp\n');
    });

    if (form === 'split')
      it('costs nobody else their answers when its process is killed under load, and forgets nothing', async () => {
        const { local_address } = await aPeering();
        const address = `ipam/ip-addresses/${local_address.id}/`;
        const answers = new Map<string, number>();
        let isOver = false;
        const repeatedly = async (ask: () => Promise<{ status: number }>, what: string) => {
          while (!isOver) {
            const answer = `${what} ${(await ask()).status}`;
            answers.set(answer, (answers.get(answer) ?? 0) + 1);
            await breathe();
          }
        };
        const { call } = program.client;
        const load = [
          ...[
            'ipam/ip-addresses/?limit=5&depth=1',
            'dcim/devices/?limit=5&depth=1',
            'extras/object-changes/?limit=5',
          ].map((path) => repeatedly(() => call('GET', path), 'read')),
          repeatedly(() => call('POST', 'tenancy/tenants/', { name: crypto.randomUUID() }), 'written'),
          repeatedly(() => call('PATCH', `dcim/devices/${device}/`, { comments: crypto.randomUUID() }), 'changed'),
        ];
        // A page of the change log shows the objects that were changed, and asks the app about those that are its own.
        await eventually('the newest changes are of others', 60_000, async () => {
          const { results } = (await program.client.must(200, 'GET', 'extras/object-changes/?limit=5')).body;
          return results.every(
            (change: { changed_object_type: string }) => !change.changed_object_type.startsWith('bgp.'),
          );
        });
        process.kill(program.partPid('bgp')!, 'SIGKILL');
        await program.client.must(200, 'GET', `${address}?depth=1`);
        await program.client.must(200, 'GET', 'dcim/devices/');
        await anAddress();
        expect([409, 503]).toContain((await program.client.call('DELETE', address)).status);
        await eventually('it is back', 60_000, async () => {
          const { status } = await program.client.call('GET', 'plugins/bgp/peerings/?limit=1');
          return status === 200;
        });
        await program.client.must(409, 'DELETE', address);
        isOver = true;
        await Promise.all(load);
        expect([...answers.keys()].sort()).toEqual(['changed 200', 'read 200', 'written 201']);
      });

    // The console asks the API, and knows nothing of forms.
    if (form === forms[0])
      describeUnless(missingBrowser, 'in a browser', () => {
        it('has lists, pages, tabs, forms and is found, without a line of it in the console', async () => {
          const { id, display, local_address } = await aPeering();
          const open = await openBrowser(program.url);
          try {
            const page = await (await open.context()).newPage();
            await signIn(page, 'admin', password);
            await page.goto('/plugins/bgp/peerings/');
            await page.getByRole('heading', { level: 1, name: 'Peerings' }).waitFor();
            await page.goto(`/plugins/bgp/peerings/${id}/`);
            await page.getByRole('heading', { level: 1, name: display }).waitFor();
            await page.goto(`/ipam/ip-addresses/${local_address.id}/`);
            await page.getByRole('tab', { name: /^Peerings \(local address\)/ }).click();
            await page.getByRole('link', { name: display }).first().waitFor();
            await page.goto(`/ipam/ip-addresses/${local_address.id}/`);
            const panel = page.getByRole('table', { name: 'BGP sessions' });
            await panel.getByRole('link', { name: display }).click();
            await page.getByRole('heading', { level: 1, name: display }).waitFor();
            const panels = '**/api/plugins/bgp/panels/**';
            const blocks = [{ kind: 'script', text: 'of others' }, 7, { kind: 'text', text: '<b>as it is</b>' }];
            await page.route(panels, (route) => route.fulfill({ json: { blocks } }));
            await page.goto(`/ipam/ip-addresses/${local_address.id}/`);
            await page.getByText('<b>as it is</b>', { exact: true }).waitFor();
            expect(await page.getByText('of others').count()).toBe(0);
            await page.unroute(panels);
            await page.route(panels, (route) => route.abort('timedout'));
            await page.reload();
            await page.getByText(/^bgp cannot show this now/).waitFor();
            await page.getByRole('heading', { level: 2, name: 'IP address' }).waitFor();
            await page.unroute(panels);
            open.complaints.length = 0;
            await page.goto('/plugins/bgp/peer-groups/add/');
            await page.getByRole('textbox', { name: /^Name/ }).fill('transit seen in the console');
            await page.getByRole('textbox', { name: 'Hold time (seconds)' }).fill('1');
            await page.keyboard.press('Control+Enter');
            await page
              .getByText(/hold time/i)
              .and(page.locator('[id$="-error"]'))
              .waitFor();
            await page.getByRole('textbox', { name: 'Hold time (seconds)' }).fill('90');
            await page.keyboard.press('Control+Enter');
            const made = page.getByRole('heading', { level: 1, name: 'transit seen in the console' });
            await made.waitFor();
            await page.goto('/plugins/bgp/peer-groups/?hold_time=90');
            await page.getByRole('button', { name: /^Hold time is/ }).waitFor();
            await page.getByText('1 peer group', { exact: true }).waitFor();
            await page.keyboard.press('Control+k');
            await page.getByRole('combobox', { name: 'Search objects, pages and actions' }).fill('transit seen');
            await page.getByRole('option', { name: /transit seen in the console/ }).click();
            await made.waitFor();
            expect(open.complaints).toEqual([]);
          } finally {
            await open.browser.close();
          }
        });
      });

    it('is dumped and restored with everything else', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-apps-'));
      const empty = await createTestDatabase();
      try {
        const file = join(folder, 'dump.jsonl');
        const dumped = await runPlumbline(['dump', file], { ...env, DATABASE_URL: program.database.url });
        expect(dumped).toMatchObject({ exitCode: 0 });
        const withoutApp = await runPlumbline(['restore', file], { DATABASE_URL: empty.url });
        expect(withoutApp.text).toContain('there is no endpoint bgp/');
        const restored = await runPlumbline(['restore', file], { ...env, DATABASE_URL: empty.url });
        expect(restored).toMatchObject({ exitCode: 0 });
        const { count } = await get('plugins/bgp/peerings/');
        expect(count).toBeGreaterThan(0);
        await asOperator(empty.url, async (statement) => {
          expect(await statement('SELECT count(*)::int FROM bgp.peering')).toEqual([{ count }]);
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
        await empty.drop();
      }
    });

    it('asks the broker for nothing that it does not let it do', () => {
      expect(program.complaints.filter(({ message }) => message === 'NATS refused something')).toEqual([]);
    });
  });
});
