import { forgetLostDeletions, systemScope, unitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { lockWaits, type TestServices } from '@plumbline/testkit';
import { waitForReferrers } from '../../libs/engine/src/write/locks/targetLocks';
import { lockPassThrough } from '../../services/dcim/src/cabling/locks';
import { eventually } from '../harness/eventually';
import { rounds } from '../harness/long';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown, type Thing } from './lab';

let plumbline: TestServices;
let device: Shown;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
  device = await lab.device();
});
afterAll(async () => {
  expect(await lab.audit()).toEqual([]);
  await plumbline?.stop();
});

const none = [null, null, null, null];
const times = rounds(100, 4);

/** Does several things at once; answers their statuses. */
const atOnce = async (...asked: Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(asked)).map(({ status }) => status);

const plugging = (a: Thing, b: Thing) => lab.send('POST', 'dcim/cables/', lab.plugging(a, b));
const unplugging = ({ id }: Shown) => lab.send('DELETE', `dcim/cables/${id}/`);
const deleting = ({ endpoint, id }: Thing) => lab.send('DELETE', `${endpoint}/${id}/`);

test('Of cables to one interface, made at once on either side, there is one', async () => {
  for (let round = 0; round < times; round++) {
    const things = await Promise.all([1, 2, 3, 4, 5].map(() => lab.interface(device)));
    const [shared, ...others] = things as [Thing, ...Thing[]];
    const made = await atOnce(
      ...others.map((other, index) => (index % 2 === 0 ? plugging(shared, other) : plugging(other, shared))),
    );
    expect(made.sort()).toEqual([201, 400, 400, 400]);
  }
});

test('Of cables to one end of a circuit, made at once on either side, there is one', async () => {
  for (let round = 0; round < times; round++) {
    const end = await lab.end(await lab.circuit(), 'A');
    const [a, b] = [await lab.interface(device), await lab.interface(device)];
    expect((await atOnce(plugging(a, end), plugging(end, b))).sort()).toEqual([201, 400]);
  }
});

test('An interface that goes while a cable to it is made leaves nothing behind', async () => {
  for (let round = 0; round < times; round++) {
    const [a, b] = [await lab.interface(device), await lab.interface(device)];
    const [made, gone] = await atOnce(plugging(a, b), deleting(b));
    expect([[201, 400].includes(made!), gone]).toEqual([true, 204]);
    expect(await lab.says(a)).toEqual(none);
  }
});

test('A panel that goes while a cable to it is made leaves nothing behind', async () => {
  for (let round = 0; round < times; round++) {
    const panel = await lab.device();
    const rear = await lab.rear(panel);
    const front = await lab.front(panel, rear);
    const [a, b] = [await lab.interface(device), await lab.interface(device)];
    await lab.plug(a, rear);
    const [made, gone] = await atOnce(plugging(front, b), lab.send('DELETE', `dcim/devices/${panel.id}/`));
    expect([[201, 400].includes(made!), gone]).toEqual([true, 204]);
    expect([await lab.says(a), await lab.says(b)]).toEqual([none, none]);
  }
});

test('Whoever waits to change where paths lead holds nothing of what the cable is plugged into', async () => {
  const { engine } = plumbline.services.get('dcim')!;
  const beside = plumbline.services.get('tenancy')!.engine.database;
  const rear = await lab.rear(device);
  const front = await lab.front(device, rear);
  const end = await lab.end(await lab.circuit(), 'A');
  const steps: [() => Promise<{ status: number }>, number][] = [
    [async () => plugging(front, await lab.interface(device)), 201],
    [async () => plugging(end, rear), 201],
    [() => deleting(end), 204],
  ];
  for (const [step, status] of steps) {
    const { asked } = await engine.database.transaction(async (tx) => {
      await lockPassThrough(tx);
      const asked = step();
      await eventually('it waits', 60_000, async () => (await lockWaits(beside)).linesExclusive > 0);
      await tx.run(sql.unsafe`SET LOCAL lock_timeout = '500ms'`);
      await waitForReferrers({ ...unitOfWork(engine, systemScope()), sql: tx }, new Map([[end.type, [end.id]]]));
      await tx.run(sql.unsafe`SELECT 1 FROM frontport WHERE id = ${front.id}::uuid FOR UPDATE`);
      await tx.run(sql.unsafe`SELECT 1 FROM rearport WHERE id = ${rear.id}::uuid FOR UPDATE`);
      return { asked };
    });
    expect((await asked).status).toBe(status);
  }
});

test('An end of a circuit that goes while a cable to it is made leaves nothing behind', async () => {
  for (let round = 0; round < times; round++) {
    const end = await lab.end(await lab.circuit(), 'A');
    const a = await lab.interface(device);
    const [made, gone] = await atOnce(plugging(a, end), deleting(end));
    expect([[201, 400].includes(made!), gone]).toEqual([true, 204]);
    expect(await lab.says(a)).toEqual(none);
  }
});

test('A deletion that comes back to its service by way of a cable is not taken for one that nobody knows of', async () => {
  const end = await lab.end(await lab.circuit(), 'A');
  const a = await lab.interface(device);
  await lab.plug(a, end);
  const [circuits, dcim] = (['circuits', 'dcim'] as const).map((app) => {
    const { engine } = plumbline.services.get(app)!;
    return unitOfWork(engine, systemScope());
  });
  const cameBack = sql.unsafe`SELECT operation FROM prepared_deletion WHERE asker = 'dcim'`;
  const gone = await circuits!.engine.database.transaction(async (tx) => {
    // The deletion is decided by a row in this table.
    await tx.run(sql.unsafe`LOCK TABLE pending_deletion IN EXCLUSIVE MODE`);
    const asked = deleting(end);
    await eventually('the deletion came back', 60_000, () => circuits!.sql.first(cameBack));
    await forgetLostDeletions(circuits!);
    await forgetLostDeletions(dcim!);
    return { asked };
  });
  expect((await gone.asked).status).toBe(204);
  expect(await lab.says(a)).toEqual(none);
  expect(await circuits!.sql.rows(cameBack)).toEqual([]);
});

/** Two interfaces, and panels between them: the pairs that cables have to connect. */
async function line(panels: number): Promise<{ x: Thing; y: Thing; pairs: [Thing, Thing][] }> {
  const [x, y] = [await lab.interface(device), await lab.interface(device)];
  const pairs: [Thing, Thing][] = [];
  let last = x;
  for (let panel = 0; panel < panels; panel++) {
    const rear = await lab.rear(device);
    const front = await lab.front(device, rear);
    const [entry, exit] = panel % 2 === 0 ? [front, rear] : [rear, front];
    pairs.push([last, entry]);
    last = exit;
  }
  pairs.push([last, y]);
  return { x, y, pairs };
}

test('Cables of one way that are made at once make it whole, and those that go at once leave nothing', async () => {
  for (let round = 0; round < times; round++) {
    const { x, y, pairs } = await line(4);
    const made = await Promise.all(pairs.map(([a, b]) => plugging(a, b)));
    expect(made.map(({ status }) => status)).toEqual(pairs.map(() => 201));
    expect([(await lab.says(x))[2], (await lab.says(y))[2]]).toEqual([y.id, x.id]);
    expect(await atOnce(...made.map(({ body }) => unplugging(body)))).toEqual(pairs.map(() => 204));
    expect([await lab.says(x), await lab.says(y)]).toEqual([none, none]);
  }
});

test('A way through a circuit is right whichever comes last: cables or ends', async () => {
  for (let round = 0; round < times; round++) {
    const [x, y] = [await lab.interface(device), await lab.interface(device)];
    const circuit = await lab.circuit();
    const a = await lab.end(circuit, 'A');
    const [, z] = await Promise.all([lab.plug(x, a), lab.end(circuit, 'Z')]);
    expect((await lab.says(x))[2]).toBe(null);
    await lab.plug(z, y);
    expect([(await lab.says(x))[2], (await lab.says(y))[2]]).toEqual([y.id, x.id]);
    await Promise.all([deleting(z), lab.send('PATCH', `dcim/interfaces/${x.id}/`, { label: 'x' })]);
    expect([(await lab.says(x))[2], await lab.says(y)]).toEqual([a.id, none]);
  }
});

test('Devices that go at once, while their cables go, all go', async () => {
  for (let round = 0; round < Math.ceil(times / 4); round++) {
    const devices = await Promise.all([1, 2, 3, 4].map(() => lab.device()));
    const plugs = await Promise.all(
      devices.map((one) => Promise.all([lab.interface(one), lab.rear(one), lab.interface(one)])),
    );
    const fronts = await Promise.all(devices.map((one, index) => lab.front(one, plugs[index]![1])));
    const cables: Shown[] = [];
    for (let index = 0; index < 4; index += 2) {
      const [one, other] = [plugs[index]!, plugs[index + 1]!];
      cables.push(await lab.plug(one[0], fronts[index]!), await lab.plug(one[1], other[1]));
      cables.push(await lab.plug(fronts[index + 1]!, other[0]), await lab.plug(one[2], other[2]));
    }
    const going = devices.map(({ id }) => lab.send('DELETE', `dcim/devices/${id}/`));
    const unplugged = cables.slice(0, 3).map(unplugging);
    expect(await atOnce(...going)).toEqual([204, 204, 204, 204]);
    for (const { status } of await Promise.all(unplugged)) expect([204, 404]).toContain(status);
    for (const { id } of cables) expect((await lab.send('GET', `dcim/cables/${id}/`)).status).toBe(404);
  }
});
