import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLog } from '@plumbline/log';
import { type TestDatabase, testSettings } from '@plumbline/testkit';
import { Client } from 'pg';
import { idFor, importNetbox, type NetboxImported, type NetboxImportOptions } from '../../program/src/import/netbox';
import { noPicture } from '../../program/src/import/netbox/mapping/images';
import { aFolder, dumpInto, linesOf } from '../dump/files';
import { type Fault, type MisbehavingServer, startMisbehavingServer } from '../dump/misbehavingServer';
import { audit } from '../harness/audit';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { isLong, rounds } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { entry, missingBuild, secretKey } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { large, makeNetboxWorld, netboxMedia, small } from './makeNetboxWorld';
import type { Release } from './netboxFacts';
import { type NetboxStandIn, startNetbox } from './startNetbox';
import type { Shown } from './worldBuilder';

jest.setTimeout(isLong ? 1_800_000 : 480_000);

const log = createLog({ name: 'test', level: 'silent' });
const patience = { firstWait: 5, longestWait: 20, giveUpAfter: 60_000, answerWithin: 60_000, silentFor: 60_000 };
const size = isLong ? large : small;

type Body = Answer['body'];

describeUnless(missingBuild, 'an import from NetBox', () => {
  const folder = aFolder();
  const databases: TestDatabase[] = [];
  const stands: NetboxStandIn[] = [];
  const faulty: MisbehavingServer[] = [];
  let program: Whole;
  let netbox: NetboxStandIn;
  let first: NetboxImported;

  const aDatabase = async () => {
    const database = await createMigratedDatabase();
    databases.push(database);
    return database.url;
  };
  const aNetbox = async (release: Release) => {
    const stand = await startNetbox(release);
    stand.show(makeNetboxWorld('https://netbox.example.org', 7, size));
    stands.push(stand);
    return stand;
  };
  const settingsFor = (databaseUrl: string, name: string) => testSettings({ databaseUrl, dataDir: folder.at(name) });

  /** Imports into the program that runs. */
  const take = (more: Partial<NetboxImportOptions> = {}) =>
    importNetbox(settingsFor(program.database.url, 'data'), {
      from: netbox.url,
      token: netbox.token,
      destination: { url: program.url, token: program.token },
      patience,
      log,
      progress: () => {},
      ...more,
    });

  const written = ({ applied }: NetboxImported) => applied.filter(({ created, changed }) => created + changed > 0);
  const get = async (path: string) => (await program.client.must(200, 'GET', path)).body as Body;
  const here = (endpoint: string, key: string) => get(`${endpoint}/${idFor('netbox', key)}/?depth=1`);
  const idsThere = (list: string, name: string) =>
    netbox.lists
      .get(list)!
      .filter((one) => one.name === name)
      .map(({ id }) => id);
  const idThere = (list: string, name: string) => idsThere(list, name)[0]!;

  beforeAll(async () => {
    program = await startForm('one');
    netbox = await aNetbox('4.6');
    first = await take();
    await dumpInto(program.database.url, folder.at('first.jsonl'));
  });
  afterAll(async () => {
    for (const stand of [...stands, ...faulty]) await stand.close();
    await program?.stop();
    for (const database of databases) await database.drop();
    folder.remove();
  });

  /** Every object of every list is an object here, part of another, or told of with a reason. */
  function accountsFor(stand: NetboxStandIn, { accounts, nowhere }: NetboxImported): void {
    const there = [...stand.lists].filter(([, objects]) => objects.length > 0);
    expect(accounts.map(({ list, there: count }) => [list, count]).sort()).toEqual(
      there.map(([list, objects]) => [list, objects.length]).sort(),
    );
    for (const account of accounts) {
      expect({ ...account, sum: account.taken + account.joined + account.nowhere }).toMatchObject({
        sum: account.there,
      });
      const told = nowhere
        .filter(({ from, field }) => from === account.from && field === '')
        .reduce((sum, { count }) => sum + count, 0);
      expect([account.from, told]).toEqual([account.from, account.nowhere]);
    }
  }

  it('finds a place for everything, or says why there is none, and Plumbline refuses nothing', async () => {
    expect(first.refused).toEqual([]);
    accountsFor(netbox, first);
    expect([...netbox.lists].filter(([, objects]) => objects.length === 0).map(([list]) => list)).toEqual([
      'core/background-queues',
      'core/background-workers',
      'core/background-tasks',
      'extras/scripts/upload',
      'users/config',
      'dcim/connected-device',
    ]);
    const { exitCode, findings, text } = await audit(program);
    expect(findings).toEqual([]);
    expect([exitCode, text]).toEqual([0, text]);
    expect(program.complaints).toEqual([]);
  });

  it('keeps what has no place in a file, and no secret anywhere', async () => {
    const lines = readFileSync(first.leftovers, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Body);
    const counted = first.nowhere.filter(({ from }) => !['users.token', 'core.job'].includes(from));
    for (const { from, field, count } of counted) {
      const kept = lines.filter((line) => line.from === from && (line.field ?? '') === field).length;
      if (kept > 0) expect([from, field, kept >= count]).toEqual([from, field, true]);
    }
    expect(lines.find(({ from }) => from === 'vpn.tunnel')).toMatchObject({ value: { name: 'Tunnel' } });
    for (const text of [readFileSync(first.leftovers, 'utf8'), readFileSync(folder.at('first.jsonl'), 'utf8')])
      expect(text).not.toContain('a secret');
  });

  it('makes locations of regions, sites and what is in them', async () => {
    const germany = await here('dcim/locations', `dcim.region:${idThere('dcim/regions', 'Germany')}`);
    expect(germany).toMatchObject({ location_type: { name: 'Region' }, parent: { name: 'Europe' } });
    const site = await here('dcim/locations', `dcim.site:${idThere('dcim/sites', 'Site 1')}`);
    expect(site).toMatchObject({
      location_type: { name: 'Site' },
      parent: { name: 'Germany' },
      time_zone: 'Europe/Berlin',
      asn: 64500,
      custom_fields: {
        netbox_asns: '64500, 64501',
        netbox_owner: 'Network team',
        colours: ['blue', 'red'],
        floor_number: 1,
        share: '12.5',
      },
    });
    const cage = await here('dcim/locations', `dcim.location:${idThere('dcim/locations', 'Cage')}`);
    expect(cage).toMatchObject({ location_type: { name: 'Location' }, parent: { name: 'Room 0' } });
    const homeless = await here('dcim/locations', `dcim.site:${idThere('dcim/sites', 'Site 3')}`);
    expect(homeless.parent.name).toBe('No region');
    const groups = await get('extras/relationship-associations/?relationship=netbox_dcim_site_group');
    expect(groups.count).toBe(netbox.lists.get('dcim/sites')!.filter(({ group }) => group).length);
    const notes = await get(`extras/notes/?assigned_object_id=${idFor('netbox', 'dcim.region:1')}`);
    expect(notes.results.map(({ note }: Body) => note).join()).toMatch(
      /Contact: .* \(Technician, primary\)|2024-05-06 07:08 by ada \(warning\)/i,
    );
  });

  it('makes devices with their parts, cables and addresses', async () => {
    const one = await here('dcim/devices', `dcim.device:${idThere('dcim/devices', 'sw0.site0')}`);
    expect(one).toMatchObject({
      rack: { name: 'R0' },
      position: 1,
      face: { value: 'front' },
      local_config_context_data: { ntp: ['10.0.0.1'] },
      virtual_chassis: { name: 'Stack' },
      primary_ip4: { address: '10.0.1.10/24' },
      primary_ip6: { address: '2001:db8:0::1/64'.replace(':0::', '::') },
      custom_fields: { netbox_description: 'A device', netbox_airflow: 'Front to rear' },
    });
    const port = await here('dcim/interfaces', `dcim.interface:${idThere('dcim/interfaces', 'Gi1/0/1')}`);
    expect(port).toMatchObject({
      lag: { name: 'Po1' },
      mode: { value: 'tagged' },
      mac_address: '00:11:22:00:00:0A',
      connected_endpoint: { name: 'Gi1/0/1' },
    });
    const odd = await here('dcim/interfaces', `dcim.interface:${idThere('dcim/interfaces', 'Gi1/0/2')}`);
    expect(odd).toMatchObject({ type: { value: 'other' }, custom_fields: { netbox_type: '800gbase-x-osfp-future' } });
    const psu = await get(`dcim/inventory-items/?name=PSU 1: PWR-1&device=sw0.site0`);
    expect(psu.results[0]).toMatchObject({ part_id: 'PWR-1-AC', serial: 'M0-0' });
    const child = await here('dcim/devices', `dcim.device:${idThere('dcim/devices', 'blade')}`);
    expect(child.parent_bay.name).toBe('Bay 1');
    // What its type has templates of is not there beside what it had.
    const parts = (await get('dcim/interfaces/?device=sw0.site0&limit=0&depth=1')).results.filter(
      ({ device }: Body) => device.name === 'sw0.site0',
    );
    expect(parts).toHaveLength(
      netbox.lists.get('dcim/interfaces')!.filter((each) => (each.device as Body).name === 'sw0.site0').length,
    );
    const lengths = (await get('dcim/cables/?limit=0')).results.map((cable: Body) => [
      cable.length,
      cable.length_unit?.value ?? null,
    ]);
    expect(lengths).toEqual(
      expect.arrayContaining([
        [150, 'cm'],
        [3, 'm'],
        [200, 'm'],
        [null, null],
      ]),
    );
  });

  it('puts pictures where they belong, and tells which cannot be had', async () => {
    const bytes = async (address: string) =>
      Buffer.from(await (await fetch(address, { headers: { authorization: `Token ${program.token}` } })).arrayBuffer());
    const type = await here(
      'dcim/device-types',
      `dcim.devicetype:${netbox.lists.get('dcim/device-types')!.find(({ model }) => model === 'C9300')!.id}`,
    );
    expect(await bytes(type.front_image)).toEqual(netboxMedia.get('/media/devicetype-images/c9300.png'));
    expect(type.rear_image).toBeNull();
    const { results } = await get('extras/image-attachments/?depth=1');
    expect(results).toMatchObject([
      {
        name: 'Door',
        image_width: 3,
        image_height: 4,
        content_type: 'dcim.location',
        object_id: idFor('netbox', 'dcim.site:1'),
      },
    ]);
    expect(await bytes(results[0].image)).toEqual(netboxMedia.get('/media/image-attachments/door 1.png'));
    expect(first.nowhere.filter(({ reason }) => reason === noPicture)).toMatchObject([
      { from: 'dcim.devicetype', field: 'rear_image', count: 1 },
      { from: 'extras.imageattachment', field: '', count: 2 },
    ]);
    expect(first.files).toBe(1);
  });

  it('keeps address spaces apart, and lets nothing be there twice', async () => {
    const names = (await get('ipam/namespaces/')).results.map(({ name }: Body) => name).sort();
    expect(names).toEqual(
      ['Blue', 'Blue (#4)', 'Global', 'Global (#10)', 'Global duplicates 1', 'Red']
        .sort()
        .map((name) => expect.stringMatching(name.replace(/[()]/g, '.').replace(/#\d+/, '#\\d+'))),
    );
    const ten = await get('ipam/prefixes/?prefix=10.0.0.0/8&depth=1');
    expect(ten.results).toEqual([
      expect.objectContaining({
        type: { value: 'container', label: 'Container' },
        rir: expect.objectContaining({ name: 'RIPE' }),
        date_allocated: '2019-01-02T00:00:00Z',
      }),
    ]);
    const made = await get('ipam/prefixes/?prefix=192.168.77.0/24');
    expect(made.results[0].description).toMatch(/Made by the import/);
    const shared = (await get('ipam/ip-addresses/?address=10.0.1.1/24&depth=1')).results;
    expect(shared).toHaveLength(1);
    expect((await get(`ipam/ip-address-to-interface/?ip_address=${shared[0].id}`)).count).toBe(2);
    const nat = (await get('ipam/ip-addresses/?address=203.0.113.5/32&depth=1')).results[0];
    expect(nat).toMatchObject({ type: 'dhcp', nat_inside: { address: '192.168.77.5/24' } });
  });

  it('changes nothing the second time, when it comes from files', async () => {
    for (const [list, objects] of netbox.lists) {
      if (objects.length === 0) continue;
      const isLarge = objects.length > 50;
      const pages = isLarge ? [objects.slice(0, 40), objects.slice(40)] : [objects];
      pages.forEach((results, index) => {
        const file = folder.at(`files/${list}${isLarge ? `/${index}` : ''}.json`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ count: objects.length, next: null, previous: null, results }));
      });
    }
    for (const [path, bytes] of netboxMedia) {
      mkdirSync(dirname(folder.at(`files${path}`)), { recursive: true });
      writeFileSync(folder.at(`files${path}`), bytes);
    }
    writeFileSync(folder.at('files/status.json'), JSON.stringify({ 'netbox-version': '4.6.8' }));
    const changes = async () => (await get('extras/object-changes/?limit=1')).count;
    const before = await changes();
    const done = await take({ from: folder.at('files') });
    expect(written(done)).toEqual([]);
    expect(done.refused).toEqual([]);
    expect(await changes()).toBe(before);
    expect(done.accounts).toEqual(first.accounts);
    writeFileSync(folder.at('files/dcim/sites.json'), '{"count": 4, "results": [{"id": 1, "na');
    await expect(take({ from: folder.at('files') })).rejects.toThrow(/dcim\/sites\.json is not JSON/);
    writeFileSync(folder.at('files/dcim/sites.json'), '{"count": 4, "results": [{"id": 1, "name": "x"}]}');
    await expect(take({ from: folder.at('files') })).rejects.toThrow(/these are 1 of 4 objects/);
  });

  it('leaves out of files what is to be skipped, and takes what refers to it without that', async () => {
    const few = (list: string, objects: object[]) => {
      mkdirSync(folder.at(`few/${dirname(list)}`), { recursive: true });
      writeFileSync(folder.at(`few/${list}.json`), JSON.stringify({ count: objects.length, results: objects }));
    };
    const group = { id: 7, name: 'Group', slug: 'group' };
    few('tenancy/tenant-groups', [group]);
    few('tenancy/tenants', [
      { id: 1, name: 'Grouped', slug: 'grouped', group, tags: [], custom_fields: {}, display_url: '' },
      { id: 2, name: 'Alone', slug: 'alone', group: null, tags: [], custom_fields: {}, display_url: '' },
    ]);
    const skip = new Set(['tenancy/tenant-groups']);
    const done = await take({ from: folder.at('few'), source: 'few', skip });
    expect(done.accounts.map(({ list }) => list)).toEqual(['tenancy/tenants']);
    expect(done.applied.find(({ endpoint }) => endpoint === 'tenancy/tenants')).toMatchObject({
      created: 2,
      refused: 0,
    });
    expect(done.refused).toEqual([
      {
        endpoint: 'tenancy/tenants',
        key: 'tenancy.tenant:1',
        field: 'tenant_group',
        reason: 'tenancy.tenantgroup:7 is not among what was read',
      },
    ]);
    // With the list it has its group, and keeps it when that is not read again.
    await take({ from: folder.at('few'), source: 'few' });
    const again = await take({ from: folder.at('few'), source: 'few', skip });
    expect([written(again), again.refused]).toEqual([[], []]);
    expect(await get(`tenancy/tenants/${idFor('few', 'tenancy.tenant:1')}/?depth=1`)).toMatchObject({
      tenant_group: { name: 'Group' },
    });
  });

  it('reads anew after a dry run, and after a run for which other lists were to be skipped', async () => {
    const there = await aNetbox('4.6');
    const tenants = (names: string[]): Shown[] =>
      names.map((name, index) => ({ id: index + 1, name, slug: name, tags: [], custom_fields: {} }));
    const say = (list: string, objects: Shown[]) => there.lists.set(list, objects);
    const look = async (more: Partial<NetboxImportOptions> = {}) => {
      const { accounts } = await take({
        from: there.url,
        token: there.token,
        source: 'looked at',
        dryRun: true,
        ...more,
      });
      return accounts.map(({ list, there: count }) => [list, count]);
    };
    for (const list of there.lists.keys()) say(list, []);
    say('tenancy/tenants', tenants(['one']));
    expect(await look()).toEqual([['tenancy/tenants', 1]]);
    say('tenancy/tenants', tenants(['one', 'two']));
    expect(await look()).toEqual([['tenancy/tenants', 2]]);
    // Cut off: all was read, and nobody lets it write.
    const closed = { destination: { url: program.url, token: 'wrong' }, dryRun: false };
    await expect(look({ ...closed, skip: new Set(['tenancy/tenants']) })).rejects.toThrow();
    expect(await look()).toEqual([['tenancy/tenants', 2]]);
  });

  it('takes away what was taken away there', async () => {
    const world = makeNetboxWorld('https://netbox.example.org', 7, size);
    const there = (list: string, field: string, value: unknown) =>
      world.get(list)!.find((one) => one[field] === value)!;
    const [network, scoped] = ['10.0.0.0/8', '10.1.1.0/24'].map((text) => there('ipam/prefixes', 'prefix', text));
    const device = there('dcim/devices', 'name', 'sw1.site1');
    const service = there('ipam/services', 'description', 'A service');
    const machine = world.get('virtualization/virtual-machines')![0]!;
    const site = there('dcim/sites', 'name', 'Site 1');
    const [telia, lumen] = ['Telia', 'Lumen'].map((name) => there('circuits/providers', 'name', name));
    const group = there('ipam/fhrp-groups', 'name', 'Gateways');
    const kept = async (endpoint: string, key: string) => (await here(endpoint, key)).custom_fields;
    const shown = async () => ({
      network: await here('ipam/prefixes', `ipam.prefix:${network!.id}`),
      scoped: await here('ipam/prefixes', `ipam.prefix:${scoped!.id}`),
      device: await here('dcim/devices', `dcim.device:${device.id}`),
      service: await here('ipam/services', `ipam.service:${service.id}`),
      site: await kept('dcim/locations', `dcim.site:${site.id}`),
      telia: await kept('circuits/providers', `circuits.provider:${telia!.id}`),
      lumen: await kept('circuits/providers', `circuits.provider:${lumen!.id}`),
      group: await kept('dcim/interface-redundancy-groups', `ipam.fhrpgroup:${group.id}`),
    });
    expect(await shown()).toMatchObject({
      network: { rir: { name: 'RIPE' }, date_allocated: '2019-01-02T00:00:00Z' },
      scoped: { location: { id: expect.any(String) } },
      device: { custom_fields: { netbox_airflow: expect.any(String) } },
      service: { device: { id: expect.any(String) }, virtual_machine: null },
      site: { netbox_asns: '64500, 64501' },
      telia: { netbox_accounts: 'A-1, A-2 (Second)' },
      lumen: { netbox_asns: '64500, 64501' },
      group: { netbox_protocol: 'vrrp3' },
    });
    world.set(
      'ipam/aggregates',
      world.get('ipam/aggregates')!.filter(({ prefix }) => prefix !== network!.prefix),
    );
    Object.assign(scoped!, { scope_type: null, scope_id: null, scope: null });
    Object.assign(device, { airflow: null });
    for (const one of [site, lumen!]) one.asns = (one.asns as Body[]).slice(0, 1);
    world.set('circuits/provider-accounts', world.get('circuits/provider-accounts')!.slice(0, 1));
    Object.assign(group, { protocol: { value: 'hsrp', label: 'HSRP' } });
    Object.assign(service, { parent_object_type: 'virtualization.virtualmachine', parent_object_id: machine.id });
    netbox.show(world);
    const done = await take();
    expect(done.refused).toEqual([]);
    expect(written(done).map(({ endpoint, created, changed }) => [endpoint, created, changed])).toEqual(
      expect.arrayContaining([
        ['dcim/devices', 0, 1],
        ['ipam/prefixes', 0, 2],
        // The other one of its name on that device goes by it now.
        ['ipam/services', 0, 2],
      ]),
    );
    expect(await shown()).toMatchObject({
      network: { rir: null, date_allocated: null },
      scoped: { location: null },
      device: { custom_fields: { netbox_airflow: null } },
      service: { device: null, virtual_machine: { name: machine.name } },
      site: { netbox_asns: null },
      telia: { netbox_accounts: null },
      lumen: { netbox_asns: null },
      group: { netbox_protocol: null },
    });
    // What is there again comes back, and what took a name meanwhile gives it up.
    netbox.show(makeNetboxWorld('https://netbox.example.org', 7, size));
    expect((await take()).refused).toEqual([]);
  });

  it('takes over what has changed there since, and gives new devices the parts they have there', async () => {
    const world = makeNetboxWorld('https://netbox.example.org', 7, size);
    const devices = world.get('dcim/devices')!;
    const model = devices.find(({ name }) => name === 'sw0.site0')!;
    world.get('dcim/sites')![1]!.description = 'Another description';
    const fresh = {
      ...model,
      id: 9_000,
      name: 'new',
      display: 'new',
      asset_tag: null,
      position: null,
      face: null,
      rack: null,
      primary_ip4: null,
      primary_ip6: null,
      primary_ip: null,
      virtual_chassis: null,
      vc_position: null,
      vc_priority: null,
      oob_ip: null,
    };
    devices.push(fresh);
    const ports = world.get('dcim/interfaces')!;
    ports.push({
      ...ports[0]!,
      id: 90_000,
      name: 'Gi1/0/1',
      device: { id: 9_000, name: 'new' },
      lag: null,
      tagged_vlans: [],
      untagged_vlan: null,
      mode: null,
    });
    netbox.show(world);
    const done = await take();
    expect(done.refused).toEqual([]);
    // Nothing else: what came back just now is as it was.
    expect(written(done).map(({ endpoint, created, changed }) => [endpoint, created, changed])).toEqual([
      ['dcim/locations', 0, 1],
      ['dcim/devices', 1, 0],
      ['dcim/interfaces', 1, 0],
    ]);
    const parts = await get(`dcim/interfaces/?device_id=${idFor('netbox', 'dcim.device:9000')}`);
    expect(parts.results.map(({ id }: Body) => id)).toEqual([idFor('netbox', 'dcim.interface:90000')]);
    netbox.show(makeNetboxWorld('https://netbox.example.org', 7, size));
  });

  it('takes NetBox 3.7 too, into a Plumbline of its own', async () => {
    const old = await aNetbox('3.7');
    const another = await startForm('one');
    try {
      const destination = { url: another.url, token: another.token };
      const takeOld = (more: Partial<NetboxImportOptions> = {}) =>
        take({ from: old.url, token: old.token, source: 'old', destination, ...more });
      const imported = await takeOld();
      expect(imported.refused).toEqual([]);
      accountsFor(old, imported);
      expect(written(await takeOld({ dryRun: true }))).toEqual([]);
      expect((await audit(another)).findings).toEqual([]);
    } finally {
      await another.stop();
    }
  });

  (isLong ? it : it.skip)('goes into services of their own as into one process', async () => {
    const split = await startForm('split');
    try {
      const destination = { url: split.url, token: split.token };
      const done = await take({ destination });
      expect(done.refused).toEqual([]);
      accountsFor(netbox, done);
      const counts = ({ applied }: NetboxImported) =>
        applied.map(({ endpoint, created, changed, same, known }) => [endpoint, created + changed + same + known]);
      expect(counts(done)).toEqual(counts(await take({ dryRun: true })));
      expect(written(await take({ destination }))).toEqual([]);
      expect((await audit(split)).findings).toEqual([]);
      expect(split.complaints).toEqual([]);
    } finally {
      await split.stop();
    }
  });

  describe('that is cut off or misled', () => {
    let misled: MisbehavingServer;
    let databaseUrl: string;

    beforeAll(async () => {
      misled = await startMisbehavingServer(netbox.url);
      faulty.push(misled);
      databaseUrl = await aDatabase();
    });

    const run = (arguments_: string[], kill?: { after: RegExp }) => {
      const env = {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        PLUMBLINE_SECRET_KEY: secretKey,
        PLUMBLINE_DATA: folder.at('cli'),
        IMPORT_TOKEN: netbox.token,
        PORT: '1',
      };
      const child = spawn(process.execPath, [entry, 'import', ...arguments_], { env, stdio: 'pipe' });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          text += chunk;
          if (kill?.after.test(text)) child.kill('SIGKILL');
        });
      return new Promise<{ code: number | null; text: string }>((resolve) =>
        child.once('close', (code) => resolve({ code, text })),
      );
    };

    const countRows = async (): Promise<number> => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      const tables = [
        'dcim.location',
        'dcim.manufacturer',
        'dcim.device',
        'ipam.prefix',
        'tenancy.tenant',
        'extras.customfield',
        'extras.tag',
      ];
      try {
        const { rows } = await client.query(
          tables.map((table) => `SELECT count(*)::int AS n FROM ${table}`).join(' UNION ALL '),
        );
        return rows.reduce((sum, { n }) => sum + n, 0);
      } finally {
        await client.end();
      }
    };

    it('says what is wrong and writes nothing when NetBox does not answer as it should', async () => {
      const before = await countRows();
      const isLate = (fault: object | string) => typeof fault === 'object' && 'late' in fault;
      const wrong: [Fault | ((endpoint: string) => Fault | undefined), RegExp][] = [
        [{ status: 200, body: '<html>Please sign in' }, /does not answer as NetBox does: the answer is not JSON/],
        [{ status: 403, body: '{"detail": "Invalid token"}' }, /does not take this token/],
        [{ late: 1_000 }, /took too long|timeout|Timeout/],
        [{ status: 429 }, /429/],
        [(list) => (list === 'dcim/devices' ? 'half' : undefined), /dcim\/devices: /],
        [
          (list) => (list === 'ipam/vlans' ? { status: 403 } : undefined),
          /ipam\/vlans: the token may not read it.*--skip LIST/s,
        ],
      ];
      for (const [index, [fault, message]] of wrong.entries()) {
        misled.misbehave(({ endpoint }) => (typeof fault === 'function' ? fault(endpoint) : fault));
        const attempt = importNetbox(settingsFor(databaseUrl, `misled ${index}`), {
          from: misled.url,
          token: netbox.token,
          destination: {},
          // Who waits for the late one as briefly would take others for late on a busy machine.
          patience: { ...patience, giveUpAfter: 400, ...(isLate(fault) ? { answerWithin: 200 } : {}) },
          log,
          progress: () => {},
        });
        await expect(attempt).rejects.toThrow(message);
      }
      expect(await countRows()).toBe(before);
    });

    it('says of what is neither a folder nor an address that it is neither', async () => {
      const nowhere = folder.at('misspelt');
      expect(await run(['--from-netbox', nowhere, '--dry-run'])).toMatchObject({
        code: 1,
        text: expect.stringContaining(`${nowhere} is neither a folder nor the address of a NetBox`),
      });
    });

    it('survives a NetBox that is slow, restarts and guards itself, and takes it for the same one as before only when told so', async () => {
      await expect(take({ from: misled.url })).rejects.toThrow(/came from 127\.0\.0\.1:\d+\..*--moved.*--source NAME/s);
      const mishaps: Fault[] = [
        'reset',
        'half',
        { status: 502 },
        { status: 429, headers: { 'retry-after': '0' } },
        { status: 200, body: '<html>' },
        { late: 5 },
      ];
      let count = 0;
      misled.misbehave(({ before }) =>
        before === 0 && ++count % 3 === 0 ? mishaps[count % mishaps.length] : undefined,
      );
      const done = await take({ from: misled.url, moved: true });
      expect(written(done).map(({ endpoint }) => endpoint)).toEqual(['dcim/locations']);
      accountsFor(netbox, done);
    });

    it('tells all and writes nothing in a dry run, and ends the same however often it is killed', async () => {
      misled.misbehave(() => undefined);
      const before = await countRows();
      const dry = await run([`--from-netbox=${misled.url}`, '--dry-run']);
      expect(dry).toMatchObject({
        code: 0,
        text: expect.stringMatching(
          /dcim\/sites +\d+ +\d+ +0 +0[\s\S]*Without a place[\s\S]*vpn\.tunnel: 1: [\s\S]*would be made/,
        ),
      });
      expect(await countRows()).toBe(before);
      const moments = [
        /extras\/statuses: \d/,
        /dcim\/locations: \d/,
        /dcim\/devices: \d/,
        /ipam\/prefixes: \d/,
        /dcim\/cables: \d/,
        /extras\/notes: \d/,
      ];
      for (const after of moments.slice(0, rounds(moments.length, 1)).reverse()) {
        const killed = await run([`--from-netbox=${misled.url}`], { after });
        expect(killed).toMatchObject({ code: null });
      }
      const last = await run([`--from-netbox=${misled.url}`]);
      expect(last).toMatchObject({ code: 0, text: expect.stringContaining(' 0 refused.') });
      await dumpInto(databaseUrl, folder.at('killed.jsonl'), { withoutChanges: true });
      const changes = linesOf(folder.at('killed.jsonl')).filter((line) =>
        line.includes('"endpoint":"extras/object-changes"'),
      );
      expect(changes).toEqual([]);
      const told = (name: string) =>
        linesOf(folder.at(name))
          .filter(
            (line) =>
              !/"endpoint":"(users\/(users|tokens)|dcim\/cablepath|extras\/(statuses|roles|jobs|object-changes))/.test(
                line,
              ),
          )
          .map((line) => line.replace(/"(created|last_updated|natural_slug|display|secret)":"[^"]*",?/g, ''))
          // What Plumbline has of itself has another id in every installation.
          .map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…'))
          .sort();
      const [killed, whole] = [told('killed.jsonl'), told('first.jsonl')];
      expect(killed.length).toBe(whole.length);
      expect(killed.filter((line, index) => line !== whole[index]).slice(0, 3)).toEqual([]);
    });
  });
});
