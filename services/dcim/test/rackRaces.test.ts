import { type Body, startWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const random = (limit: number) => Math.floor(Math.random() * limit);
const oneOf = <T>(items: T[]): T => items[random(items.length)]!;

/** Devices that stand in each other's way, or higher than their rack; there must be none. */
async function misplaced(racks: Body[], types: Body[]): Promise<string[]> {
  const read = async (endpoint: string, objects: Body[]): Promise<Body[]> =>
    (await world.send('GET', `dcim/${endpoint}/?limit=0&${objects.map(({ id }) => `id=${id}`).join('&')}`)).body
      .results;
  const [racksNow, typesNow] = await Promise.all([read('racks', racks), read('device-types', types)]);
  const devices = (await world.send('GET', 'dcim/devices/?limit=0&position__isnull=false')).body.results as Body[];
  const found: string[] = [];
  const taken = new Map<string, string>();
  for (const { id, rack, position, face, device_type } of devices) {
    const type = typesNow.find((each) => each.id === device_type.id)!;
    const height = racksNow.find((each) => each.id === rack.id)!.u_height;
    if (position + type.u_height - 1 > height) found.push(`${id} sticks out of a rack of ${height}`);
    for (let unit = position; unit < position + type.u_height; unit++)
      for (const side of type.is_full_depth ? ['front', 'rear'] : [face.value]) {
        const place = `${rack.id} ${unit} ${side}`;
        if (taken.has(place)) found.push(`${id} and ${taken.get(place)} at ${place}`);
        taken.set(place, id);
      }
  }
  return found;
}

it('however many place, move, grow and shrink at once, nothing stands in the way of anything', async () => {
  const racks = await Promise.all([12, 14, 16].map((u_height) => world.aRack({ u_height })));
  const types = await Promise.all(
    [1, 1, 2].flatMap((u_height) => [true, false].map((is_full_depth) => world.aType({ u_height, is_full_depth }))),
  );
  const devices: Body[] = [];
  const place = () => ({ rack: oneOf(racks).id, position: 1 + random(16), face: oneOf(['front', 'rear']) });
  const moves: (() => Promise<{ status: number }>)[] = [
    async () => {
      const answer = await world.send(
        'POST',
        'dcim/devices/',
        world.deviceBody({ device_type: oneOf(types).id, ...place() }),
      );
      if (answer.status === 201) devices.push(answer.body);
      return answer;
    },
    () => world.send('PATCH', `dcim/devices/${oneOf(devices).id}/`, place()),
    () => {
      const [one, other] = [oneOf(devices), oneOf(devices)];
      return world.send(
        'PATCH',
        'dcim/devices/',
        [one, other].map(({ id }) => ({ id, ...place() })),
      );
    },
    () => world.send('PATCH', `dcim/devices/${oneOf(devices).id}/`, { device_type: oneOf(types).id }),
    () => world.send('PATCH', `dcim/device-types/${oneOf(types).id}/`, { u_height: 1 + random(3) }),
    () => world.send('PATCH', `dcim/racks/${oneOf(racks).id}/`, { u_height: 10 + random(8) }),
    () => world.send('DELETE', `dcim/devices/${oneOf(devices).id}/`),
  ];
  for (let made = 0; made < 12; made++) await moves[0]!();
  const statuses: number[] = [];
  const worker = async () => {
    for (let turn = 0; turn < 30; turn++) statuses.push((await oneOf(moves)()).status);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(statuses.filter((status) => ![200, 201, 204, 400, 404].includes(status))).toEqual([]);
  expect(await misplaced(racks, types)).toEqual([]);
});
