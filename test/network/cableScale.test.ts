import { expectFlat, settled, type TestAnswer, type TestServices } from '@plumbline/testkit';
import { isLong, rounds } from '../harness/long';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown, type Thing } from './lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
});
afterAll(() => plumbline?.stop());

/** Interfaces of a device, made together. */
async function interfaces(device: Shown, count: number): Promise<Thing[]> {
  const bodies = Array.from({ length: count }, (_, number) => ({
    name: `eth${number}`,
    device: device.id,
    type: '1000base-t',
    status: 'Active',
  }));
  const made = await lab.make('dcim/interfaces', bodies);
  return made.map(({ id }: Shown) => ({ id, endpoint: 'dcim/interfaces', type: 'dcim.interface' }));
}

/** Two devices with so many cables between them. */
async function pairOfDevices(
  count: number,
): Promise<{ one: Shown; other: Shown; far: Thing[]; cost: TestAnswer['cost'] }> {
  const [one, other] = [await lab.device(), await lab.device()];
  const [near, far] = [await interfaces(one, count), await interfaces(other, count)];
  const answer = await lab.send(
    'POST',
    'dcim/cables/',
    near.map((plug, index) => lab.plugging(plug, far[index]!)),
  );
  expect(answer.status).toBe(201);
  return { one, other, far, cost: answer.cost };
}

/** Deletes something: again when it is refused, as it is now and then where nobody found the time to renew its marks. */
async function remove(path: string): Promise<TestAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await lab.send('DELETE', path);
    if (answer.status !== 503 || attempt === 3) return answer;
  }
}

test('A list of cables, and a device that goes with many, cost as many statements as with a few', async () => {
  const cabledAndGone = async (count: number) => {
    const { one, other, far, cost: cabled } = await pairOfDevices(count);
    const begun = performance.now();
    const gone = await remove(`dcim/devices/${one.id}/`);
    const took = performance.now() - begun;
    expect(gone.status).toBe(204);
    expect((await lab.send('GET', `dcim/interfaces/?has_cable=true&device=${other.name}`)).body.count).toBe(0);
    expect(await lab.says(far[0]!)).toEqual([null, null, null, null]);
    console.info(`A device with ${count} cables went in ${Math.round(took)} ms, with ${gone.cost.sql} statements.`);
    return { cabled, gone: gone.cost };
  };
  await expectFlat(async () => [await cabledAndGone(5), await cabledAndGone(rounds(500, 200))]);
  expect(await lab.audit()).toEqual([]);
});

test('A page of cabled interfaces costs the same for one and for many', async () => {
  const { one } = await pairOfDevices(1);
  const { one: crowded } = await pairOfDevices(50);
  for (const depth of [0, 1]) {
    const page = (device: Shown) => lab.send('GET', `dcim/interfaces/?limit=100&depth=${depth}&device=${device.name}`);
    await expectFlat(async () => [(await settled(() => page(one))).cost, (await settled(() => page(crowded))).cost]);
  }
});

test('A way of ten cables is traced in little time', async () => {
  const device = await lab.device();
  const [x, y] = (await interfaces(device, 2)) as [Thing, Thing];
  let last = x;
  for (let panel = 0; panel < 9; panel++) {
    const rear = await lab.rear(device);
    const front = await lab.front(device, rear);
    const [entry, exit] = panel % 2 === 0 ? [front, rear] : [rear, front];
    await lab.plug(last, entry);
    last = exit;
  }
  await lab.plug(last, y);
  expect(await lab.trace(x)).toHaveLength(10);
  // What else this machine does makes some of them longer, and none shorter: in the short form one that takes little is enough.
  const promised = 50;
  let least = Number.POSITIVE_INFINITY;
  let statements = 0;
  for (let round = 0; round < 101 && (isLong || least >= promised); round++) {
    const begun = performance.now();
    statements = (await lab.send('GET', `dcim/interfaces/${x.id}/trace/`)).cost.sql;
    least = Math.min(least, performance.now() - begun);
  }
  console.info(`A trace over ten cables: ${least.toFixed(1)} ms, ${statements} statements.`);
  expect(least).toBeLessThan(promised);
});
