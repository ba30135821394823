import { sql } from '@plumbline/store';
import type { TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown, type Thing } from './lab';

let plumbline: TestServices;
let x: Thing;
let y: Thing;
let end: Thing;
let front: Thing;
let cable: Shown;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
  const device = await lab.device();
  [x, y] = [await lab.interface(device), await lab.interface(device)];
  const rear = await lab.rear(device);
  front = await lab.front(device, rear);
  end = await lab.end(await lab.circuit(), 'A');
  cable = await lab.plug(x, front);
  await lab.plug(rear, end);
  await lab.plug(y, await lab.interface(device));
});
afterAll(() => plumbline?.stop());

const databaseOf = (app: 'dcim' | 'circuits') => plumbline.services.get(app)!.engine.database;
const damage: [
  what: string,
  who: () => Thing,
  app: 'dcim' | 'circuits',
  statement: () => ReturnType<typeof sql.unsafe>,
][] = [
  ['a lost path', () => x, 'dcim', () => sql.unsafe`DELETE FROM cablepath WHERE origin_id = ${x.id}::uuid`],
  [
    'a path that ends elsewhere',
    () => x,
    'dcim',
    () =>
      sql.unsafe`UPDATE cablepath SET destination_type = 'dcim.interface', destination_id = ${y.id}::uuid WHERE origin_id = ${x.id}::uuid`,
  ],
  [
    'a path that is said to be cut',
    () => y,
    'dcim',
    () => sql.unsafe`UPDATE cablepath SET is_active = false WHERE origin_id = ${y.id}::uuid`,
  ],
  [
    'an interface that knows of no cable',
    () => x,
    'dcim',
    () => sql.unsafe`UPDATE interface SET cable = NULL WHERE id = ${x.id}::uuid`,
  ],
  [
    'an interface that is said to lead elsewhere',
    () => y,
    'dcim',
    () => sql.unsafe`UPDATE interface SET connected_endpoint_id = id WHERE id = ${y.id}::uuid`,
  ],
  [
    'a front port with another peer',
    () => front,
    'dcim',
    () => sql.unsafe`UPDATE frontport SET cable_peer_id = ${y.id}::uuid WHERE id = ${front.id}::uuid`,
  ],
  [
    'an end of a circuit that was not told',
    () => end,
    'circuits',
    () => sql.unsafe`UPDATE circuittermination SET cable = NULL WHERE id = ${end.id}::uuid`,
  ],
  [
    'an end of a circuit that was told something else',
    () => end,
    'circuits',
    () => sql.unsafe`UPDATE circuittermination SET connected_endpoint_reachable = false WHERE id = ${end.id}::uuid`,
  ],
];

test('Where nothing is wrong nothing is found', async () => {
  expect(await lab.says(x)).toEqual([cable.id, front.id, end.id, true]);
  expect(await lab.audit()).toEqual([]);
});

test.each(damage)('%s is found and mended', async (_what, who, app, statement) => {
  const before = [await lab.says(who()), await lab.says(x)];
  expect(await databaseOf(app).run(statement())).toBe(1);
  expect(await lab.audit()).toEqual(expect.arrayContaining([expect.stringContaining(who().id)]));
  expect(await lab.audit(true)).not.toEqual([]);
  expect(await lab.audit()).toEqual([]);
  expect([await lab.says(who()), await lab.says(x)]).toEqual(before);
});
