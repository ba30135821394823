import { type Body, startWorld, unique, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

const keysOf = async (answer: Promise<{ status: number; body: object }>) => Object.keys((await answer).body);
const post = (body: unknown) => world.send('POST', 'dcim/devices/', body);

describe('the name of a device', () => {
  it('is its own at its location, for each tenant', async () => {
    const body = world.deviceBody();
    expect((await post(body)).status).toBe(201);
    expect((await post(body)).body).toEqual({ name: ['A device with this name already exists.'] });
    expect((await post({ ...body, location: (await world.aLocation()).id })).status).toBe(201);
    expect((await post([world.deviceBody({ name: 'twin' }), world.deviceBody({ name: 'twin' })])).body).toEqual([
      {},
      { name: [expect.any(String)] },
    ]);
  });

  it('is told to be taken beside what is wrong with the location', async () => {
    const type = await world.make('location-types', { name: unique('left'), content_types: ['dcim.device'] });
    const location = (await world.aLocation({ location_type: type.id })).id;
    const [first, second] = [await world.aDevice({ location }), await world.aDevice({ location })];
    expect((await world.change('location-types', type, { content_types: [] })).status).toBe(200);
    const taken = { name: first.name };
    expect(await keysOf(post(world.deviceBody({ ...taken, location })))).toEqual(['location', 'name']);
    expect(await keysOf(world.change('devices', second, taken))).toEqual(['location', 'name']);
    expect(await keysOf(world.change('devices', first, taken))).toEqual(['location']);
  });

  it('may be missing, as often as one likes', async () => {
    for (const name of [null, null, '', '']) expect((await post(world.deviceBody({ name }))).status).toBe(201);
    const [unnamed] = [await world.aDevice({ name: '' })];
    expect(unnamed.display).toBe(`Acme plain (${unnamed.id})`);
    const chassis = await world.make('virtual-chassis', { name: unique('stack') });
    const { body } = await world.change('devices', unnamed, { virtual_chassis: chassis.id, vc_position: 3 });
    expect(body.display).toBe(`${chassis.name}:3 (${unnamed.id})`);
  });

  it('is listed in natural order, empty ones first and missing ones last', async () => {
    const location = (await world.aLocation()).id;
    for (const name of ['sw10', null, 'sw9', '']) await world.aDevice({ name, location });
    const { body } = await world.send('GET', `dcim/devices/?location=${location}`);
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual(['', 'sw9', 'sw10', null]);
  });
});

describe('what a device runs and belongs to', () => {
  it('is a platform of its maker', async () => {
    const other = await world.make('manufacturers', { name: unique('maker') });
    const [own, foreign, free] = await Promise.all(
      [world.maker.id, other.id, null].map((manufacturer) =>
        world.make('platforms', { name: unique('os'), manufacturer }),
      ),
    );
    expect(await keysOf(post(world.deviceBody({ platform: foreign.id })))).toEqual(['platform']);
    for (const { id } of [own, free]) expect((await post(world.deviceBody({ platform: id }))).status).toBe(201);
  });

  it('is a redundancy group when it has a priority there', async () => {
    const group = await world.make('device-redundancy-groups', { name: unique('pair'), status: 'Active' });
    const priority = { device_redundancy_group_priority: 5 };
    expect(await keysOf(post(world.deviceBody(priority)))).toEqual(Object.keys(priority));
    const device = await world.aDevice({ device_redundancy_group: group.id, ...priority });
    expect(await keysOf(world.change('devices', device, { device_redundancy_group: null }))).toEqual(
      Object.keys(priority),
    );
    expect((await world.send('DELETE', `dcim/device-redundancy-groups/${group.id}/`)).status).toBe(204);
    const left = await world.read('devices', device);
    expect([left.device_redundancy_group, left.device_redundancy_group_priority]).toEqual([null, null]);
  });

  it('is a redundancy group, which fails over as it is replaced', async () => {
    const body = { name: unique('pair'), status: 'Active' };
    const group = await world.make('device-redundancy-groups', { ...body, failover_strategy: 'active-active' });
    const replaced = await world.send('PUT', `dcim/device-redundancy-groups/${group.id}/`, body);
    expect([group.failover_strategy.value, replaced.body.failover_strategy]).toEqual(['active-active', null]);
  });

  it('has local context in the form of an object', async () => {
    const send = (data: unknown) => post(world.deviceBody({ local_config_context_data: data }));
    for (const wrong of [3, 'text', [1], true])
      expect(await keysOf(send(wrong))).toEqual(['local_config_context_data']);
    expect((await send({ ntp: ['::1'] })).body.config_context).toEqual({ ntp: ['::1'] });
    expect((await send(null)).body.config_context).toEqual({});
  });
});

describe('a device that is asked to be logged in to', () => {
  it('says what is missing, and then that this is not done here', async () => {
    const platform = await world.make('platforms', { name: unique('os') });
    const asked = async (device: { id: string }) => {
      const { status, body } = await world.send('GET', `dcim/devices/${device.id}/napalm/?method=get_facts`);
      return [status, body.detail];
    };
    const device = await world.aDevice({ name: null });
    expect(await asked(device)).toEqual([503, 'No platform is configured for this device.']);
    await world.change('devices', device, { platform: platform.id });
    expect(await asked(device)).toEqual([
      503,
      `No NAPALM driver is configured for this device's platform: ${platform.name}.`,
    ]);
    await world.change('platforms', platform, { napalm_driver: 'eos' });
    expect(await asked(device)).toEqual([503, expect.stringMatching(/neither a primary IP address nor a name/)]);
    await world.change('devices', device, { name: unique('named') });
    expect(await asked(device)).toEqual([503, expect.stringMatching(/^NAPALM is not installed/)]);
    expect((await world.send('GET', `dcim/devices/${crypto.randomUUID()}/napalm/`)).status).toBe(404);
  });
});

describe('a virtual chassis', () => {
  const aChassis = (body: object = {}) => world.make('virtual-chassis', { name: unique('stack'), ...body });

  it('gives each member a place of its own', async () => {
    const chassis = await aChassis();
    const [one, two] = [await world.aDevice(), await world.aDevice()];
    const join = (device: { id: string }, vc_position: number | null) =>
      world.change('devices', device, { virtual_chassis: chassis.id, vc_position });
    expect(await keysOf(join(one, null))).toEqual(['vc_position']);
    expect((await join(one, 1)).status).toBe(200);
    expect(await keysOf(join(two, 1))).toEqual(['__all__']);
    expect((await join(two, 2)).status).toBe(200);
    expect((await world.read('virtual-chassis', chassis)).member_count).toBe(2);
  });

  it('is led by a member, who stays', async () => {
    const chassis = await aChassis();
    const [member, stranger] = [
      await world.aDevice({ virtual_chassis: chassis.id, vc_position: 4 }),
      await world.aDevice(),
    ];
    expect(await keysOf(world.change('virtual-chassis', chassis, { master: stranger.id }))).toEqual(['master']);
    expect((await world.change('virtual-chassis', chassis, { master: member.id })).status).toBe(200);
    expect(await keysOf(world.change('devices', member, { virtual_chassis: null }))).toEqual(['virtual_chassis']);
    expect((await world.send('DELETE', `dcim/devices/${member.id}/`)).status).toBe(409);
    expect((await world.send('DELETE', `dcim/virtual-chassis/${chassis.id}/`)).status).toBe(204);
    const left = await world.read('devices', member);
    expect([left.virtual_chassis, left.vc_position, left.vc_priority]).toEqual([null, null, null]);
  });

  it('stays while interfaces of different members are bundled', async () => {
    const chassis = await aChassis();
    const [one, two] = await Promise.all(
      [1, 2].map((vc_position) => world.aDevice({ virtual_chassis: chassis.id, vc_position })),
    );
    const anInterface = (body: object) =>
      world.make('interfaces', { name: unique('port'), type: '1000base-t', status: 'Active', ...body });
    const bundle = await anInterface({ device: one.id, type: 'lag' });
    const member = await anInterface({ device: two.id, lag: bundle.id });
    const remove = () => world.send('DELETE', `dcim/virtual-chassis/${chassis.id}/`);
    const refused = await remove();
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(member.id)]);
    expect((await world.change('interfaces', member, { lag: null })).status).toBe(200);
    expect((await remove()).status).toBe(204);
  });

  it('takes the master it is made with, from wherever it was', async () => {
    const [old, loner] = [await aChassis(), await world.aDevice()];
    const moved = await world.aDevice({ virtual_chassis: old.id, vc_position: 7 });
    const [first, second] = [await aChassis({ master: loner.id }), await aChassis({ master: moved.id })];
    const placeOf = async (device: { id: string }) => {
      const { virtual_chassis, vc_position } = await world.read('devices', device);
      return [virtual_chassis.id, vc_position];
    };
    expect([await placeOf(loner), await placeOf(moved)]).toEqual([
      [first.id, 1],
      [second.id, 7],
    ]);
    expect(await keysOf(world.send('POST', 'dcim/virtual-chassis/', { name: unique('x'), master: loner.id }))).toEqual([
      'master',
    ]);
  });
});

describe('a device in a bay', () => {
  it('follows its parent, however deep it stands', async () => {
    const parentType = await world.aType({ subdevice_role: 'parent' });
    const [outer, middle, inner] = [
      await world.aDevice({ device_type: parentType.id }),
      await world.aDevice({ device_type: parentType.id }),
      await world.aDevice(),
    ];
    await world.make('device-bays', { device: outer.id, name: 'a', installed_device: middle.id });
    const bay = await world.make('device-bays', { device: middle.id, name: 'b', installed_device: inner.id });
    const there = await world.aLocation();
    expect((await world.change('devices', outer, { location: there.id })).status).toBe(200);
    for (const device of [middle, inner]) expect((await world.read('devices', device)).location.id).toBe(there.id);
    expect((await world.read('devices', inner)).parent_bay.id).toBe(bay.id);
  });

  it('comes back to its parent whenever that is saved, whatever is changed of it', async () => {
    const parent = await world.aDevice({ device_type: (await world.aType({ subdevice_role: 'parent' })).id });
    const device = await world.aDevice();
    await world.make('device-bays', { device: parent.id, name: 'a', installed_device: device.id });
    const elsewhere = await world.aLocation();
    expect((await world.change('devices', device, { location: elsewhere.id })).status).toBe(200);
    expect((await world.read('devices', device)).location.id).toBe(elsewhere.id);
    expect((await world.change('devices', parent, { comments: 'nothing to do with places' })).status).toBe(200);
    const place = (await world.read('devices', parent)).location.id;
    expect((await world.read('devices', device)).location.id).toBe(place);
  });

  it('stays when its parent goes, and leaves its bay empty when it goes', async () => {
    const parentType = await world.aType({ subdevice_role: 'parent' });
    const aParent = async () => world.aDevice({ device_type: parentType.id });
    const [outer, middle, inner] = [await aParent(), await aParent(), await world.aDevice()];
    const bays = (device: Body) => world.send('GET', `dcim/device-bays/?device=${device.id}`);
    await world.make('device-bays', { device: outer.id, name: 'a', installed_device: middle.id });
    await world.make('device-bays', { device: outer.id, name: 'empty' });
    await world.make('device-bays', { device: middle.id, name: 'b', installed_device: inner.id });
    expect((await world.send('DELETE', `dcim/devices/${outer.id}/`)).status).toBe(204);
    expect((await bays(outer)).body.count ?? 0).toBe(0);
    expect((await world.read('devices', middle)).parent_bay).toBeNull();
    expect((await bays(middle)).body.results[0].installed_device.id).toBe(inner.id);
    expect((await world.send('DELETE', `dcim/devices/${inner.id}/`)).status).toBe(204);
    expect((await bays(middle)).body.results[0].installed_device).toBeNull();
  });

  it('goes with its parent where both are named', async () => {
    const parent = await world.aDevice({ device_type: (await world.aType({ subdevice_role: 'parent' })).id });
    const [device, other] = [await world.aDevice(), await world.aDevice()];
    const bay = await world.make('device-bays', { device: parent.id, name: 'a', installed_device: device.id });
    const kept = await world.make('device-bays', { device: parent.id, name: 'b', installed_device: other.id });
    const both = [device, parent].map(({ id }) => ({ id }));
    expect((await world.send('DELETE', 'dcim/devices/', both)).status).toBe(204);
    const gone = [
      ['devices', parent.id],
      ['devices', device.id],
      ['device-bays', bay.id],
      ['device-bays', kept.id],
    ];
    for (const [endpoint, id] of gone) expect((await world.send('GET', `dcim/${endpoint}/${id}/`)).status).toBe(404);
    expect((await world.read('devices', other)).parent_bay).toBeNull();
  });

  it('shows its bay as it was sent, and keeps the one it has', async () => {
    const parent = await world.aDevice({ device_type: (await world.aType({ subdevice_role: 'parent' })).id });
    const device = await world.aDevice();
    const bay = await world.make('device-bays', { device: parent.id, name: 'a', installed_device: device.id });
    expect((await world.change('devices', device, { parent_bay: null })).body.parent_bay).toBeNull();
    expect((await world.read('devices', device)).parent_bay.id).toBe(bay.id);
    const accept = { headers: { accept: 'text/csv' } };
    const table = (await world.plumbline.request('GET', `/api/dcim/devices/${device.id}/`, undefined, accept)).text;
    expect(table.split('\r\n')[0]).toContain('parent_bay__name,parent_bay__device__name');
    const headers = { 'content-type': 'text/csv' };
    const sent = await world.plumbline.request('PATCH', `/api/dcim/devices/${device.id}/`, table, { headers });
    expect([sent.body.parent_bay?.id ?? sent.body, sent.status]).toEqual([bay.id, 200]);
    for (const wrong of [12345, crypto.randomUUID()])
      expect(await keysOf(world.change('devices', device, { parent_bay: wrong }))).toEqual(['parent_bay']);
  });
});
