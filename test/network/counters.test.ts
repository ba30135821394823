import { sql } from '@plumbline/store';
import type { TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab } from './lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
const tenants: Record<string, string> = {};

beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
  for (const name of ['one', 'two', 'none']) tenants[name] = (await lab.make('tenancy/tenants', { name })).id;
});
afterAll(() => plumbline?.stop());

/** How many VLANs and devices the list of tenants says each has. */
async function counted(): Promise<Record<string, [number, number]>> {
  const { results } = (await lab.send('GET', 'tenancy/tenants/')).body;
  return Object.fromEntries(
    results.map((tenant: Record<string, never>) => [tenant.name, [tenant.vlan_count, tenant.device_count]]),
  );
}

let vlans = 0;
const aVlan = (tenant: string) => {
  vlans += 1;
  return lab.make('ipam/vlans', { vid: vlans, name: `vlan ${vlans}`, status: 'Active', tenant: tenants[tenant] });
};

describe('What other services count', () => {
  it('is right at once, whatever was known before', async () => {
    expect(await counted()).toEqual({ one: [0, 0], two: [0, 0], none: [0, 0] });
    const { id } = await aVlan('one');
    await aVlan('one');
    const device = await lab.device('a device');
    expect(await counted()).toEqual({ one: [2, 0], two: [0, 0], none: [0, 0] });
    await lab.send('PATCH', `ipam/vlans/${id}/`, { tenant: tenants.two });
    await lab.send('PATCH', `dcim/devices/${device.id}/`, { tenant: tenants.two });
    expect(await counted()).toEqual({ one: [1, 0], two: [1, 1], none: [0, 0] });
    await lab.send('DELETE', `ipam/vlans/${id}/`);
    expect(await counted()).toEqual({ one: [1, 0], two: [0, 1], none: [0, 0] });
  });

  it('sorts lists, whatever it is that counts and is counted', async () => {
    const sorted = async (path: string, counter: string) =>
      (await lab.send('GET', `${path}?sort=-${counter}&limit=3`)).body.results.map(
        ({ name, [counter]: count }: Record<string, unknown>) => `${name} ${count}`,
      );
    for (const name of ['rare', 'usual', 'unused'])
      await lab.make('extras/tags', { name, content_types: ['dcim.device'] });
    const device = await lab.device('one of two');
    await lab.send('PATCH', `dcim/devices/${device.id}/`, { tags: [{ name: 'usual' }] });
    const other = await lab.device('the other');
    await lab.send('PATCH', `dcim/devices/${other.id}/`, { tags: [{ name: 'usual' }, { name: 'rare' }] });
    expect(await sorted('extras/tags/', 'tagged_items')).toEqual(['usual 2', 'rare 1', 'unused 0']);
    const ports = [];
    for (const name of ['a', 'b', 'c']) ports.push(await lab.interface(device, { name }));
    await lab.make('ipam/prefixes', { prefix: '10.0.0.0/24', status: 'Active' });
    for (const [host, port] of [ports[2]!, ports[2]!, ports[1]!].entries()) {
      const address = `10.0.0.${host + 1}/24`;
      const { id } = await lab.make('ipam/ip-addresses', { address, status: 'Active', namespace: { name: 'Global' } });
      await lab.make('ipam/ip-address-to-interface', { ip_address: id, interface: port.id });
    }
    expect(await sorted('dcim/interfaces/', 'ip_address_count')).toEqual(['c 2', 'b 1', 'a 0']);
  });

  it('is counted once, until something changes', async () => {
    const before = await counted();
    let letGo = () => {};
    const { database } = plumbline.services.get('ipam')!.engine;
    const held = new Promise<void>((locked, failed) => {
      database
        .transaction(async (tx) => {
          await tx.run(sql.unsafe`LOCK TABLE vlan IN ACCESS EXCLUSIVE MODE`);
          locked();
          await new Promise<void>((resolve) => {
            letGo = resolve;
          });
        })
        .catch(failed);
    });
    await held;
    try {
      // Nobody can read a VLAN now, and nobody needs to.
      expect(await counted()).toEqual(before);
    } finally {
      letGo();
    }
    await aVlan('none');
    expect(await counted()).toEqual({ ...before, none: [1, 0] });
  });

  it('is known of new objects as well, and of those that are asked for alone', async () => {
    const before = await counted();
    tenants.three = (await lab.make('tenancy/tenants', { name: 'three' })).id;
    expect(await counted()).toEqual({ ...before, three: [0, 0] });
    await aVlan('three');
    const alone = await lab.get('tenancy/tenants', tenants.three!);
    expect(alone.vlan_count).toBe(1);
    expect(await counted()).toEqual({ ...before, three: [1, 0] });
  });
});
