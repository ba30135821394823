import { type Network, type Shown, startNetwork } from './everything';

let network: Network;
let hosts: Record<'device' | 'machine', Kind>;

/** Something with interfaces and addresses. */
interface Kind {
  path: string;
  interfaces: string;
  /** What names the host of an interface, and the interface in an assignment. */
  owner: string;
  link: string;
  title: string;
  aHost(name: string): Promise<Shown>;
  anInterface(host: Shown, name: string): Promise<Shown>;
}

beforeAll(async () => {
  network = await startNetwork();
  const { make } = network;
  await make('dcim/location-types', { name: 'Hall', content_types: ['dcim.device'] });
  await make('dcim/locations', { name: 'One', location_type: 'Hall', status: 'Active' });
  await make('dcim/manufacturers', { name: 'Maker' });
  const type = await make('dcim/device-types', { model: 'Box', manufacturer: 'Maker' });
  await make('extras/roles', { name: 'Router', content_types: ['dcim.device'] });
  await make('virtualization/cluster-types', { name: 'KVM' });
  const cluster = await make('virtualization/clusters', { name: 'All', cluster_type: 'KVM' });
  await make('ipam/prefixes', [
    { prefix: '10.0.0.0/8', status: 'Active' },
    { prefix: '2001:db8::/32', status: 'Active' },
  ]);
  const common = { location: 'One', role: 'Router', device_type: type.id, status: 'Active' };
  hosts = {
    device: {
      path: 'dcim/devices',
      interfaces: 'dcim/interfaces',
      owner: 'device',
      link: 'interface',
      title: 'device',
      aHost: (name) => make('dcim/devices', { ...common, name }),
      anInterface: (host, name) =>
        make('dcim/interfaces', { name, device: host.id, type: 'virtual', status: 'Active' }),
    },
    machine: {
      path: 'virtualization/virtual-machines',
      interfaces: 'virtualization/interfaces',
      owner: 'virtual_machine',
      link: 'vm_interface',
      title: 'virtual machine',
      aHost: (name) => make('virtualization/virtual-machines', { name, cluster: cluster.id, status: 'Active' }),
      anInterface: (host, name) =>
        make('virtualization/interfaces', { name, virtual_machine: host.id, status: 'Active' }),
    },
  };
});
afterAll(() => network?.plumbline.stop());

let number = 0;
const anAddress = (text = `10.0.${number >> 8}.${number++ & 255}/24`, more: object = {}) =>
  network.make('ipam/ip-addresses', { address: text, namespace: 'Global', status: 'Active', ...more });

describe.each(['device', 'machine'] as const)('The primary address of a %s', (which) => {
  let kind: Kind;
  let host: Shown;
  let ports: Shown[];
  let address: Shown;
  beforeAll(() => {
    kind = hosts[which];
  });
  beforeEach(async () => {
    host = await kind.aHost(`${which} ${number}`);
    ports = [await kind.anInterface(host, 'eth0'), await kind.anInterface(host, 'eth1')];
    address = await anAddress();
  });

  const assign = (port: Shown, to = address) =>
    network.make('ipam/ip-address-to-interface', { ip_address: to.id, [kind.link]: port.id });
  const prefer = (change: object, of = host) => network.send('PATCH', `${kind.path}/${of.id}/`, change);
  const primary = async (of = host): Promise<string | null> =>
    (await network.show(`${kind.path}/${of.id}/`)).primary_ip4?.id ?? null;
  const remove = async (path: string) => expect((await network.send('DELETE', path)).status).toBe(204);

  it('is one of its interfaces, of the right version', async () => {
    const refused = await prefer({ primary_ip4: address.id });
    expect([refused.status, refused.body]).toEqual([
      400,
      { primary_ip4: [`The specified IP address (${address.address}) is not assigned to this ${kind.title}.`] },
    ]);
    await assign(ports[0]);
    expect((await prefer({ primary_ip6: address.id })).body).toEqual({
      primary_ip6: [`${address.address} is not an IPv6 address.`],
    });
    expect((await prefer({ primary_ip4: address.id })).status).toBe(200);
    expect(await primary()).toBe(address.id);
    await prefer({ primary_ip4: null });
    expect(await primary()).toBeNull();
  });

  it('may stand outside for one inside', async () => {
    const outside = await network.make('ipam/ip-addresses', {
      address: `10.200.0.${number++ & 255}/24`,
      namespace: 'Global',
      status: 'Active',
      nat_inside: address.id,
    });
    await assign(ports[0]);
    expect((await prefer({ primary_ip4: outside.id })).status).toBe(200);
    const other = await kind.aHost(`outside ${number}`);
    const theirs = [await kind.anInterface(other, 'eth0'), await kind.anInterface(other, 'eth1')];
    const { id } = await assign(theirs[0], outside);
    await assign(theirs[1], outside);
    await remove(`ipam/ip-address-to-interface/${id}/`);
    await remove(`${kind.interfaces}/${theirs[1].id}/`);
    expect(await primary()).toBe(outside.id);
  });

  it('refuses every change once it stands for none of its interfaces, until it is given up', async () => {
    const outside = await anAddress(undefined, { nat_inside: address.id });
    const { id } = await assign(ports[0]);
    const refused = {
      primary_ip4: [`The specified IP address (${outside.address}) is not assigned to this ${kind.title}.`],
    };
    const turn = (nat_inside: string | null) =>
      network.send('PATCH', `ipam/ip-addresses/${outside.id}/`, { nat_inside });
    expect((await prefer({ primary_ip4: outside.id })).status).toBe(200);
    await turn(null);
    expect((await prefer({ comments: 'x' })).body).toEqual(refused);
    await turn(address.id);
    expect((await prefer({ comments: 'x' })).status).toBe(200);
    await remove(`ipam/ip-address-to-interface/${id}/`);
    expect(await primary()).toBe(outside.id);
    const listed = await network.send('PATCH', `${kind.path}/`, [{ id: host.id, comments: 'y' }]);
    expect([listed.status, listed.body]).toEqual([400, refused]);
    expect((await prefer({ comments: 'y', primary_ip4: null })).status).toBe(200);
  });

  it('costs a write of several hosts as many questions as one of a single host', async () => {
    const other = await kind.aHost(`costly ${number}`);
    await assign(ports[0]);
    await assign(await kind.anInterface(other, 'eth0'));
    const price = async (...of: Shown[]) => {
      const bodies = of.map(({ id }) => ({ id, comments: `${number++}` }));
      const { status, cost } = await network.send('PATCH', `${kind.path}/`, bodies);
      expect(status).toBe(200);
      return cost.bus;
    };
    const without = await price(host, other);
    for (const each of [host, other]) await prefer({ primary_ip4: address.id }, each);
    // The address and its assignments for the rule, and the address once more for the change log.
    expect(await price(host)).toBe(without + 3);
    expect(await price(host, other)).toBe(without + 3);
  });

  it('goes with its own last assignment although the one inside stays, directly or with the interface', async () => {
    const outside = await anAddress(undefined, { nat_inside: address.id });
    await assign(ports[1]);
    const { id } = await assign(ports[0], outside);
    await prefer({ primary_ip4: outside.id });
    await remove(`ipam/ip-address-to-interface/${id}/`);
    expect(await primary()).toBeNull();
    await assign(ports[0], outside);
    await prefer({ primary_ip4: outside.id });
    await remove(`${kind.interfaces}/${ports[0].id}/`);
    expect(await primary()).toBeNull();
  });

  it('goes with the last assignment, and the change log says so', async () => {
    const [first, second] = [await assign(ports[0]), await assign(ports[1])];
    await prefer({ primary_ip4: address.id });
    await remove(`ipam/ip-address-to-interface/${first.id}/`);
    expect(await primary()).toBe(address.id);
    await remove(`ipam/ip-address-to-interface/${second.id}/`);
    expect(await primary()).toBeNull();
    const { results } = await network.show(`extras/object-changes/?changed_object_id=${host.id}`);
    expect(results[0]).toMatchObject({ action: { value: 'update' }, object_data: { primary_ip4: null } });
  });

  it('goes with the interface', async () => {
    await assign(ports[0]);
    await prefer({ primary_ip4: address.id });
    await remove(`${kind.interfaces}/${ports[1].id}/`);
    expect(await primary()).toBe(address.id);
    await remove(`${kind.interfaces}/${ports[0].id}/`);
    expect(await primary()).toBeNull();
  });

  it('goes with the address', async () => {
    await assign(ports[0]);
    await prefer({ primary_ip4: address.id });
    await remove(`ipam/ip-addresses/${address.id}/`);
    expect(await primary()).toBeNull();
  });

  it('goes with the address, and the change log says so, once of both versions', async () => {
    const other = await anAddress(`2001:db8::${number++}/64`);
    await assign(ports[0]);
    await assign(ports[1], other);
    await prefer({ primary_ip4: address.id, primary_ip6: other.id });
    const before = await network.show(`${kind.path}/${host.id}/`);
    const gone = await network.send('DELETE', 'ipam/ip-addresses/', [{ id: address.id }, { id: other.id }]);
    expect(gone.status).toBe(204);
    const after = await network.show(`${kind.path}/${host.id}/`);
    expect(after).toMatchObject({ primary_ip4: null, primary_ip6: null });
    expect(after.last_updated > before.last_updated).toBe(true);
    const { results } = await network.show(`extras/object-changes/?changed_object_id=${host.id}`);
    const kept = { primary_ip4: address.id, primary_ip6: other.id };
    expect(results.map(({ object_data }: Shown) => object_data)).toMatchObject([
      { primary_ip4: null, primary_ip6: null },
      kept,
      { primary_ip4: null, primary_ip6: null },
    ]);
  });

  it('goes when the assignment is changed to another address or interface', async () => {
    const other = await anAddress();
    const assignment = await assign(ports[0]);
    await prefer({ primary_ip4: address.id });
    const change = (to: object) => network.send('PATCH', `ipam/ip-address-to-interface/${assignment.id}/`, to);
    expect((await change({ [kind.link]: ports[1].id })).status).toBe(200);
    expect(await primary()).toBe(address.id);
    expect((await change({ ip_address: other.id })).status).toBe(200);
    expect(await primary()).toBeNull();
    await prefer({ primary_ip4: other.id });
    const elsewhere = await kind.anInterface(await kind.aHost(`elsewhere ${number}`), 'eth0');
    await change({ [kind.link]: elsewhere.id });
    expect(await primary()).toBeNull();
  });

  it('stays where several have it and one loses it', async () => {
    const other = await kind.aHost(`another ${number}`);
    const theirs = await assign(await kind.anInterface(other, 'eth0'));
    await assign(ports[0]);
    await prefer({ primary_ip4: address.id });
    await prefer({ primary_ip4: address.id }, other);
    await remove(`ipam/ip-address-to-interface/${theirs.id}/`);
    expect([await primary(), await primary(other)]).toEqual([address.id, null]);
  });

  it('is never one that has gone, whoever was first', async () => {
    for (let round = 0; round < 8; round++) {
      const own = await kind.aHost(`racer ${which} ${round}`);
      const port = await kind.anInterface(own, 'eth0');
      const taken = await anAddress();
      const assignment = await assign(port, taken);
      const gone = round % 2 ? `ipam/ip-address-to-interface/${assignment.id}/` : `${kind.interfaces}/${port.id}/`;
      await Promise.all([prefer({ primary_ip4: taken.id }, own), remove(gone)]);
      expect(await primary(own)).toBeNull();
    }
  });
});

test('Addresses of an interface, and interfaces of an address, stand in their own order', async () => {
  const { aHost, anInterface } = hosts.machine;
  const machine = await aHost('ordered');
  const ports = [];
  for (const name of ['eth10', 'eth9', 'eth1']) ports.push(await anInterface(machine, name));
  const addresses = [];
  for (const last of [9, 100, 10]) addresses.push(await anAddress(`10.99.0.${last}/24`));
  for (const port of ports)
    for (const { id } of addresses)
      await network.make('ipam/ip-address-to-interface', { ip_address: id, vm_interface: port.id });
  const shownPort = await network.show(`virtualization/interfaces/${ports[0].id}/?depth=1`);
  expect(shownPort.ip_addresses.map(({ host }: Shown) => host)).toEqual(['10.99.0.9', '10.99.0.10', '10.99.0.100']);
  const shownAddress = await network.show(`ipam/ip-addresses/${addresses[0].id}/?depth=1`);
  expect(shownAddress.vm_interfaces.map(({ name }: Shown) => name)).toEqual(['eth1', 'eth9', 'eth10']);
});

test('An interface of another virtual machine takes its addresses along', async () => {
  const { aHost, anInterface } = hosts.machine;
  const [from, to] = [await aHost('from'), await aHost('to')];
  const port = await anInterface(from, 'eth0');
  const address = await anAddress();
  await network.make('ipam/ip-address-to-interface', { ip_address: address.id, vm_interface: port.id });
  await network.send('PATCH', `virtualization/virtual-machines/${from.id}/`, { primary_ip4: address.id });
  await network.send('PATCH', `virtualization/interfaces/${port.id}/`, { virtual_machine: to.id });
  expect((await network.show(`virtualization/virtual-machines/${from.id}/`)).primary_ip4).toBeNull();
});
