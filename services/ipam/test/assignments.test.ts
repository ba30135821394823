import type { TestServices } from '@plumbline/testkit';
import { all, anAddress, aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
let made: Record<string, any>;
beforeAll(async () => {
  plumbline = await startIpam();
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: 'assigned' });
  await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/24', namespace));
  const [one, two] = await make(plumbline, 'ipam/ip-addresses', [
    anAddress('10.0.0.1/24', namespace),
    anAddress('10.0.0.2/24', namespace),
  ]);
  const device = await make(plumbline, 'dcim/devices', { name: 'router' });
  const member = await make(plumbline, 'dcim/devices', { name: 'member' });
  const chassis = await make(plumbline, 'dcim/virtual-chassis', { name: 'stack', master: device.id });
  await plumbline.request('PATCH', `/api/dcim/devices/${member.id}/`, { virtual_chassis: chassis.id });
  const port = await make(plumbline, 'dcim/interfaces', { name: 'eth0', device: device.id });
  const memberPort = await make(plumbline, 'dcim/interfaces', { name: 'eth0', device: member.id });
  const machine = await make(plumbline, 'virtualization/virtual-machines', { name: 'vm' });
  const vmPort = await make(plumbline, 'virtualization/interfaces', { name: 'ens3', virtual_machine: machine.id });
  made = { one, two, device, member, port, memberPort, machine, vmPort };
});
afterAll(() => plumbline?.stop());

const post = (endpoint: string, body: object) => plumbline.request('POST', `/api/ipam/${endpoint}/`, body);
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('an address is on interfaces of devices and of virtual machines, each told apart', async () => {
  const { one, two, device, port, memberPort, machine, vmPort } = made;
  const first = await make(plumbline, 'ipam/ip-address-to-interface', { ip_address: one.id, interface: port.id });
  expect(first.display).toBe('10.0.0.1/24 router eth0');
  const onMachine = await make(plumbline, 'ipam/ip-address-to-interface', {
    ip_address: one.id,
    vm_interface: vmPort.id,
    is_primary: true,
  });
  expect(onMachine.display).toBe('10.0.0.1/24 vm ens3');
  await make(plumbline, 'ipam/ip-address-to-interface', { ip_address: two.id, interface: memberPort.id });
  const shown = (await plumbline.request('GET', `/api/ipam/ip-addresses/${one.id}/`)).body;
  expect([ids(shown.interfaces), ids(shown.vm_interfaces)]).toEqual([[port.id], [vmPort.id]]);
  const repeated = await post('ip-address-to-interface', { ip_address: one.id, interface: port.id });
  expect(repeated.body).toEqual({ non_field_errors: ['The fields interface, ip_address must make a unique set.'] });
  const twice = { ip_address: one.id, interface: port.id, vm_interface: vmPort.id };
  expect((await post('ip-address-to-interface', twice)).body).toEqual(repeated.body);
  expect((await post('ip-address-to-interface', { ip_address: one.id })).body).toEqual({
    interface: ['Must associate to either an Interface or a VMInterface.'],
  });
  expect(
    (await post('ip-address-to-interface', { ip_address: two.id, interface: port.id, vm_interface: vmPort.id })).body,
  ).toEqual({
    interface: ['Cannot use a single instance to associate to both an Interface and a VMInterface.'],
  });
  const found = async (query: string) => ids(await all(plumbline, 'ipam/ip-addresses', query));
  expect(await found('&device=member')).toEqual([two.id]);
  expect(await found('&device=router')).toEqual([one.id, two.id]);
  expect(await found(`&device_id=${device.id}`)).toEqual([one.id, two.id]);
  expect(await found('&device=nobody')).toEqual([]);
  expect(await found('&virtual_machine=vm')).toEqual([one.id]);
  expect(await found(`&virtual_machine_id=${machine.id}`)).toEqual([one.id]);
  expect(await found('&has_interface_assignments=true')).toEqual([one.id, two.id]);
  // One of the assignments of the first is without, and the second has none.
  expect(await found('&vm_interfaces__isnull=true')).toEqual([one.id, two.id]);
  expect(await found('&vm_interfaces__isnull=false')).toEqual([one.id]);
  expect(await found('&interfaces=eth0')).toEqual([one.id, two.id]);
});

test('hosts and masks asked for are two sets, and a host alone will do with any mask', async () => {
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: 'exact' });
  await make(plumbline, 'ipam/prefixes', aPrefix('0.0.0.0/0', namespace));
  const texts = ['10.1.1.1/24', '32.1.1.1/8', '32.1.1.2/32'];
  await make(
    plumbline,
    'ipam/ip-addresses',
    texts.map((text) => anAddress(text, namespace)),
  );
  const found = async (...asked: string[]) => {
    const query = asked.map((text) => `&address=${text}`).join('');
    return (await all(plumbline, 'ipam/ip-addresses', `&namespace=exact${query}`)).map(({ address }) => address);
  };
  expect(await found('10.1.1.1/8', '32.1.1.1/24')).toEqual(['10.1.1.1/24', '32.1.1.1/8']);
  expect(await found('10.1.1.1/8')).toEqual([]);
  expect(await found('10.1.1.1/8', '32.1.1.1/8')).toEqual(['32.1.1.1/8']);
  expect(await found('10.1.1.1/8', '32.1.1.1')).toEqual(['32.1.1.1/8']);
  expect(await found('10.1.1.1/24', '32.1.1.2')).toEqual(['10.1.1.1/24', '32.1.1.2/32']);
});

test('what an interface had goes with it', async () => {
  const { two, memberPort } = made;
  expect((await plumbline.request('DELETE', `/api/dcim/interfaces/${memberPort.id}/`)).status).toBe(204);
  expect((await plumbline.request('GET', `/api/ipam/ip-addresses/${two.id}/`)).body.interfaces).toEqual([]);
});

test('a service runs on one host, under one name, on ports that exist', async () => {
  const { one, device, machine } = made;
  const web = { name: 'web', protocol: 'tcp', ports: [443, 80, 81, 82, 80] };
  const service = await make(plumbline, 'ipam/services', { ...web, device: device.id, ip_addresses: [one.id] });
  expect([service.display, service.ports, service.protocol]).toEqual([
    'web (TCP/80, 80-82, 443)',
    [443, 80, 81, 82, 80],
    { value: 'tcp', label: 'TCP' },
  ]);
  const errors = async (body: object) => (await post('services', body)).body;
  expect(await errors({ ...web, device: device.id })).toEqual({
    __all__: ['Service with this Name and Device already exists.'],
  });
  expect(await errors(web)).toEqual({
    __all__: ['A service must be associated with either a device or a virtual machine.'],
  });
  expect(await errors({ ...web, device: device.id, virtual_machine: machine.id })).toMatchObject({
    __all__: expect.arrayContaining(['A service cannot be associated with both a device and a virtual machine.']),
  });
  expect(await errors({ name: 'x', ports: [1], device: device.id })).toEqual({
    protocol: ['This field cannot be blank.'],
  });
  expect(await errors({ ...web, ports: [0, 22, 'x', 65536], device: device.id })).toEqual({
    ports: {
      0: ['Ensure this value is greater than or equal to 1.'],
      2: ['A valid integer is required.'],
      3: ['Ensure this value is less than or equal to 65535.'],
    },
  });
  expect(await errors({ name: 'x', ports: [] })).toEqual({
    protocol: ['This field cannot be blank.'],
    ports: ['This field cannot be blank.'],
    __all__: ['A service must be associated with either a device or a virtual machine.'],
  });
  expect(ids(await all(plumbline, 'ipam/services', '&ports=81'))).toEqual([service.id]);
  expect(await all(plumbline, 'ipam/services', '&ports=81&ports=22')).toEqual([]);
  for (const port of ['+81', '81.0', '8.1e1', ' 81 '])
    expect(ids(await all(plumbline, 'ipam/services', `&ports=${encodeURIComponent(port)}`))).toEqual([service.id]);
  expect(await all(plumbline, 'ipam/services', '&ports=81.5')).toEqual([]);
  for (const port of ['x', '0x50', '0b11', 'Infinity'])
    expect((await plumbline.request('GET', `/api/ipam/services/?ports=80&ports=${port}`)).body).toEqual({
      ports: ['Enter a number.'],
    });
  expect((await plumbline.request('DELETE', `/api/dcim/devices/${device.id}/`)).status).toBe(409);
});

test('a service listens on as many ports as there are', async () => {
  const ports = Array.from({ length: 65_535 }, (_, index) => index + 1);
  const service = await make(plumbline, 'ipam/services', {
    name: 'all',
    protocol: 'udp',
    ports,
    virtual_machine: made.machine.id,
  });
  expect(service.ports).toEqual(ports);
  expect(ids(await all(plumbline, 'ipam/services', '&protocol=udp'))).toEqual([service.id]);
});
