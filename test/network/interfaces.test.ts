import { sql } from '@plumbline/store';
import { type Shown, type Site, startSite } from './site';

let site: Site;
let device: Shown;
let stranger: Shown;
beforeAll(async () => {
  site = await startSite();
  device = await site.aDevice('switch');
  stranger = await site.aDevice('stranger');
});
afterAll(() => site?.stop());

const interfaces = 'dcim/interfaces';
let number = 0;
const body = (more: object = {}) => ({
  name: `port ${number++}`,
  device: device.id,
  type: '1000base-t',
  status: 'Active',
  ...more,
});
const anInterface = (more?: object): Promise<Shown> => site.make(interfaces, body(more));
const keysOf = async (answer: Promise<{ status: number; body: object }>) => {
  const { status, body: shown } = await answer;
  return [status, ...Object.keys(shown)];
};
const refused = (more: object) => keysOf(site.send('POST', `${interfaces}/`, body(more)));
const aVlan = (vid: number, more: object = {}): Promise<Shown> =>
  site.make('ipam/vlans', { vid, name: `vlan ${vid}`, status: 'Active', ...more });

describe('An interface', () => {
  it('is part of a LAG, a bridge or another interface within its device', async () => {
    const [lag, far] = [await anInterface({ type: 'lag' }), await anInterface({ type: 'lag', device: stranger.id })];
    const member = await anInterface({ lag: lag.id });
    for (const relation of ['lag', 'bridge']) {
      expect(await refused({ [relation]: far.id })).toEqual([400, relation]);
      expect(await keysOf(site.change(interfaces, member, { [relation]: member.id }))).toEqual([400, relation]);
    }
    expect(await refused({ type: 'virtual', lag: lag.id })).toEqual([400, 'lag']);
    expect(await refused({ parent_interface: member.id })).toEqual([400, 'parent_interface']);
    expect(await refused({ type: 'virtual', parent_interface: far.id })).toEqual([400, 'parent_interface']);
    await anInterface({ type: 'virtual', parent_interface: member.id });
  });

  it('is part of one of another member of its virtual chassis', async () => {
    const [master, other] = [await site.aDevice('stack 1'), await site.aDevice('stack 2')];
    const lag = await anInterface({ type: 'lag', device: master.id });
    expect(await refused({ device: other.id, lag: lag.id })).toEqual([400, 'lag']);
    const chassis = await site.make('dcim/virtual-chassis', { name: 'stack', master: master.id });
    await site.change('dcim/devices', master, { virtual_chassis: chassis.id, vc_position: 1 });
    await site.change('dcim/devices', other, { virtual_chassis: chassis.id, vc_position: 2 });
    await anInterface({ device: other.id, name: 'member', lag: lag.id });
    await anInterface({ device: other.id, name: 'management', mgmt_only: true });
    await anInterface({ device: master.id, name: 'console', mgmt_only: true });
    const found = (query: string) => site.names(`${interfaces}/?${query}`);
    const ofMaster = [lag.name, 'console', 'member'].toSorted();
    expect((await found(`device_id=${master.id}`)).toSorted()).toEqual(ofMaster);
    expect((await found('device=stack 1')).toSorted()).toEqual(ofMaster);
    expect(await found('device=stack 2')).toEqual(['management', 'member']);
    expect(await found(`device_with_common_vc=${other.id}`)).toHaveLength(4);
    expect(await found(`device_with_common_vc=${stranger.id}`)).toEqual(await found('device=stranger'));
    for (const query of [
      'device=nobody',
      `device=${master.id}`,
      `device_id=${lag.id}`,
      `device_with_common_vc=${lag.id}`,
    ])
      expect(await found(query)).toEqual([]);
    for (const query of ['device_id=x', 'device_with_common_vc=x'])
      expect((await site.send('GET', `${interfaces}/?${query}`)).status).toBe(400);
  });

  it('goes to another device together with what it is part of, in one request', async () => {
    const [from, to] = [await site.aDevice('old switch'), await site.aDevice('new switch')];
    const lag = await anInterface({ type: 'lag', device: from.id });
    const member = await anInterface({ lag: lag.id, device: from.id });
    const child = await anInterface({ type: 'virtual', parent_interface: lag.id, bridge: member.id, device: from.id });
    const moved = (...some: Shown[]) =>
      site.send(
        'PATCH',
        `${interfaces}/`,
        some.map(({ id }) => ({ id, device: to.id })),
      );
    expect(await keysOf(moved(member, child))).toEqual([400, 'lag']);
    expect(
      await keysOf(site.send('PATCH', `${interfaces}/`, [{ id: lag.id, device: to.id }, { id: member.id }])),
    ).toEqual([400, 'lag']);
    expect((await moved(lag, member, child)).status).toBe(200);
    expect((await site.read(interfaces, child)).device.id).toBe(to.id);
  });

  it('carries VLANs as its mode says, from where its device stands', async () => {
    const elsewhere = await site.make('dcim/locations', { name: 'Rome', location_type: 'Site', status: 'Active' });
    const [free, own, far] = [
      await aVlan(10),
      await aVlan(11, { location: site.location.id }),
      await aVlan(12, { location: elsewhere.id }),
    ];
    expect(await refused({ untagged_vlan: free.id })).toEqual([400, 'untagged_vlan']);
    expect(await refused({ mode: 'access', untagged_vlan: far.id })).toEqual([400, 'untagged_vlan']);
    expect(await refused({ mode: 'tagged', tagged_vlans: [far.id] })).toEqual([400, 'tagged_vlans']);
    expect(await refused({ mode: 'access', tagged_vlans: [own.id] })).toEqual([400, 'tagged_vlans']);
    const trunk = await anInterface({ mode: 'tagged', untagged_vlan: free.id, tagged_vlans: [own.id, free.id] });
    expect(await keysOf(site.change(interfaces, trunk, { mode: 'access' }))).toEqual([400, 'tagged_vlans']);
    const found = (query: string) => site.names(`${interfaces}/?id=${trunk.id}&${query}`);
    for (const query of ['vlan=10', 'vlan=11.0', `vlan_id=${own.id}`, 'tagged_vlans=11', 'untagged_vlan=10'])
      expect([query, await found(query)]).toEqual([query, [trunk.name]]);
    for (const query of ['vlan=12', 'vlan=10.5', `vlan_id=${far.id}`, 'untagged_vlan=11', 'has_tagged_vlans=false'])
      expect([query, await found(query)]).toEqual([query, []]);
    for (const query of ['vlan=x', 'vlan_id=x', 'tagged_vlans=99'])
      expect((await site.send('GET', `${interfaces}/?${query}`)).status).toBe(400);
    const cleared = await site.change(interfaces, trunk, { mode: 'access', tagged_vlans: [] });
    expect([cleared.status, cleared.body.tagged_vlans]).toEqual([200, []]);
    expect((await site.remove('ipam/vlans', free)).status).toBe(204);
    expect((await site.read(interfaces, trunk)).untagged_vlan).toBeNull();
  });

  it('is in VRFs of its device alone', async () => {
    const vrf = await site.make('ipam/vrfs', { name: 'red', rd: '65000:1' });
    expect(await refused({ vrf: vrf.id })).toEqual([400, 'vrf']);
    await site.plumbline.services
      .get('ipam')!
      .engine.database.run(
        sql.unsafe`INSERT INTO vrfdeviceassignment (id, vrf, device, name) VALUES (gen_random_uuid(), ${vrf.id}, ${device.id}, '')`,
      );
    expect((await anInterface({ vrf: vrf.id })).vrf.id).toBe(vrf.id);
    expect(await refused({ vrf: vrf.id, device: stranger.id })).toEqual([400, 'vrf']);
  });

  it('shows a hardware address in one notation, and is found by any', async () => {
    const port = await anInterface({ mac_address: '001a.2b3c.4d5e' });
    expect(port.mac_address).toBe('00:1A:2B:3C:4D:5E');
    for (const query of ['mac_address=00-1a-2b-3c-4d-5e', 'mac_address__ic=2B:3C', 'mac_address__isw=00:1A'])
      expect(await site.names(`${interfaces}/?${query}`)).toEqual([port.name]);
    expect(await site.names('dcim/devices/?mac_address=001a2b3c4d5e')).toEqual(['switch']);
    expect((await site.send('GET', `${interfaces}/?mac_address=zz`)).status).toBe(400);
    for (const blank of ['', ' ']) {
      const answer = await site.change(interfaces, await anInterface({ mac_address: '1a.2b3c.4d5e' }), {
        mac_address: blank,
      });
      expect([answer.status, answer.body.mac_address]).toEqual([200, null]);
    }
  });

  it('is physical, virtual or wireless', async () => {
    const owner = await site.aDevice('of all kinds');
    for (const type of ['virtual', 'lag', 'ieee802.11ac', 'ieee802.11ax', 'other'])
      await anInterface({ device: owner.id, name: type, type });
    const found = (kind: string) => site.names(`${interfaces}/?device=of all kinds&kind=${kind}`);
    expect(await found('physical')).toEqual(['ieee802.11ax', 'other']);
    expect(await found('Virtual')).toEqual(['lag', 'virtual']);
    expect(await found('wireless')).toEqual(['ieee802.11ac']);
    expect(await found('liquid')).toEqual([]);
    expect(await found('')).toHaveLength(5);
    expect((await site.send('GET', `${interfaces}/?lag=other`)).status).toBe(400);
  });
});

it('A redundancy group lists its interfaces by priority, the highest first', async () => {
  const group = await site.make('dcim/interface-redundancy-groups', {
    name: 'two',
    protocol: 'hsrp',
    status: 'Active',
  });
  const priorities = [100, 300, 200];
  const made: Shown[] = [];
  for (const priority of priorities)
    made.push(
      await site.make('dcim/interface-redundancy-group-associations', {
        interface_redundancy_group: group.id,
        interface: (await anInterface()).id,
        priority,
      }),
    );
  const inOrder = [made[1], made[2], made[0]].map(({ id }) => id);
  const ids = (objects: Shown[]) => objects.map(({ id }) => id);
  expect(ids((await site.read('dcim/interface-redundancy-groups', group)).interfaces)).toEqual(inOrder);
  const list = await site.send('GET', 'dcim/interface-redundancy-group-associations/?interface_redundancy_group=two');
  expect(ids(list.body.results)).toEqual(inOrder);
  expect(made[0].display).toBe(`two: switch ${(await site.read(interfaces, made[0].interface)).name}: 100`);
});

describe('What an interface has', () => {
  it('are addresses, shown and counted', async () => {
    await site.make('ipam/prefixes', { prefix: '10.0.0.0/24', status: 'Active' });
    const address = await site.make('ipam/ip-addresses', {
      address: '10.0.0.1/24',
      namespace: 'Global',
      status: 'Active',
    });
    const port = await anInterface();
    expect([port.ip_address_count, port.ip_addresses]).toEqual([0, []]);
    await site.make('ipam/ip-address-to-interface', { ip_address: address.id, interface: port.id });
    const shown = await site.read(interfaces, port);
    expect([shown.ip_address_count, shown.ip_addresses.map(({ id }: Shown) => id)]).toEqual([1, [address.id]]);
    const nested = (await site.send('GET', `ipam/ip-address-to-interface/?interface=${port.name}&depth=1`)).body;
    expect(nested.results[0].interface.ip_address_count).toBe(1);
    for (const query of ['device=switch', `device_id=${device.id}`, `interfaces=${port.id}`])
      expect((await site.send('GET', `ipam/ip-addresses/?${query}`)).body.count).toBe(1);
  });

  it('are addresses in their order', async () => {
    await site.make('ipam/prefixes', { prefix: '10.0.9.0/24', status: 'Active' });
    const made: Shown[] = await site.make(
      'ipam/ip-addresses',
      [5, 1, 4, 2, 3].map((host) => ({ address: `10.0.9.${host}/24`, namespace: 'Global', status: 'Active' })),
    );
    const port = await anInterface();
    for (const { id } of made) await site.make('ipam/ip-address-to-interface', { ip_address: id, interface: port.id });
    const hosts = new Map(made.map(({ id, host }) => [id, host]));
    const { ip_addresses: shown } = await site.read(interfaces, port);
    expect(shown.map(({ id }: Shown) => hosts.get(id))).toEqual([1, 2, 3, 4, 5].map((host) => `10.0.9.${host}`));
  });

  it('goes with it, or is let go', async () => {
    const port = await anInterface();
    const child = await anInterface({ type: 'virtual', parent_interface: port.id });
    const bridged = await anInterface({ bridge: port.id, lag: port.id });
    const address = await site.make('ipam/ip-addresses', {
      address: '10.0.0.2/24',
      namespace: 'Global',
      status: 'Active',
    });
    const group = await site.make('dcim/interface-redundancy-groups', {
      name: 'gateway',
      protocol: 'vrrp',
      status: 'Active',
      virtual_ip: address.id,
    });
    await site.make('dcim/interface-redundancy-group-associations', {
      interface_redundancy_group: group.id,
      interface: child.id,
      priority: 1,
    });
    await site.make('ipam/ip-address-to-interface', { ip_address: address.id, interface: child.id });
    expect((await site.read('dcim/interface-redundancy-groups', group)).interfaces).toHaveLength(1);
    expect((await site.remove(interfaces, port)).status).toBe(204);
    expect((await site.send('GET', `${interfaces}/${child.id}/`)).status).toBe(404);
    const left = await site.read(interfaces, bridged);
    expect([left.bridge, left.lag]).toEqual([null, null]);
    expect((await site.read('dcim/interface-redundancy-groups', group)).interfaces).toEqual([]);
    expect((await site.read('ipam/ip-addresses', address)).interfaces).toEqual([]);
    expect((await site.remove('ipam/ip-addresses', address)).status).toBe(204);
    expect((await site.send('GET', `dcim/interface-redundancy-groups/${group.id}/`)).status).toBe(404);
  });
});
