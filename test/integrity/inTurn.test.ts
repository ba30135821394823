import { sql } from '@plumbline/store';
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
  plumbline = await startEveryService();
  await lab.open();
  const device = await lab.device('a device');
  ids.device = device.id;
  ids.devicetype = device.device_type.id;
  ids.locationtype = (await lab.make('dcim/location-types', { name: 'Area' })).id;
  ids.tag = (await lab.make('extras/tags', { name: 'Tag', content_types: ['extras.secret'] })).id;
});
afterAll(() => plumbline?.stop());

type Sent = [method: 'POST' | 'PATCH', endpoint: string, body: object];

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
    what: 'a device is changed',
    other: () => ['PATCH', `dcim/devices/${ids.device}/`, { comments: named() }],
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

test.each(hotspots)(
  'A change of a $table comes in its turn, however many share it: it goes first where $what later',
  async ({ app, table, endpoint, other }) => {
    const { database } = plumbline.services.get(app)!.engine;
    // The service itself has no connection left to look by.
    const { database: beside } = plumbline.services.get('tenancy')!.engine;
    const [method, path, body] = other();
    const { change, later, first } = await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`SELECT FROM ${sql.identifier([table])} WHERE id = ${ids[table]}::uuid FOR SHARE`);
      const change = lab.send('PATCH', `${endpoint}/${ids[table]}/`, { description: named(), comments: named() });
      await eventually('the change waits', 60_000, async () => (await lockWaits(beside)).rows > 0);
      const later = lab.send(method, path, body);
      const waits = eventually(
        'the other waits as well',
        60_000,
        async () => (await lockWaits(beside)).linesShared > 0,
      );
      const first = await Promise.race([waits.then(() => 'the change'), later.then(() => 'the other')]);
      return { change, later, first };
    });
    const { status: changed } = await change;
    const { status: written } = await later;
    expect({ first, changed, written }).toEqual({
      first: 'the change',
      changed: 200,
      written: method === 'POST' ? 201 : 200,
    });
  },
);
