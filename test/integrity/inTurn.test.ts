import { type Queryable, sql } from '@plumbline/store';
import { lockWaits, type TestServices } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';
import { Lab } from '../network/lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
const ids = { device: '', devicetype: '', locationtype: '', tag: '' };
let serial = 0;
const named = () => `n${serial++}`;

beforeAll(async () => {
  // Three transactions of a service wait for one another, and some of its connections are not for transactions.
  plumbline = await startEveryService({ databasePoolSize: 8 });
  await lab.open();
  const device = await lab.device('a device');
  ids.device = device.id;
  ids.devicetype = device.device_type.id;
  ids.locationtype = (await lab.make('dcim/location-types', { name: 'Area' })).id;
  ids.tag = (await lab.make('extras/tags', { name: 'Tag', content_types: ['extras.secret'] })).id;
});
afterAll(() => plumbline?.stop());

type Sent = [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object];

/** Objects of which rules of others look at something, and a write of such another. */
const hotspots: { app: string; table: keyof typeof ids; endpoint: string; what: string; other: () => Sent }[] = [
  {
    app: 'dcim',
    table: 'devicetype',
    endpoint: 'dcim/device-types',
    what: 'a device is made',
    other: () => [
      'POST',
      'dcim/devices/',
      { name: named(), device_type: ids.devicetype, role: 'Subject', location: lab.location, status: 'Active' },
    ],
  },
  {
    app: 'dcim',
    table: 'devicetype',
    endpoint: 'dcim/device-types',
    what: 'a device is placed elsewhere',
    other: () => ['PATCH', `dcim/devices/${ids.device}/`, { position: null, comments: named() }],
  },
  {
    app: 'dcim',
    table: 'device',
    endpoint: 'dcim/devices',
    what: 'an interface is made',
    other: () => ['POST', 'dcim/interfaces/', { device: ids.device, name: named(), type: 'virtual', status: 'Active' }],
  },
  {
    app: 'dcim',
    table: 'locationtype',
    endpoint: 'dcim/location-types',
    what: 'a location is made',
    other: () => ['POST', 'dcim/locations/', { name: named(), location_type: ids.locationtype, status: 'Active' }],
  },
  {
    app: 'extras',
    table: 'tag',
    endpoint: 'extras/tags',
    what: 'a secret is made',
    other: () => [
      'POST',
      'extras/secrets/',
      { name: named(), provider: 'environment-variable', parameters: { variable: 'X' }, tags: [ids.tag] },
    ],
  },
];

/**
 * Has somebody share an object, then another write to be waited with for that, then a third that might share it too; answers who came
 * first of these two, and how both ended. `atLast` is done while all of them wait.
 */
async function race(
  { app, table, shared }: { app: string; table: string; shared: string },
  change: Sent,
  other: Sent,
  atLast?: (tx: Queryable) => Promise<unknown>,
) {
  const { database } = plumbline.services.get(app)!.engine;
  // The service itself has no connection left to look by.
  const { database: beside } = plumbline.services.get('tenancy')!.engine;
  const underWay = await database.transaction(async (tx) => {
    await tx.run(sql.unsafe`SELECT FROM ${sql.identifier([table])} WHERE id = ${shared}::uuid FOR SHARE`);
    const changed = lab.send(...change);
    await eventually('the change waits', 60_000, async () => (await lockWaits(beside)).rows > 0);
    const written = lab.send(...other);
    const waits = eventually('the other waits as well', 60_000, async () => (await lockWaits(beside)).linesShared > 0);
    const first = await Promise.race([waits.then(() => 'the change'), written.then(() => 'the other')]);
    await atLast?.(tx);
    return { changed, written, first };
  });
  const { status: changed } = await underWay.changed;
  const { status: written } = await underWay.written;
  return { first: underWay.first, changed, written };
}

test.each(hotspots)(
  'A change of a $table comes in its turn, however many share it: it goes first where $what later',
  async ({ app, table, endpoint, other }) => {
    const change: Sent = ['PATCH', `${endpoint}/${ids[table]}/`, { description: named(), comments: named() }];
    const sent = other();
    expect(await race({ app, table, shared: ids[table] }, change, sent)).toEqual({
      first: 'the change',
      changed: 200,
      written: sent[0] === 'POST' ? 201 : 200,
    });
  },
);

/** Objects that others refer to by relations whose rules look at nothing, and a write of such another. */
const deletions: {
  app: string;
  table: string;
  endpoint: string;
  what: string;
  make: () => Promise<{ id: string; other: Sent }>;
  deleted: number;
  written: number;
}[] = [
  {
    app: 'dcim',
    table: 'device',
    endpoint: 'dcim/devices',
    what: 'an interface is made',
    make: async () => {
      const { id } = await lab.device(named());
      const body = { device: id, name: named(), type: 'virtual', status: 'Active' };
      return { id, other: ['POST', 'dcim/interfaces/', body] };
    },
    deleted: 204,
    written: 400,
  },
  {
    app: 'dcim',
    table: 'device',
    endpoint: 'dcim/devices',
    what: 'an interface of it is changed',
    make: async () => {
      const { id } = await lab.device(named());
      const port = await lab.make('dcim/interfaces', { device: id, name: named(), type: 'virtual', status: 'Active' });
      return { id, other: ['PATCH', `dcim/interfaces/${port.id}/`, { description: named() }] };
    },
    deleted: 204,
    written: 404,
  },
  {
    app: 'dcim',
    table: 'devicetype',
    endpoint: 'dcim/device-types',
    what: 'a device of it is made, as one was before,',
    make: async () => {
      const body = { name: named(), role: 'Subject', location: lab.location, status: 'Active' };
      const other: Sent = ['POST', 'dcim/devices/', { ...body, device_type: ids.devicetype }];
      return { id: ids.devicetype, other };
    },
    deleted: 409,
    written: 201,
  },
  {
    app: 'dcim',
    table: 'manufacturer',
    endpoint: 'dcim/manufacturers',
    what: 'a platform of it is made',
    make: async () => {
      const { id } = await lab.make('dcim/manufacturers', { name: named() });
      return { id, other: ['POST', 'dcim/platforms/', { name: named(), manufacturer: id }] };
    },
    deleted: 204,
    written: 400,
  },
  {
    app: 'circuits',
    table: 'circuit',
    endpoint: 'circuits/circuits',
    what: 'it is terminated at its other end',
    make: async () => {
      const [provider, circuit_type] = [named(), named()];
      await lab.make('circuits/providers', { name: provider });
      await lab.make('circuits/circuit-types', { name: circuit_type });
      const { id } = await lab.make('circuits/circuits', { cid: named(), provider, circuit_type, status: 'Active' });
      const end = { circuit: id, term_side: 'A', location: lab.location };
      await lab.make('circuits/circuit-terminations', end);
      return { id, other: ['POST', 'circuits/circuit-terminations/', { ...end, term_side: 'Z' }] };
    },
    deleted: 204,
    written: 400,
  },
];

test.each(deletions)(
  'A deletion of a $table comes in its turn, however many refer to it: it goes first where $what later',
  async ({ app, table, endpoint, make, deleted, written }) => {
    const { id, other } = await make();
    expect(await race({ app, table, shared: id }, ['DELETE', `${endpoint}/${id}/`], other)).toEqual({
      first: 'the change',
      changed: deleted,
      written,
    });
  },
);

test('Who changes an interface has no lock on it while he waits for a deletion of its device, which would wait for him', async () => {
  const { id } = await lab.device(named());
  const port = await lab.make('dcim/interfaces', { device: id, name: named(), type: 'virtual', status: 'Active' });
  const ended = await race(
    { app: 'dcim', table: 'device', shared: id },
    ['DELETE', `dcim/devices/${id}/`],
    ['PATCH', `dcim/interfaces/${port.id}/`, { description: named() }],
    (tx) => tx.run(sql.unsafe`SELECT FROM interface WHERE id = ${port.id}::uuid FOR UPDATE NOWAIT`),
  );
  expect(ended).toEqual({ first: 'the change', changed: 204, written: 404 });
});

test('Who changes an object of another service stands in line for what it goes along with: its deletion meets no row that is held by somebody who waits for it', async () => {
  const { id: device } = await lab.device(named());
  const body = { device, name: named(), protocol: 'tcp', ports: [22] };
  const service = await lab.make('ipam/services', body);
  const { first, changed, written } = await race(
    { app: 'ipam', table: 'service', shared: service.id },
    ['DELETE', `dcim/devices/${device}/`],
    ['PATCH', `ipam/services/${service.id}/`, { ...body, description: named() }],
  );
  expect({ first, changed }).toEqual({ first: 'the change', changed: 204 });
  // Between the two steps of the deletion the service is there, and its device is not.
  expect([400, 404]).toContain(written);
});
