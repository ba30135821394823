import { type Network, type Shown, startNetwork } from './everything';

let network: Network;
let made: Record<string, Shown>;
beforeAll(async () => {
  network = await startNetwork();
  const { make } = network;
  const content_types = ['dcim.device', 'virtualization.cluster', 'ipam.vlan'];
  await make('dcim/location-types', { name: 'Hall', content_types });
  const [one, two] = await make(
    'dcim/locations',
    ['One', 'Two'].map((name) => ({ name, location_type: 'Hall', status: 'Active' })),
  );
  await make('virtualization/cluster-types', { name: 'KVM' });
  const [cluster, other] = await make('virtualization/clusters', [
    { name: 'here', cluster_type: 'KVM', location: one.id },
    { name: 'anywhere', cluster_type: 'KVM' },
  ]);
  await make('tenancy/tenants', { name: 'Owner' });
  const [here, there, everywhere] = await make('ipam/vlans', [
    { vid: 1, name: 'here', status: 'Active', location: one.id },
    { vid: 2, name: 'there', status: 'Active', location: two.id },
    { vid: 3, name: 'everywhere', status: 'Active' },
  ]);
  made = { one, two, cluster, other, here, there, everywhere };
});
afterAll(() => network?.plumbline.stop());

const aMachine = (name: string, more: object = {}) =>
  network.make('virtualization/virtual-machines', { name, cluster: made.cluster.id, status: 'Active', ...more });
const aPort = (machine: Shown, name: string, more: object = {}) =>
  network.make('virtualization/interfaces', { name, virtual_machine: machine.id, status: 'Active', ...more });
const change = (path: string, object: Shown, body: object) =>
  network.send('PATCH', `virtualization/${path}/${object.id}/`, body);

describe('The name of a virtual machine', () => {
  const taken = { name: ['A virtual machine with this name already exists in the assigned cluster.'] };

  it('is taken once in a cluster by each tenant, and once by nobody', async () => {
    await aMachine('vm');
    const owned = await aMachine('vm', { tenant: 'Owner' });
    const elsewhere = await aMachine('vm', { cluster: made.other.id });
    expect((await change('virtual-machines', owned, { tenant: null })).body).toEqual(taken);
    expect((await change('virtual-machines', elsewhere, { cluster: made.cluster.id })).body).toEqual(taken);
    expect((await change('virtual-machines', elsewhere, { cluster: made.cluster.id, tenant: 'Owner' })).body).toEqual({
      __all__: ['Virtual machine with this Cluster, Tenant and Name already exists.'],
    });
  });

  it('is given to one of many who want it at once', async () => {
    const body = { name: 'wanted', cluster: made.cluster.id, status: 'Active' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => network.send('POST', 'virtualization/virtual-machines/', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  });
});

describe('The VLANs of an interface of a virtual machine', () => {
  it('are carried with tags in the mode for it alone, where the cluster is or everywhere', async () => {
    const port = await aPort(await aMachine('tagged'), 'eth0', { mode: 'tagged' });
    const set = (body: object) => change('interfaces', port, body);
    expect((await set({ tagged_vlans: [made.there.id] })).body).toEqual({
      tagged_vlans: [
        "VLAN there (2) must belong to the same location as the interface's parent virtual machine, or it must be global.",
      ],
    });
    expect((await set({ tagged_vlans: [made.here.id, made.everywhere.id] })).status).toBe(200);
    expect((await set({ mode: 'access' })).body).toEqual({
      tagged_vlans: ['Clear tagged_vlans to set mode to access'],
    });
    const cleared = await set({ mode: 'access', tagged_vlans: [] });
    expect([cleared.status, cleared.body.tagged_vlans]).toEqual([200, []]);
  });

  it('without a tag may be any, in some mode', async () => {
    const port = await aPort(await aMachine('untagged'), 'eth0', { mode: 'access', untagged_vlan: made.there.id });
    const refused = await change('interfaces', port, { mode: '' });
    expect(refused.body).toEqual({ untagged_vlan: ['Mode must be set when specifying untagged_vlan'] });
    expect((await network.send('DELETE', `ipam/vlans/${made.there.id}/`)).status).toBe(204);
    expect((await network.show(`virtualization/interfaces/${port.id}/`)).untagged_vlan).toBeNull();
  });
});

describe('Interfaces of virtual machines', () => {
  it('stand in natural order', async () => {
    const machine = await aMachine('ordered');
    for (const name of ['lo', 'eth10', 'eth1/10', 'Eth1', 'eth2', 'eth1/2']) await aPort(machine, name);
    const { results } = await network.show(`virtualization/interfaces/?virtual_machine=ordered`);
    expect(results.map(({ name }: Shown) => name)).toEqual(['eth1/2', 'eth1/10', 'Eth1', 'eth2', 'eth10', 'lo']);
  });

  it('take their children along, and let go of what they bridge', async () => {
    const machine = await aMachine('family');
    const parent = await aPort(machine, 'br0');
    const child = await aPort(machine, 'br0.1', { parent_interface: parent.id });
    const bridged = await aPort(machine, 'eth0', { bridge: parent.id });
    expect((await network.send('DELETE', `virtualization/interfaces/${parent.id}/`)).status).toBe(204);
    expect((await network.send('GET', `virtualization/interfaces/${child.id}/`)).status).toBe(404);
    expect((await network.show(`virtualization/interfaces/${bridged.id}/`)).bridge).toBeNull();
  });

  it('go with the machine, and so do its services and assignments, but no address', async () => {
    const machine = await aMachine('leaving');
    const port = await aPort(machine, 'eth0');
    await network.make('ipam/prefixes', { prefix: '10.0.0.0/8', status: 'Active' });
    const address = await network.make('ipam/ip-addresses', {
      address: '10.0.0.1/24',
      namespace: 'Global',
      status: 'Active',
    });
    await network.make('ipam/ip-address-to-interface', { ip_address: address.id, vm_interface: port.id });
    await network.make('ipam/services', { name: 'ssh', protocol: 'tcp', ports: [22], virtual_machine: machine.id });
    expect((await network.show(`virtualization/interfaces/?ip_addresses=10.0.0.1/24`)).count).toBe(1);
    expect((await network.show(`virtualization/virtual-machines/?services=ssh`)).count).toBe(1);
    expect((await network.send('DELETE', `virtualization/virtual-machines/${machine.id}/`)).status).toBe(204);
    for (const gone of [
      'ipam/services/?name=ssh',
      'ipam/ip-address-to-interface/',
      'virtualization/interfaces/?q=leaving',
    ])
      expect((await network.show(gone)).count).toBe(0);
    expect((await network.show(`ipam/ip-addresses/${address.id}/`)).vm_interfaces).toEqual([]);
  });
});

test('Virtual machines count at the location of their cluster', async () => {
  const location = await network.make('dcim/locations', { name: 'Counted', location_type: 'Hall', status: 'Active' });
  await network.make('virtualization/clusters', { name: 'counted', cluster_type: 'KVM', location: location.id });
  const cluster = { cluster: 'counted' };
  for (const name of ['a', 'b', 'c']) await aMachine(name, cluster);
  expect((await network.show(`dcim/locations/${location.id}/`)).virtual_machine_count).toBe(3);
  expect((await network.show('virtualization/virtual-machines/?location=Counted')).count).toBe(3);
  expect((await network.show('virtualization/clusters/?name=counted')).results[0].virtualmachine_count).toBe(3);
});

test('A cluster stands where the devices it runs on do', async () => {
  const { make, send } = network;
  const cluster = await make('virtualization/clusters', { name: 'hosted', cluster_type: 'KVM', location: made.one.id });
  await make('dcim/manufacturers', { name: 'Maker' });
  const type = await make('dcim/device-types', { model: 'Host', manufacturer: 'Maker' });
  await make('extras/roles', { name: 'Hosting', content_types: ['dcim.device'] });
  const common = { role: 'Hosting', device_type: type.id, status: 'Active', location: made.one.id };
  await make('dcim/devices', { ...common, name: 'host', cluster: cluster.id });
  const move = (location: string | null) => send('PATCH', `virtualization/clusters/${cluster.id}/`, { location });
  expect((await move(made.two.id)).body).toEqual({
    location: ['1 devices are assigned as hosts for this cluster but belong to a location other than "Two".'],
  });
  expect((await move(made.one.id)).status).toBe(200);
  expect((await move(null)).status).toBe(200);
});
