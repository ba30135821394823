import { type Shown, type Site, startSite, unique } from './site';

let site: Site;
let device: Shown;
let group: Shown;
let rack: Shown;
beforeAll(async () => {
  site = await startSite();
  device = await site.aDevice(unique('device'));
  group = await site.make('ipam/vlan-groups', { name: unique('group') });
  rack = await site.make('dcim/racks', { name: unique('rack'), location: site.location.id, status: 'Active' });
});
afterAll(() => site?.stop());

const here = () => ({ location: site.location.id, status: 'Active' });
const aChassis = () => site.make('dcim/virtual-chassis', { name: unique('chassis') });

/** Two objects to be, and what each of them is to become: the second takes what the first has. */
type Case = () => Promise<{ endpoint: string; pair: [Shown, Shown]; changes: [object, object] }>;
const named = (endpoint: string, body: () => object = () => ({})): Case => {
  return async () => {
    const [a, b, c] = [unique('a'), unique('b'), unique('c')];
    const pair = await site.make(endpoint, [
      { name: a, ...body() },
      { name: b, ...body() },
    ]);
    return { endpoint, pair, changes: [{ name: c }, { name: a }] };
  };
};

const cases: Record<string, Case> = {
  'the name of a manufacturer': named('dcim/manufacturers'),
  'the name of a device': named('dcim/devices', () => ({
    ...here(),
    device_type: { model: 'Switch' },
    role: 'Access',
  })),
  'the name of an interface': named('dcim/interfaces', () => ({
    device: device.id,
    type: 'virtual',
    status: 'Active',
  })),
  'the name of a location': async () => {
    await site.make('dcim/location-types', { name: 'Campus', nestable: true });
    const campus = { location_type: 'Campus', status: 'Active' };
    const parent = (await site.make('dcim/locations', { name: unique('campus'), ...campus })).id;
    return named('dcim/locations', () => ({ ...campus, parent }))();
  },
  'the name of a virtual machine': async () => {
    const kind = await site.make('virtualization/cluster-types', { name: unique('kind') });
    const cluster = await site.make('virtualization/clusters', { name: unique('cluster'), cluster_type: kind.id });
    return named('virtualization/virtual-machines', () => ({ cluster: cluster.id, status: 'Active' }))();
  },
  'the number of a VLAN': async () => {
    const one = (vid: number) => ({ vid, name: unique('vlan'), vlan_group: group.id, status: 'Active' });
    const pair = await site.make('ipam/vlans', [one(10), one(11)]);
    return { endpoint: 'ipam/vlans', pair, changes: [{ vid: 12 }, { vid: 10 }] };
  },
  'an asset tag': async () => {
    const tag = unique('tag');
    const pair = await site.make('dcim/racks', [
      { ...here(), name: unique('rack'), asset_tag: tag },
      { ...here(), name: unique('rack') },
    ]);
    return { endpoint: 'dcim/racks', pair, changes: [{ asset_tag: null }, { asset_tag: tag }] };
  },
  'the position in a rack': async () => {
    const at = (position: number) => ({ rack: rack.id, position, face: 'front' });
    const pair = [await site.aDevice(unique('device'), at(5)), await site.aDevice(unique('device'), at(6))] as const;
    return { endpoint: 'dcim/devices', pair: [...pair], changes: [{ position: 7 }, { position: 5 }] };
  },
  'the position in a chassis': async () => {
    const virtual_chassis = (await aChassis()).id;
    const pair: [Shown, Shown] = [
      await site.aDevice(unique('device'), { virtual_chassis, vc_position: 1 }),
      await site.aDevice(unique('device'), { virtual_chassis, vc_position: 2 }),
    ];
    return { endpoint: 'dcim/devices', pair, changes: [{ vc_position: 3 }, { vc_position: 1 }] };
  },
  'the device in a bay': async () => {
    await site.make('dcim/device-types', {
      model: unique('blade'),
      manufacturer: 'Acme',
      subdevice_role: 'child',
      u_height: 0,
    });
    const child = { device_type: { subdevice_role: 'child' } };
    const parent = await site.aDevice(unique('device'), { device_type: { model: 'Chassis' } });
    const blade = await site.aDevice(unique('blade'), child);
    const pair = await site.make('dcim/device-bays', [
      { device: parent.id, name: '1', installed_device: blade.id },
      { device: parent.id, name: '2' },
    ]);
    const changes: [object, object] = [{ installed_device: null }, { installed_device: blade.id }];
    return { endpoint: 'dcim/device-bays', pair, changes };
  },
};

/** The values an object is shown with, as they are sent. */
const shownAs = (object: Shown, sent: object) =>
  Object.fromEntries(Object.keys(sent).map((field) => [field, object[field]?.id ?? object[field]]));

describe('what one object of a request gives up, another one may take', () => {
  test.each(Object.entries(cases))('%s', async (_, make) => {
    const { endpoint, pair, changes } = await make();
    const bodies = pair.map(({ id }, index) => ({ id, ...changes[index] }));
    const refused = await site.send('PATCH', `${endpoint}/${bodies[1]!.id}/`, changes[1]);
    expect([refused.status, refused.text]).toEqual([400, expect.anything()]);
    const answer = await site.send('PATCH', `${endpoint}/`, bodies);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    for (const [index, object] of pair.entries())
      expect(shownAs(await site.read(endpoint, object), changes[index]!)).toEqual(changes[index]);
  });

  test('a row of them, the last one first, and two that are exchanged', async () => {
    const vlans = Array.from({ length: 50 }, (_, index) => ({ vid: 100 + index, name: unique('vlan') }));
    const made: Shown[] = await site.make(
      'ipam/vlans',
      vlans.map((vlan) => ({ ...vlan, vlan_group: group.id, status: 'Active' })),
    );
    const become = async (vidOf: (index: number) => number) => {
      const bodies = made.map(({ id }, index) => ({ id, vid: vidOf(index) }));
      const { status, cost } = await site.send('PATCH', 'ipam/vlans/', bodies);
      expect(status).toBe(200);
      const { body } = await site.send('GET', `ipam/vlans/?vlan_group=${group.id}&vid__gte=98&limit=0&sort=vid`);
      expect(body.results.map(({ id, vid }: Shown) => [id, vid])).toEqual(
        bodies.map(({ id, vid }) => [id, vid]).sort((one, other) => Number(one[1]) - Number(other[1])),
      );
      return cost.sql;
    };
    const cost = await become((n) => 99 + n);
    expect([await become((n) => 148 - n), await become((n) => 98 + n)]).toEqual([cost, cost]);
  });

  test('but not what is kept, nor what two of them want', async () => {
    const { endpoint, pair, changes } = await cases['the name of a manufacturer']!();
    const [one, two] = pair.map(({ id }) => id);
    const taken = { name: ['manufacturer with this name already exists.'] };
    const { name } = changes[1] as { name: string };
    const kept = await site.send('PATCH', `${endpoint}/`, [
      { id: one, name, description: 'kept' },
      { id: two, name },
    ]);
    expect([kept.status, kept.body]).toEqual([400, taken]);
    const third = unique('third');
    const wanted = await site.send('PATCH', `${endpoint}/`, [
      { id: one, name: third },
      { id: two, name: third },
    ]);
    expect([wanted.status, wanted.body]).toEqual([400, taken]);
  });
});
