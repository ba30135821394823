import { sql } from '@plumbline/store';
import { lockWaits, type TestServices } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown } from '../network/lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
let serial = 0;
const named = () => `n${serial++}`;

beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
});
afterAll(() => plumbline?.stop());

interface Changed {
  endpoint: string;
  id: string;
  /** What it refers to, by table. */
  targets: Record<string, string>;
}

/** Objects that refer to others of their service, what their rules compare with these, and what they do not. */
const cases: { what: string; make: () => Promise<Changed>; apart: object; about: object; waitsFor: string }[] = [
  {
    what: 'device',
    make: async () => {
      const content_types = ['dcim.device', 'dcim.rack'];
      const type = await lab.make('dcim/location-types', { name: named(), content_types });
      const location = await lab.make('dcim/locations', { name: named(), location_type: type.id, status: 'Active' });
      const rack = await lab.make('dcim/racks', { name: named(), location: location.id, status: 'Active' });
      const maker = await lab.make('dcim/manufacturers', { name: named() });
      const model = await lab.make('dcim/device-types', { model: named(), manufacturer: maker.id, u_height: 1 });
      const platform = await lab.make('dcim/platforms', { name: named(), manufacturer: maker.id });
      const device = await lab.make('dcim/devices', {
        name: named(),
        device_type: model.id,
        platform: platform.id,
        role: 'Subject',
        location: location.id,
        rack: rack.id,
        position: 4,
        face: 'front',
        status: 'Active',
      });
      const targets = { devicetype: model.id, location: location.id, platform: platform.id, rack: rack.id };
      return { endpoint: 'dcim/devices', id: device.id, targets };
    },
    apart: { comments: 'apart', serial: 'S1', status: 'Planned' },
    about: { position: 7 },
    waitsFor: 'rack',
  },
  {
    what: 'interface',
    make: async () => {
      const device = await lab.device();
      const port = (more: object): Promise<Shown> =>
        lab.make('dcim/interfaces', { device: device.id, name: named(), status: 'Active', ...more });
      const lag = await port({ type: 'lag' });
      const bridge = await port({ type: 'bridge' });
      const { id } = await port({ type: '1000base-t', lag: lag.id, bridge: bridge.id });
      return { endpoint: 'dcim/interfaces', id, targets: { interface: lag.id, device: device.id } };
    },
    apart: { description: 'apart', enabled: false },
    about: { bridge: null },
    waitsFor: 'device',
  },
  {
    what: 'front port',
    make: async () => {
      const device = await lab.device();
      const rear = await lab.rear(device, 4);
      const { id, endpoint } = await lab.front(device, rear);
      return { endpoint, id, targets: { rearport: rear.id } };
    },
    apart: { description: 'apart' },
    about: { rear_port_position: 3 },
    waitsFor: 'rearport',
  },
  {
    what: 'rack',
    make: async () => {
      const type = await lab.make('dcim/location-types', {
        name: named(),
        content_types: ['dcim.rack', 'dcim.rackgroup'],
      });
      const location = await lab.make('dcim/locations', { name: named(), location_type: type.id, status: 'Active' });
      const group = await lab.make('dcim/rack-groups', { name: named(), location: location.id });
      const body = { name: named(), location: location.id, rack_group: group.id, status: 'Active' };
      const { id } = await lab.make('dcim/racks', body);
      return { endpoint: 'dcim/racks', id, targets: { rackgroup: group.id, location: location.id } };
    },
    apart: { comments: 'apart', u_height: 44 },
    about: { rack_group: null },
    waitsFor: 'nothing, since nothing is referred to any more',
  },
  {
    what: 'location',
    make: async () => {
      const type = await lab.make('dcim/location-types', { name: named(), nestable: true });
      const { id } = await lab.make('dcim/locations', { name: named(), location_type: type.id, status: 'Active' });
      return { endpoint: 'dcim/locations', id, targets: { locationtype: type.id } };
    },
    apart: { description: 'apart' },
    about: { parent: null },
    waitsFor: 'locationtype',
  },
];

describe.each(cases)('A $what', ({ make, apart, about, waitsFor }) => {
  let changed: Changed;
  beforeAll(async () => {
    changed = await make();
  });

  /** Does something while somebody has all that the object refers to for himself. */
  const whileTaken = <T>(task: () => Promise<T>): Promise<T> =>
    plumbline.services.get('dcim')!.engine.database.transaction(async (tx) => {
      for (const [table, id] of Object.entries(changed.targets))
        await tx.run(sql.unsafe`SELECT FROM ${sql.identifier([table])} WHERE id = ${id}::uuid FOR UPDATE`);
      return task();
    });
  const change = (body: object) => lab.send('PATCH', `${changed.endpoint}/${changed.id}/`, body);

  it('is changed at once while what it refers to is being changed, where no rule compares the two', async () => {
    expect((await whileTaken(() => change(apart))).status).toBe(200);
    expect(await lab.get(changed.endpoint, changed.id)).toMatchObject(
      'status' in apart ? { ...apart, status: expect.anything() } : apart,
    );
  });

  it(`waits where one does: for ${waitsFor}`, async () => {
    // The service itself has no connection left to look by.
    const beside = plumbline.services.get('tenancy')!.engine.database;
    const { waiting } = await whileTaken(async () => {
      const waiting = change(about);
      if (waitsFor in changed.targets)
        await eventually('the change waits', 60_000, async () => (await lockWaits(beside)).rows > 0);
      else await waiting;
      return { waiting };
    });
    expect((await waiting).status).toBe(200);
  });
});
