import { type Shown, type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.make('ipam/prefixes', { prefix: '10.0.0.0/8', status: 'Active' });
});
afterAll(() => site?.stop());

let number = 0;
const anAddress = (body: object = {}): Promise<Shown> =>
  site.make('ipam/ip-addresses', { address: `10.0.0.${++number}/24`, namespace: 'Global', status: 'Active', ...body });
const anInterface = (device: Shown, body: object = {}): Promise<Shown> =>
  site.make('dcim/interfaces', {
    device: device.id,
    name: `port ${++number}`,
    type: 'virtual',
    status: 'Active',
    ...body,
  });
const assign = (address: Shown, port: Shown): Promise<Shown> =>
  site.make('ipam/ip-address-to-interface', { ip_address: address.id, interface: port.id });
const primary = (device: Shown, ip: Shown) => site.change('dcim/devices', device, { primary_ip4: ip.id });
describe('The primary address of a master', () => {
  it('may be on a member of its chassis, except for management', async () => {
    const [master, member] = [await site.aDevice('master'), await site.aDevice('member')];
    const chassis = await site.make('dcim/virtual-chassis', { name: 'stack', master: master.id });
    await site.change('dcim/devices', member, { virtual_chassis: chassis.id, vc_position: 2 });
    const [data, management] = [await anAddress(), await anAddress()];
    await assign(data, await anInterface(member));
    await assign(management, await anInterface(member, { mgmt_only: true }));
    expect((await primary(master, management)).status).toBe(400);
    expect((await primary(master, data)).status).toBe(200);
    expect((await primary(member, data)).status).toBe(200);
  });

  it('refuses changes of the master once it is on no such member any more', async () => {
    const [master, member] = [await site.aDevice('first'), await site.aDevice('second')];
    const chassis = await site.make('dcim/virtual-chassis', { name: 'pile', master: master.id });
    const join = (virtual_chassis: string | null) =>
      site.change('dcim/devices', member, { virtual_chassis, vc_position: 2 });
    await join(chassis.id);
    const [address, port] = [await anAddress(), await anInterface(member)];
    await assign(address, port);
    await primary(master, address);
    const change = async () => {
      const { status, body } = await site.change('dcim/devices', master, { serial: String(++number) });
      return [status, status === 400 && Object.keys(body)];
    };
    expect(await change()).toEqual([200, false]);
    await join(null);
    expect(await change()).toEqual([400, ['primary_ip4']]);
    await join(chassis.id);
    expect(await change()).toEqual([200, false]);
    await site.change('dcim/interfaces', port, { mgmt_only: true });
    expect(await change()).toEqual([400, ['primary_ip4']]);
  });
});
