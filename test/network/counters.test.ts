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
