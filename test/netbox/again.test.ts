import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLog } from '@plumbline/log';
import { aPicture, testSettings } from '@plumbline/testkit';
import { idFor, importNetbox, type NetboxImported, type NetboxImportOptions } from '../../program/src/import/netbox';
import { openNetbox } from '../../program/src/import/netbox/openNetbox';
import { readNetbox } from '../../program/src/import/netbox/readNetbox';
import { aFolder } from '../dump/files';
import { type MisbehavingServer, startMisbehavingServer } from '../dump/misbehavingServer';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type NetboxStandIn, startNetbox } from './startNetbox';
import type { Shown } from './worldBuilder';

const log = createLog({ name: 'test', level: 'silent' });
const patience = { firstWait: 5, longestWait: 20, giveUpAfter: 60_000, answerWithin: 60_000, silentFor: 60_000 };

type Body = Answer['body'];

const active = { value: 'active', label: 'Active' };

describeUnless(missingBuild, 'an import from NetBox that is given again', () => {
  const folder = aFolder();
  let program: Whole;

  /** Says what a NetBox has in some lists; what it has in others stays. */
  const say = (source: string, lists: Record<string, object[]>) => {
    for (const [list, objects] of Object.entries(lists)) {
      const file = folder.at(`${source}/${list}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(objects));
    }
  };
  const take = (source: string, more: Partial<NetboxImportOptions> = {}) =>
    importNetbox(testSettings({ databaseUrl: program.database.url, dataDir: folder.at('data') }), {
      from: folder.at(source),
      source,
      destination: { url: program.url, token: program.token },
      patience,
      log,
      progress: () => {},
      ...more,
    });
  const written = ({ applied }: NetboxImported) =>
    applied.flatMap(({ endpoint, created, changed }) => (created + changed > 0 ? [[endpoint, created, changed]] : []));
  const get = async (path: string) => (await program.client.must(200, 'GET', path)).body as Body;
  const make = async (path: string, body: unknown) => (await program.client.must(201, 'POST', path, body)).body as Body;

  beforeAll(async () => {
    program = await startForm('one');
  });
  afterAll(async () => {
    await program?.stop();
    folder.remove();
  });

  it('leaves a name to the object that took it over there', async () => {
    const nameOf = async (id: number) =>
      (await get(`tenancy/tenants/${idFor('renamed', `tenancy.tenant:${id}`)}/`)).name;
    say('renamed', { 'tenancy/tenants': [{ id: 1, name: 'Mine', slug: 'mine' }] });
    await take('renamed');
    const now = [
      { id: 1, name: 'Yours', slug: 'yours' },
      { id: 2, name: 'Mine', slug: 'mine' },
    ];
    say('renamed', { 'tenancy/tenants': now });
    expect(written(await take('renamed', { dryRun: true }))).toEqual([['tenancy/tenants', 1, 1]]);
    const done = await take('renamed');
    expect([done.refused, written(done)]).toEqual([[], [['tenancy/tenants', 1, 1]]]);
    expect([await nameOf(1), await nameOf(2)]).toEqual(['Yours', 'Mine']);
    expect(written(await take('renamed'))).toEqual([]);
    // The first takes the name that the second has until then.
    const then = [
      { id: 1, name: 'Mine', slug: 'yours' },
      { id: 2, name: 'Ours', slug: 'mine' },
    ];
    say('renamed', { 'tenancy/tenants': then });
    const swapped = await take('renamed');
    expect([swapped.refused, written(swapped)]).toEqual([[], [['tenancy/tenants', 0, 2]]]);
    expect([await nameOf(1), await nameOf(2)]).toEqual(['Mine', 'Ours']);
  });

  it('gives each the name that another one has until it is given its own, however many there are', async () => {
    const named = (id: number, name: string) => ({ id, name, slug: `slug-${id}` });
    // More than are looked at at a time.
    const rows = Array.from({ length: 205 }, (_, at) => named(at + 1, `Row ${at + 1}`));
    say('row', { 'tenancy/tenants': rows });
    await take('row');
    const moved = rows.map(
      ({ id, name }) =>
        ({ 1: named(1, 'Row 2'), 2: named(2, 'Row 3'), 3: named(3, 'Row 205'), 205: named(205, 'Last') })[id] ??
        named(id, name),
    );
    say('row', { 'tenancy/tenants': moved });
    const done = await take('row');
    expect([done.refused, written(done)]).toEqual([[], [['tenancy/tenants', 0, 4]]]);
    expect(written(await take('row'))).toEqual([]);
  });

  const device = {
    id: 1,
    name: 'first',
    status: active,
    site: { id: 1 },
    role: { id: 1 },
    device_type: { id: 1 },
    virtual_chassis: { id: 1 },
    vc_position: 1,
    primary_ip4: { id: 1 },
  };
  const chassis = { id: 1, name: 'Chassis', master: { id: 1 } };
  const address = {
    id: 1,
    address: '10.9.9.1/24',
    status: active,
    vrf: null,
    assigned_object_type: 'dcim.interface',
    assigned_object_id: 1,
  };
  const deviceKey = 'dcim.device:1';
  // What others still have is filled in late.
  const others = {
    device: { ...device, id: 900, name: 'other', virtual_chassis: { id: 900 }, primary_ip4: { id: 900 } },
    chassis: { id: 900, name: 'Other chassis', master: { id: 900 } },
    address: { ...address, id: 900, address: '10.9.9.2/24', assigned_object_id: 900 },
  };
  const port = { name: 'eth0', type: { value: 'virtual', label: 'Virtual' }, enabled: true };

  it('takes away what was the first address of a device, and the master of a chassis', async () => {
    say('emptied', {
      'dcim/sites': [{ id: 1, name: 'Emptied', slug: 'emptied', status: active, region: null }],
      'dcim/device-roles': [{ id: 1, name: 'Emptied', slug: 'emptied' }],
      'dcim/manufacturers': [{ id: 1, name: 'Emptied', slug: 'emptied' }],
      'dcim/device-types': [{ id: 1, manufacturer: { id: 1 }, model: 'Emptied', u_height: 1 }],
      'dcim/virtual-chassis': [chassis, others.chassis],
      'dcim/devices': [device, others.device],
      'dcim/interfaces': [
        { ...port, id: 1, device: { id: 1 } },
        { ...port, id: 900, device: { id: 900 } },
      ],
      'virtualization/cluster-types': [{ id: 1, name: 'Emptied', slug: 'emptied' }],
      'virtualization/clusters': [{ id: 1, name: 'Emptied', type: { id: 1 }, status: active }],
      'virtualization/virtual-machines': [{ id: 1, name: 'machine', status: active, cluster: { id: 1 } }],
      'virtualization/interfaces': [{ id: 1, name: 'eth0', virtual_machine: { id: 1 }, enabled: true }],
      'ipam/vrfs': [{ id: 1, name: 'Emptied', rd: null, enforce_unique: true }],
      'ipam/ip-addresses': [address, others.address],
    });
    const shown = async () => ({
      device: await get(`dcim/devices/${idFor('emptied', deviceKey)}/?depth=1`),
      chassis: await get(`dcim/virtual-chassis/${idFor('emptied', 'dcim.virtualchassis:1')}/?depth=1`),
    });
    expect((await take('emptied')).refused).toEqual([]);
    expect(await shown()).toMatchObject({
      device: { primary_ip4: { address: '10.9.9.1/24' } },
      chassis: { master: { name: 'first' } },
    });
    expect(written(await take('emptied'))).toEqual([]);
    say('emptied', {
      'dcim/devices': [{ ...device, primary_ip4: null }, others.device],
      'dcim/virtual-chassis': [{ ...chassis, master: null }, others.chassis],
    });
    const done = await take('emptied');
    expect([done.refused, written(done)]).toEqual([
      [],
      expect.arrayContaining([
        ['dcim/devices', 0, 1],
        ['dcim/virtual-chassis', 0, 1],
      ]),
    ]);
    expect(await shown()).toMatchObject({ device: { primary_ip4: null }, chassis: { master: null } });
    expect(written(await take('emptied'))).toEqual([]);
  });

  it('moves an address from an interface of a device to one of a machine, and tells of one in another VRF', async () => {
    const moved = { ...address, assigned_object_type: 'virtualization.vminterface' };
    say('emptied', { 'ipam/ip-addresses': [moved, others.address] });
    const done = await take('emptied');
    expect([done.refused, written(done)]).toEqual([[], [['ipam/ip-address-to-interface', 0, 1]]]);
    const assigned = await get(`ipam/ip-address-to-interface/?ip_address=${idFor('emptied', 'ipam.ipaddress:1')}`);
    expect(assigned.results).toMatchObject([{ interface: null, vm_interface: { id: expect.any(String) } }]);
    say('emptied', { 'ipam/ip-addresses': [{ ...moved, vrf: { id: 1 } }, others.address] });
    expect((await take('emptied')).refused).toEqual([
      {
        endpoint: 'ipam/ip-addresses',
        key: 'ipam.ipaddress:1',
        field: 'namespace',
        reason: expect.stringMatching(/another VRF there now.*delete it here and import again/),
      },
    ]);
  });

  it('goes on where it was cut off before devices were made', async () => {
    const type = idFor('emptied', 'dcim.devicetype:1');
    await make('dcim/interface-templates/', { device_type: type, name: 'eth9', type: 'virtual' });
    const number = createHash('sha256').update('emptied').digest('hex').slice(0, 12);
    const cutOff = join(folder.at('data'), `import-netbox-${number}`, 'new-devices.json');
    // Some two hundred that are not there, and one that was made before it was cut off, with what its type has.
    const ids = Array.from({ length: 200 }, (_, at) => idFor('emptied', `dcim.device:${at + 2}`));
    const { location, role, status } = await get(`dcim/devices/${idFor('emptied', deviceKey)}/`);
    const fresh = { id: ids[120], name: 'second', device_type: type, location, role, status };
    await make('dcim/devices/', fresh);
    const parts = async () =>
      (await get(`dcim/interfaces/?device_id=${ids[120]}`)).results.map(({ name }: Body) => name);
    expect(await parts()).toEqual(['eth9']);
    writeFileSync(cutOff, JSON.stringify(ids));
    await take('emptied');
    expect(existsSync(cutOff)).toBe(false);
    expect(await parts()).toEqual([]);
  });

  it('makes no notes and relationships for what has no place, and tells of them', async () => {
    const entry = (id: number, about: number) => ({
      id,
      assigned_object_type: 'tenancy.tenant',
      assigned_object_id: about,
      comments: 'Look here',
      kind: { value: 'info', label: 'Info' },
    });
    say('notes', {
      'tenancy/tenants': [{ id: 1, name: 'Noted', slug: 'noted' }],
      'dcim/sites': [{ id: 1, name: 'Noted', slug: 'noted', status: active, region: null, group: { id: 7 } }],
      'extras/journal-entries': [entry(1, 1), entry(2, 9)],
    });
    const done = await take('notes');
    expect(done.refused).toEqual([]);
    expect(done.accounts.find(({ from }) => from === 'extras.journalentry')).toMatchObject({ joined: 1, nowhere: 1 });
    const reason = 'what it is about has no place here, or was not read';
    expect(done.nowhere).toEqual([
      expect.objectContaining({ from: 'dcim.site', field: 'extras/relationship-associations', reason, count: 1 }),
      expect.objectContaining({ from: 'extras.journalentry', field: '', reason, count: 1 }),
    ]);
    const notes = async (id: number) =>
      (await get(`extras/notes/?assigned_object_id=${idFor('notes', `tenancy.tenant:${id}`)}`)).count;
    expect([await notes(1), await notes(9)]).toEqual([1, 0]);
    const linked = `extras/relationship-associations/?source_id=${idFor('notes', 'dcim.sitegroup:7')}`;
    expect((await get(linked)).count).toBe(0);
  });

  it('leaves what was here before without a picture of theirs', async () => {
    const manufacturer = await make('dcim/manufacturers/', { name: 'Before' });
    const type = await make('dcim/device-types/', { manufacturer: manufacturer.id, model: 'Before' });
    say('pictures', {
      'dcim/manufacturers': [{ id: 1, name: 'Before', slug: 'before' }],
      'dcim/device-types': [
        { id: 1, manufacturer: { id: 1 }, model: 'Before', u_height: 1, front_image: '/media/before.png' },
      ],
    });
    mkdirSync(folder.at('pictures/media'));
    writeFileSync(folder.at('pictures/media/before.png'), aPicture(2, 2));
    const done = await take('pictures');
    expect([done.files, written(done)]).toEqual([0, []]);
    expect((await get(`dcim/device-types/${type.id}/`)).front_image).toBeNull();
  });

  const permission = (id: number, ...object_types: string[]) => ({
    id,
    name: `Granted ${id}`,
    enabled: true,
    object_types,
    actions: ['view'],
    constraints: null,
    groups: [],
    users: [],
  });
  const grantedIn = async (...ids: number[]) => {
    const { results } = await get('users/permissions/?limit=0&sort=name');
    const granted = results.filter(({ name }: Body) => ids.some((id) => name.split(' (')[0] === `Granted ${id}`));
    return granted.map(({ name, object_types, constraints }: Body) => [name, object_types, constraints]);
  };
  const places = ['dcim.location'];
  const ofType = (location_type__name: string) => ({ location_type__name });

  it('grants nothing by a permission that it does not grant there', async () => {
    say('granted', {
      'users/permissions': [
        permission(1, 'dcim.site', 'dcim.rack', 'ipam.aggregate', 'ipam.asn', 'dcim.inventoryitemrole'),
        permission(2, 'dcim.region', 'dcim.sitegroup'),
        permission(3, 'dcim.module', 'ipam.role'),
        permission(4, 'ipam.prefix', 'ipam.aggregate', 'ipam.vlan'),
      ],
    });
    const done = await take('granted');
    expect(done.refused).toEqual([]);
    expect(await grantedIn(1, 2, 3, 4)).toEqual([
      ['Granted 1', ['dcim.rack'], null],
      ['Granted 1 (site)', places, ofType('Site')],
      ['Granted 2', places, ofType('Region')],
      ['Granted 2 (sitegroup)', places, ofType('Site group')],
      ['Granted 4', ['ipam.prefix', 'ipam.vlan'], null],
    ]);
    expect(done.nowhere.map(({ field, reason }) => [field, reason.split(':')[0]])).toEqual([
      ['object_types', 'objects of ipam.aggregate are of one kind here with others that it is not about'],
      ['object_types', 'there are no objects of ipam.asn here'],
      ['object_types', 'there are no objects of dcim.inventoryitemrole here'],
      ['', 'objects of dcim.module are of one kind here with others that it is not about'],
    ]);
    expect(written(await take('granted'))).toEqual([]);
  });

  it('grants what a permission grants there that is about other kinds by then', async () => {
    say('regranted', { 'users/permissions': [permission(5, 'dcim.site', 'dcim.rack'), permission(6, 'dcim.region')] });
    await take('regranted');
    expect(await grantedIn(5, 6)).toEqual([
      ['Granted 5', ['dcim.rack'], null],
      ['Granted 5 (site)', places, ofType('Site')],
      ['Granted 6', places, ofType('Region')],
    ]);
    say('regranted', { 'users/permissions': [permission(5, 'dcim.site'), permission(6, 'dcim.region', 'dcim.rack')] });
    expect((await take('regranted')).refused).toEqual([]);
    expect(await grantedIn(5, 6)).toEqual([
      ['Granted 5', places, ofType('Site')],
      // Nothing is removed; it grants what the other does.
      ['Granted 5 (site)', places, ofType('Site')],
      ['Granted 6', ['dcim.rack'], null],
      ['Granted 6 (region)', places, ofType('Region')],
    ]);
    expect(written(await take('regranted'))).toEqual([]);
  });

  describe('a list from which something goes while it is read', () => {
    let stand: NetboxStandIn;
    let between: MisbehavingServer;
    let tenants: Shown[];
    let readings = 0;

    beforeEach(async () => {
      stand = await startNetbox('4.6');
      between = await startMisbehavingServer(stand.url);
      tenants = Array.from({ length: 1_800 }, (_, at): Shown => ({ id: at + 1, name: `Tenant ${at + 1}` }));
      stand.lists.set('tenancy/tenants', tenants);
    });
    afterEach(async () => {
      await between.close();
      await stand.close();
    });

    /** Reads it; answers what was there all the time and not read. */
    const missed = async () => {
      const netbox = openNetbox(between.url, stand.token, patience);
      const data = await readNetbox(netbox, folder.at(`moving-${++readings}`), { skip: new Set(), progress: () => {} });
      const ids = new Set<number>();
      for await (const { id } of data.objects('tenancy/tenants')) ids.add(id);
      return tenants.filter(({ id }) => !ids.has(id));
    };

    it.each([
      ['one, before each page', () => tenants.splice(0, 1)],
      ['more than a page has, once', () => tenants.length === 1_800 && tenants.splice(0, 700)],
      ['all that was read', () => tenants.splice(0, 500)],
    ])('is read whole: %s', async (_, goes) => {
      between.misbehave(({ endpoint, query }) => {
        if (endpoint === 'tenancy/tenants' && query.get('offset') !== '0') goes();
        return undefined;
      });
      expect(await missed()).toEqual([]);
      expect(tenants.length).toBeLessThan(1_800);
    });

    it('is read as far as it can be where some of it cannot be, and that is told', async () => {
      between.misbehave(({ endpoint, query }) => {
        const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
        const isBad = endpoint === 'tenancy/tenants' && offset <= 700 && offset + limit > 700;
        return isBad ? { status: 500 } : undefined;
      });
      await expect(missed()).rejects.toThrow('tenancy/tenants: 1 of its objects cannot be read');
    });
  });
});
