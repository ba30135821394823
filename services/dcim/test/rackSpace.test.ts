import { type Body, startWorld, unique, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const full = () => world.aType({ u_height: 2 });
const half = (height = 1) => world.aType({ u_height: height, is_full_depth: false });
const place = (rack: Body, type: Body, position: number, face = 'front') =>
  world.deviceBody({ rack: rack.id, device_type: type.id, position, face });
const post = (body: unknown) => world.send('POST', 'dcim/devices/', body);
const outcome = async (body: unknown) => {
  const answer = await post(body);
  return answer.status === 201 ? 201 : Object.keys(answer.body);
};

describe('the space of a rack', () => {
  it('is taken by whole devices, on one face or on both', async () => {
    const rack = await world.aRack({ u_height: 12 });
    const [deep, flat] = [await full(), await half()];
    expect(await outcome(place(rack, deep, 1))).toBe(201);
    expect(await outcome(place(rack, deep, 2))).toEqual(['position']);
    expect(await outcome(place(rack, flat, 2, 'rear'))).toEqual(['position']);
    expect(await outcome(place(rack, deep, 3))).toBe(201);
    expect(await outcome(place(rack, flat, 7))).toBe(201);
    expect(await outcome(place(rack, flat, 7, 'rear'))).toBe(201);
    expect(await outcome(place(rack, flat, 7, 'rear'))).toEqual(['non_field_errors']);
    expect(await outcome(place(rack, deep, 12))).toEqual(['position']);
    expect(await outcome(place(rack, deep, 40))).toEqual(['position']);
    expect(await outcome(place(rack, deep, 11, 'rear'))).toBe(201);
  });

  it('is asked for in the order of the rules', async () => {
    const rack = await world.aRack();
    const [deep, none] = [await full(), await world.aType({ u_height: 0 })];
    const elsewhere = await world.aLocation();
    const body = (more: object) => world.deviceBody({ rack: rack.id, device_type: deep.id, ...more });
    expect(await outcome(body({ location: elsewhere.id }))).toEqual(['rack']);
    expect(await outcome(body({ rack: null, face: 'front', position: 1 }))).toEqual(['face']);
    expect(await outcome(body({ rack: null, position: 1 }))).toEqual(['position']);
    expect(await outcome(body({ position: 1 }))).toEqual(['face']);
    expect(await outcome(body({ face: 'front' }))).toBe(201);
    expect(await outcome(body({ device_type: none.id, face: 'front', position: 1 }))).toEqual(['position']);
    const child = await world.aType({ u_height: 0, subdevice_role: 'child' });
    expect(await outcome(body({ device_type: child.id, face: 'front' }))).toEqual(['face']);
  });

  it('is given to the devices of a list one after another', async () => {
    const rack = await world.aRack();
    const deep = await full();
    const answer = await post([place(rack, deep, 1), place(rack, deep, 3), place(rack, deep, 4)]);
    expect([answer.status, answer.body]).toEqual([400, [{}, {}, { position: [expect.stringContaining('U4')] }]]);
    expect((await world.read('racks', rack)).device_count).toBe(0);
  });

  it('is free again where a device has gone', async () => {
    const rack = await world.aRack();
    const deep = await full();
    const [first, second] = [await world.aDevice(place(rack, deep, 1)), await world.aDevice(place(rack, deep, 3))];
    const moves = [
      { id: first.id, position: 5 },
      { id: second.id, position: 2 },
    ];
    expect((await world.send('PATCH', 'dcim/devices/', moves)).status).toBe(200);
    expect(Object.keys((await world.change('devices', first, { position: 3 })).body)).toEqual(['position']);
    expect((await world.change('devices', first, { rack: null, position: null, face: '' })).status).toBe(200);
    expect(await outcome(place(rack, deep, 5))).toBe(201);
  });

  it('is asked for whenever a device is saved, alone or in a list, moved or not', async () => {
    const [rack, other] = [await world.aRack(), await world.aRack()];
    const [deepening, flat] = [await half(), await half()];
    const shared = await world.aDevice(place(rack, deepening, 1));
    await world.aDevice(place(rack, flat, 1, 'rear'));
    const third = await world.aDevice(place(other, flat, 3));
    expect((await world.change('device-types', deepening, { is_full_depth: true })).status).toBe(200);
    const told = [400, { position: [expect.stringContaining('U1')] }];
    const noted = { id: shared.id, comments: 'x' };
    const moved = { id: third.id, position: 10 };
    for (const [path, body] of [
      [`${shared.id}/`, noted],
      ['', [noted]],
      ['', [moved, noted]],
    ] as const) {
      const answer = await world.send('PATCH', `dcim/devices/${path}`, body);
      expect([answer.status, answer.body]).toEqual(told);
    }
    expect((await world.change('devices', third, { comments: 'x' })).status).toBe(200);
  });

  it('is never given twice, however many ask at once', async () => {
    const rack = await world.aRack({ u_height: 20 });
    const types = [await half(1), await half(2), await half(3), await full()];
    const random = (limit: number) => Math.floor(Math.random() * limit);
    const wanted = Array.from({ length: 60 }, () =>
      place(rack, types[random(types.length)], random(20) + 1, random(2) === 0 ? 'front' : 'rear'),
    );
    // Who waits in line for too long is told to come again, and does.
    const insist = async (body: object) => {
      for (;;) {
        const answer = await post(body);
        if (answer.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(wanted.map(insist));
    expect(answers.filter(({ status }) => ![201, 400].includes(status))).toEqual([]);
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    const taken = new Set<string>();
    for (const { position, face, device_type } of made) {
      const type = types.find(({ id }) => id === device_type.id)!;
      for (let unit = position; unit < position + type.u_height; unit++)
        for (const side of type.is_full_depth ? ['front', 'rear'] : [face.value]) {
          expect([taken.has(`${unit} ${side}`), unit <= 20]).toEqual([false, true]);
          taken.add(`${unit} ${side}`);
        }
    }
    expect(made.length).toBeGreaterThan(3);
  });
});

describe('what devices hold in place', () => {
  it('is the height of their rack', async () => {
    const rack = await world.aRack({ u_height: 12 });
    await world.aDevice(place(rack, await full(), 9));
    expect((await world.change('racks', rack, { u_height: 9 })).body).toEqual({
      u_height: [expect.stringContaining('10U')],
    });
    expect((await world.change('racks', rack, { u_height: 10 })).status).toBe(200);
  });

  it('is the height of their type, unless there is room above them', async () => {
    const rack = await world.aRack();
    const [low, other] = [await half(), await half()];
    await world.aDevice(place(rack, low, 1));
    const above = await world.aDevice(place(rack, other, 3));
    expect((await world.change('device-types', low, { u_height: 2 })).status).toBe(200);
    expect((await world.change('device-types', low, { u_height: 3 })).body).toEqual({
      u_height: [expect.stringContaining(rack.name)],
    });
    expect((await world.change('device-types', low, { u_height: 0 })).body).toEqual({
      u_height: [expect.stringContaining('1 instances')],
    });
    expect((await world.change('devices', above, { face: 'rear' })).status).toBe(200);
    expect((await world.change('device-types', low, { u_height: 3 })).status).toBe(200);
  });
});

describe('a rack that moves', () => {
  it('takes its devices along, and what stands in their bays', async () => {
    const rack = await world.aRack();
    const parent = await world.aDevice(place(rack, await world.aType({ u_height: 2, subdevice_role: 'parent' }), 1));
    const child = await world.aDevice({
      device_type: (await world.aType({ u_height: 0, subdevice_role: 'child' })).id,
    });
    await world.make('device-bays', { device: parent.id, name: 'bay', installed_device: child.id });
    const there = await world.aLocation();
    expect((await world.change('racks', rack, { location: there.id })).status).toBe(200);
    expect((await world.read('devices', parent)).location.id).toBe(there.id);
    const moved = await world.read('devices', child);
    expect([moved.location.id, moved.rack.id]).toEqual([there.id, rack.id]);
  });

  it('with its group takes its devices along', async () => {
    const [here, there] = [await world.aLocation(), await world.aLocation()];
    const group = await world.make('rack-groups', { name: 'row', location: here.id });
    const rack = await world.aRack({ location: here.id, rack_group: group.id });
    const device = await world.aDevice({ location: here.id, rack: rack.id });
    expect((await world.change('rack-groups', group, { location: there.id })).status).toBe(200);
    expect((await world.read('devices', device)).location.id).toBe(there.id);
  });

  it('stays when no devices may be where it goes', async () => {
    const bare = await world.make('location-types', { name: unique('bare'), content_types: ['dcim.rack'] });
    const there = await world.aLocation({ location_type: bare.id });
    const rack = await world.aRack();
    const device = await world.aDevice({ rack: rack.id });
    expect(Object.keys((await world.change('racks', rack, { location: there.id })).body)).toEqual(['location']);
    expect((await world.read('devices', device)).location.id).toBe(world.hall.id);
  });

  it('is told so in its place of a list, as is the group that it moves with', async () => {
    const content_types = ['dcim.rack', 'dcim.rackgroup'];
    const bare = await world.make('location-types', { name: unique('bare'), content_types });
    const there = (await world.aLocation({ location_type: bare.id })).id;
    const groups = await world.make(
      'rack-groups',
      [1, 2].map(() => ({ name: unique('row'), location: world.hall.id })),
    );
    const racks = [await world.aRack(), await world.aRack({ rack_group: groups[1].id })];
    await world.aDevice({ rack: racks[1].id });
    const inList = { headers: { prefer: 'errors=list' } };
    for (const [endpoint, moving, to] of [
      ['racks', racks, { location: there, rack_group: null }],
      ['rack-groups', groups, { location: there }],
    ] as const) {
      const list = moving.map(({ id }: Body) => ({ id, ...to }));
      const answer = await world.plumbline.request('PATCH', `/api/dcim/${endpoint}/`, list, inList);
      expect([answer.status, answer.body]).toEqual([
        400,
        [{}, { location: [expect.stringContaining('of this rack')] }],
      ]);
    }
  });
});
