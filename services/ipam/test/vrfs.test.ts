import { sql } from '@plumbline/store';
import { expectFlat, settled, type TestServices } from '@plumbline/testkit';
import { all, anAddress, aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startIpam();
});
afterAll(() => plumbline?.stop());

/** Puts a prefix into a VRF, for which the contract has no endpoint. */
const assign = (vrf: string, prefix: string) =>
  plumbline.services
    .get('ipam')!
    .engine.database.run(sql.unsafe`INSERT INTO vrfprefixassignment VALUES (gen_random_uuid(), ${vrf}, ${prefix})`);
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('an address has the VRF of its prefix when that is in one alone, for a page at the cost of one', async () => {
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: 'in VRFs' });
  const [shared, own] = await make(plumbline, 'ipam/prefixes', [
    aPrefix('10.0.0.0/24', namespace),
    aPrefix('10.0.1.0/24', namespace),
  ]);
  const [red, blue] = await make(plumbline, 'ipam/vrfs', [
    { name: 'red', rd: '65000:1', namespace },
    { name: 'blue', rd: '65000:2', namespace },
  ]);
  await assign(red.id, shared.id);
  await assign(blue.id, shared.id);
  await assign(blue.id, own.id);
  const [twice, once] = await make(plumbline, 'ipam/ip-addresses', [
    anAddress('10.0.0.1/24', namespace),
    anAddress('10.0.1.1/24', namespace),
  ]);
  expect(twice.vrf).toBeNull();
  expect(once.vrf.id).toBe(blue.id);
  const deep = await plumbline.request('GET', `/api/ipam/ip-addresses/${once.id}/?depth=1`);
  expect(deep.body.vrf).toMatchObject({ name: 'blue', display: 'in VRFs: (blue)' });
  const page = (limit: number) =>
    settled(() => plumbline.request('GET', `/api/ipam/ip-addresses/?namespace=${namespace}&limit=${limit}`));
  await expectFlat(async () => [(await page(1)).cost, (await page(2)).cost]);
  expect(ids((await plumbline.request('GET', `/api/ipam/vrfs/${blue.id}/`)).body.prefixes).sort()).toEqual(
    [shared.id, own.id].sort(),
  );
  expect(ids(await all(plumbline, 'ipam/prefixes', '&vrfs=65000:1'))).toEqual([shared.id]);
  expect(ids(await all(plumbline, 'ipam/ip-addresses', `&vrfs=${blue.id}`))).toEqual([twice.id, once.id]);
  expect((await plumbline.request('GET', '/api/ipam/prefixes/?vrfs=65000:9')).status).toBe(400);
});

test('a VRF sees what exports to it', async () => {
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: 'exporting' });
  const [mine, theirs, hidden] = await make(
    plumbline,
    'ipam/prefixes',
    ['10.0.0.0/24', '10.0.1.0/24', '10.0.2.0/24'].map((block) => aPrefix(block, namespace)),
  );
  const target = await make(plumbline, 'ipam/route-targets', { name: '65001:100' });
  const [importing, exporting, other] = await make(plumbline, 'ipam/vrfs', [
    { name: 'importing', rd: '65001:1', namespace, import_targets: ['65001:100'] },
    { name: 'exporting', rd: '65001:2', namespace, export_targets: [target.id] },
    { name: 'other', rd: '65001:3', namespace },
  ]);
  await assign(importing.id, mine.id);
  await assign(exporting.id, theirs.id);
  await assign(other.id, hidden.id);
  expect(ids(await all(plumbline, 'ipam/prefixes', '&present_in_vrf=65001:1'))).toEqual([mine.id, theirs.id]);
  expect(ids(await all(plumbline, 'ipam/prefixes', `&present_in_vrf_id=${exporting.id}`))).toEqual([theirs.id]);
  const address = await make(plumbline, 'ipam/ip-addresses', anAddress('10.0.1.1/24', namespace));
  expect(ids(await all(plumbline, 'ipam/ip-addresses', '&present_in_vrf=65001:1'))).toEqual([address.id]);
  expect((await plumbline.request('GET', '/api/ipam/prefixes/?present_in_vrf=nowhere')).body).toEqual({
    present_in_vrf: ['Select a valid choice. That choice is not one of the available choices.'],
  });
});

test('what names no namespace is in the global one, after a replace too', async () => {
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: 'elsewhere' });
  const [global] = (await all(plumbline, 'ipam/namespaces', '&name=Global')) as [{ id: string }];
  const vrf = await make(plumbline, 'ipam/vrfs', { name: 'somewhere', rd: null, namespace });
  const replaced = await plumbline.request('PUT', `/api/ipam/vrfs/${vrf.id}/`, { name: 'somewhere', rd: null });
  expect(replaced.body.namespace.id).toBe(global.id);
  const prefix = await make(plumbline, 'ipam/prefixes', { prefix: '192.0.2.0/24', status: 'Active', type: 'pool' });
  expect([prefix.namespace.id, prefix.type.value, prefix.family]).toEqual([
    global.id,
    'pool',
    { value: 4, label: 'IPv4' },
  ]);
  const reset = await plumbline.request('PUT', `/api/ipam/prefixes/${prefix.id}/`, {
    prefix: '192.0.2.0/24',
    status: 'Active',
  });
  expect(reset.body.type.value).toBe('network');
});

test('a number and a name occur once in a group of VLANs, and a group serves its own locations', async () => {
  const type = await make(plumbline, 'dcim/location-types', {
    name: 'Site',
    content_types: ['ipam.vlan', 'ipam.vlangroup'],
  });
  const bare = await make(plumbline, 'dcim/location-types', { name: 'Cupboard', content_types: [] });
  const campus = await make(plumbline, 'dcim/locations', { name: 'Campus', location_type: type.id });
  const building = await make(plumbline, 'dcim/locations', {
    name: 'Building',
    location_type: type.id,
    parent: campus.id,
  });
  const elsewhere = await make(plumbline, 'dcim/locations', { name: 'Elsewhere', location_type: type.id });
  const cupboard = await make(plumbline, 'dcim/locations', { name: 'Broom', location_type: bare.id });
  const group = await make(plumbline, 'ipam/vlan-groups', { name: 'campus', location: campus.id });
  const vlan = await make(plumbline, 'ipam/vlans', {
    vid: 10,
    name: 'ten',
    status: 'Active',
    vlan_group: group.id,
    location: building.id,
  });
  const other = await make(plumbline, 'ipam/vlans', {
    vid: 11,
    name: 'eleven',
    status: 'Active',
    vlan_group: group.id,
  });
  const errors = async (body: object) =>
    (await plumbline.request('POST', '/api/ipam/vlans/', { vid: 12, name: 'x', status: 'Active', ...body })).body;
  expect(await errors({ vid: 10, vlan_group: group.id })).toEqual({
    non_field_errors: ['The fields vlan_group, vid must make a unique set.'],
  });
  expect(await errors({ name: 'ten', vlan_group: group.id })).toEqual({
    non_field_errors: ['The fields vlan_group, name must make a unique set.'],
  });
  expect(await errors({ vid: 10, name: 'ten', vlan_group: group.id })).toEqual({
    non_field_errors: ['The fields vlan_group, vid must make a unique set.'],
  });
  expect((await plumbline.request('PATCH', `/api/ipam/vlans/${other.id}/`, { vid: 10 })).body).toEqual({
    __all__: ['VLAN with this Vlan group and ID already exists.'],
  });
  expect((await plumbline.request('PATCH', `/api/ipam/vlans/${other.id}/`, { vid: 10, name: 'ten' })).body).toEqual({
    __all__: ['VLAN with this Vlan group and ID already exists.', 'VLAN with this Vlan group and Name already exists.'],
  });
  expect(await errors({ vlan_group: group.id, location: elsewhere.id })).toEqual({
    vlan_group: ['The assigned group belongs to a location that does not include location "Elsewhere".'],
  });
  expect(await errors({ location: cupboard.id })).toEqual({
    location: ['VLANs may not associate to locations of type "Cupboard".'],
  });
  expect(vlan.display).toBe('ten (10)');
  const device = await make(plumbline, 'dcim/devices', { name: 'switch', location: building.id });
  const available = await all(plumbline, 'ipam/vlans', `&available_on_device=${device.id}`);
  expect(ids(available).sort()).toEqual([vlan.id, other.id].sort());
});

test('VLANs and their groups stand in the order of their locations by name, wherever those are in the tree', async () => {
  const type = await make(plumbline, 'dcim/location-types', {
    name: 'ordered',
    content_types: ['ipam.vlan', 'ipam.vlangroup'],
  });
  const site = (name: string, parent?: string) =>
    make(plumbline, 'dcim/locations', { name, location_type: type.id, ...(parent ? { parent } : {}) });
  const west = await site('order west');
  const places = [west, await site('order east', west.id), await site('order north')];
  for (const [index, { id }] of places.entries())
    await make(plumbline, 'ipam/vlan-groups', { name: `order ${index}`, location: id });
  const groups = await plumbline.request('GET', '/api/ipam/vlan-groups/?name__isw=order');
  expect(groups.body.results.map(({ name }: { name: string }) => name)).toEqual(['order 1', 'order 2', 'order 0']);
  for (const index of [0, 1, 2])
    await make(plumbline, 'ipam/vlans', { vid: 1, name: 'one', status: 'Active', vlan_group: `order ${index}` });
  const vlans = await plumbline.request('GET', '/api/ipam/vlans/?sort=vlan_group&name=one&depth=1');
  expect(vlans.body.results.map(({ vlan_group: group }: { vlan_group: { name: string } }) => group.name)).toEqual([
    'order 1',
    'order 2',
    'order 0',
  ]);
});
