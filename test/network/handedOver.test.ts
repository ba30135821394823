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
const aPort = () => ({ device: device.id, name: unique('port'), type: '8p8c' });
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
  'the position behind a front port': async () => {
    const rear_port = (await site.make('dcim/rear-ports', { ...aPort(), positions: 3 })).id;
    const one = (rear_port_position: number) => ({ ...aPort(), rear_port, rear_port_position });
    const pair = await site.make('dcim/front-ports', [one(1), one(2)]);
    return {
      endpoint: 'dcim/front-ports',
      pair,
      changes: [{ rear_port_position: 3 }, { rear_port_position: 1 }],
    };
  },
  'the block of a prefix': async () => {
    const namespace = (await site.make('ipam/namespaces', { name: unique('namespace') })).id;
    const one = (prefix: string) => ({ prefix, namespace, status: 'Active' });
    const pair = await site.make('ipam/prefixes', [one('10.0.0.0/24'), one('10.0.1.0/24')]);
    return {
      endpoint: 'ipam/prefixes',
      pair,
      changes: [{ prefix: '10.0.2.0/24' }, { prefix: '10.0.0.0/24' }],
    };
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

  test('blocks that are exchanged hold what is inside them afterwards', async () => {
    const namespace = (await site.make('ipam/namespaces', { name: unique('namespace') })).id;
    const blocks = ['10.0.0.0/8', '10.1.0.0/16', '10.1.2.0/24', '2001:db8::/32', '2001:db8:1::/48'];
    const made: Shown[] = await site.make(
      'ipam/prefixes',
      blocks.map((prefix) => ({ prefix, namespace, status: 'Active' })),
    );
    const hosts = ['10.1.2.3/24', '10.9.9.9/32', '2001:db8:1::1/128'];
    await site.make(
      'ipam/ip-addresses',
      hosts.map((address) => ({ address, namespace, status: 'Active' })),
    );
    const become = [4, 0, 1, 2, 3];
    const bodies = made.map(({ id }, index) => ({ id, prefix: blocks[become[index]!] }));
    const answer = await site.send('PATCH', 'ipam/prefixes/', bodies);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    const { body } = await site.send('GET', `ipam/prefixes/?namespace=${namespace}&depth=1`);
    expect(body.results.map(({ id, prefix, parent }: Shown) => [id, prefix, parent?.prefix])).toEqual([
      [made[1]!.id, blocks[0], undefined],
      [made[2]!.id, blocks[1], blocks[0]],
      [made[3]!.id, blocks[2], blocks[1]],
      [made[4]!.id, blocks[3], undefined],
      [made[0]!.id, blocks[4], blocks[3]],
    ]);
    const held = await site.send('GET', `ipam/ip-addresses/?namespace=${namespace}&depth=1`);
    expect(held.body.results.map(({ address, parent }: Shown) => [address, parent.prefix])).toEqual([
      [hosts[0], blocks[2]],
      [hosts[1], blocks[0]],
      [hosts[2], blocks[4]],
    ]);
  });

  test('positions that are exchanged lead to other ends', async () => {
    const positions = [1, 2];
    const [near, far] = await site.make('dcim/rear-ports', [
      { ...aPort(), positions: 2 },
      { ...aPort(), positions: 2 },
    ]);
    const fronts = (rear_port: string): Promise<Shown[]> =>
      site.make(
        'dcim/front-ports',
        positions.map((rear_port_position) => ({ ...aPort(), rear_port, rear_port_position })),
      );
    const [nearFronts, farFronts] = [await fronts(near.id), await fronts(far.id)];
    const interfaces: Shown[] = await site.make(
      'dcim/interfaces',
      Array.from({ length: 4 }, () => ({
        device: device.id,
        name: unique('interface'),
        type: '1000base-t',
        status: 'Active',
      })),
    );
    const connect = (type: string, a: Shown, other: string, b: Shown) =>
      site.make('dcim/cables', {
        termination_a_type: type,
        termination_a_id: a.id,
        termination_b_type: other,
        termination_b_id: b.id,
        status: 'Connected',
      });
    await connect('dcim.rearport', near, 'dcim.rearport', far);
    for (const [index, front] of [...nearFronts, ...farFronts].entries())
      await connect('dcim.interface', interfaces[index], 'dcim.frontport', front);
    const farEnd = async (index: number) =>
      (await site.read('dcim/interfaces', interfaces[index])).connected_endpoint?.id;
    expect([await farEnd(0), await farEnd(1)]).toEqual([interfaces[2].id, interfaces[3].id]);
    const swapped = nearFronts.map(({ id }, index) => ({ id, rear_port_position: positions[1 - index] }));
    const answer = await site.send('PATCH', 'dcim/front-ports/', swapped);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    expect([await farEnd(0), await farEnd(1)]).toEqual([interfaces[3].id, interfaces[2].id]);
    expect([await farEnd(2), await farEnd(3)]).toEqual([interfaces[1].id, interfaces[0].id]);
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
