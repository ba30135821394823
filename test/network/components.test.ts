import { sql } from '@plumbline/store';
import { settled } from '@plumbline/testkit';
import { type Shown, type Site, startSite } from './site';

let site: Site;
let device: Shown;
let stranger: Shown;
beforeAll(async () => {
  site = await startSite();
  device = await site.aDevice('panel');
  stranger = await site.aDevice('stranger');
});
afterAll(() => site?.stop());

const keysOf = async (answer: Promise<{ status: number; body: object }>) => {
  const { status, body } = await answer;
  return [status, ...Object.keys(body)];
};
const post = (path: string, body: unknown) => site.send('POST', `${path}/`, body);

describe('Ports of a panel', () => {
  it('lead from front to rear within the device, to a position that is there', async () => {
    const rear = await site.make('dcim/rear-ports', { name: 'R', device: device.id, type: 'mpo', positions: 3 });
    const front = (more: object) => ({ device: device.id, type: 'lc', rear_port: rear.id, ...more });
    const far = post('dcim/front-ports', front({ name: 'F', device: stranger.id }));
    expect(await keysOf(far)).toEqual([400, 'rear_port']);
    const beyond = post('dcim/front-ports', front({ name: 'F', rear_port_position: 4 }));
    expect(await keysOf(beyond)).toEqual([400, 'rear_port_position']);
    const [one] = await site.make('dcim/front-ports', [
      front({ name: 'F1' }),
      front({ name: 'F2', rear_port_position: 2 }),
    ]);
    const taken = post('dcim/front-ports', front({ name: 'F3', rear_port_position: 2 }));
    expect(await keysOf(taken)).toEqual([400, 'non_field_errors']);
    expect(await keysOf(site.change('dcim/rear-ports', rear, { positions: 1 }))).toEqual([400, 'positions']);
    expect((await site.change('dcim/rear-ports', rear, { positions: 2 })).status).toBe(200);
    expect((await site.remove('dcim/rear-ports', rear)).status).toBe(204);
    expect((await site.send('GET', `dcim/front-ports/${one.id}/`)).status).toBe(404);
  });

  it('are listed in natural order, device by device', async () => {
    const names = ['2', '10', 'PORT 3', 'Port 1', '_x', 'port 2', 'port 10', 'é'];
    const of = (owner: Shown) => names.toReversed().map((name) => ({ name, device: owner.id }));
    await site.make('dcim/console-ports', [...of(stranger), ...of(device)]);
    expect(await site.names('dcim/console-ports/')).toEqual([...names, ...names]);
    const { results } = (await site.send('GET', 'dcim/console-ports/?limit=16')).body;
    expect(results[0].device.id).toBe(device.id);
    const cost = async (limit: number) =>
      (await settled(() => site.send('GET', `dcim/console-ports/?limit=${limit}&depth=1`))).cost;
    expect(await cost(16)).toEqual(await cost(2));
  });
});

describe('Power', () => {
  it('is handed on by outlets of the device that takes it', async () => {
    const inlet = await site.make('dcim/power-ports', { name: 'in', device: device.id, maximum_draw: 100 });
    const draws = { maximum_draw: 100, allocated_draw: 101 };
    expect(await keysOf(site.change('dcim/power-ports', inlet, draws))).toEqual([400, 'allocated_draw']);
    const far = post('dcim/power-outlets', { name: 'out', device: stranger.id, power_port: inlet.id });
    expect(await keysOf(far)).toEqual([400, '__all__']);
    const outlet = await site.make('dcim/power-outlets', { name: 'out', device: device.id, power_port: inlet.id });
    expect((await site.remove('dcim/power-ports', inlet)).status).toBe(204);
    expect((await site.read('dcim/power-outlets', outlet)).power_port).toBeNull();
  });

  it('is fed by panels', async () => {
    const panel = await site.make('dcim/power-panels', { name: 'P', location: site.location.id });
    const feed = (name: string, more: object = {}) =>
      site.make('dcim/power-feeds', { name, power_panel: panel.id, status: 'Active', ...more });
    const watts = async (name: string, more?: object) => (await feed(name, more)).available_power;
    expect(await watts('usual', { available_power: 7 })).toBe(1920);
    expect(await watts('three', { phase: 'three-phase' })).toBe(3325);
    expect(await watts('direct', { voltage: -48, supply: 'dc', amperage: 33, max_utilization: 77 })).toBe(1220);
    expect(await watts('half to even', { voltage: 5, amperage: 1, max_utilization: 50 })).toBe(2);
    const last = await feed('half to even too', { voltage: 7, amperage: 1, max_utilization: 50 });
    expect(last.available_power).toBe(4);
    expect(last.natural_slug).toBe(`p_berlin_half-to-even-too_${last.id.slice(0, 4)}`);
    expect((await site.change('dcim/power-feeds', last, { amperage: 10 })).body.available_power).toBe(35);
    expect(await site.names('dcim/power-feeds/?available_power__gt=1920')).toEqual(['three']);
    expect((await site.read('dcim/power-panels', panel)).power_feed_count).toBe(5);
    expect((await site.remove('dcim/power-panels', panel)).status).toBe(409);
  });

  it('has names with room for as many places as stand inside one another anywhere', async () => {
    await site.make('dcim/location-types', { name: 'Cell', nestable: true, content_types: ['dcim.powerpanel'] });
    const inside = (parent: Shown, name: string) =>
      site.make('dcim/locations', { name, location_type: 'Cell', status: 'Active', parent: parent?.id ?? null });
    const middle = await inside(await inside(undefined, 'outer'), 'middle');
    const panel = await site.make('dcim/power-panels', { name: 'deep', location: middle.id });
    const feed = await site.make('dcim/power-feeds', { name: 'f', power_panel: panel.id, status: 'Active' });
    const slug = async () => (await site.read('dcim/power-feeds', feed)).natural_slug;
    expect(await slug()).toBe(`deep_middle_outer_f_${feed.id.slice(0, 4)}`);
    await inside(await inside(middle, 'small'), 'smallest');
    expect(await slug()).toBe(`deep_middle_outer___f_${feed.id.slice(0, 4)}`);
    const key = 'deep;middle;outer;%00;%00;f';
    expect((await site.send('GET', `dcim/power-feeds/${encodeURIComponent(key)}/`)).body.id).toBe(feed.id);
  });

  it('moves with the racks it is for', async () => {
    const there = await site.make('dcim/locations', { name: 'Rome', location_type: 'Site', status: 'Active' });
    const group = await site.make('dcim/rack-groups', { name: 'row', location: site.location.id });
    const panel = await site.make('dcim/power-panels', {
      name: 'of the row',
      location: site.location.id,
      rack_group: group.id,
    });
    expect((await site.remove('dcim/rack-groups', group)).status).toBe(409);
    expect((await site.change('dcim/rack-groups', group, { location: there.id })).status).toBe(200);
    expect((await site.read('dcim/power-panels', panel)).location.id).toBe(there.id);
    const changes = (await site.send('GET', `extras/object-changes/?changed_object_id=${panel.id}`)).body;
    expect(changes.results.map(({ action }: Shown) => action.value)).toEqual(['update', 'create']);
  });
});

describe('Bays and parts', () => {
  it('hold one other device each, in devices made for it', async () => {
    const chassis = await site.aDevice('chassis', { device_type: { model: 'Chassis' } });
    const blade = await site.aDevice('blade');
    const bay = (more: object) => ({ device: chassis.id, ...more });
    expect(await keysOf(post('dcim/device-bays', { name: 'b', device: blade.id }))).toEqual([400, '__all__']);
    const own = post('dcim/device-bays', bay({ name: 'b', installed_device: chassis.id }));
    expect(await keysOf(own)).toEqual([400, '__all__']);
    const full = await site.make('dcim/device-bays', bay({ name: 'full', installed_device: blade.id }));
    const twice = post('dcim/device-bays', bay({ name: 'b', installed_device: blade.id }));
    expect(await keysOf(twice)).toEqual([400, 'installed_device']);
    expect((await site.read('dcim/devices', blade)).parent_bay.id).toBe(full.id);
    expect((await site.remove('dcim/devices', blade)).status).toBe(204);
    expect((await site.read('dcim/device-bays', full)).installed_device).toBeNull();
  });

  it('take what they hold along, which is recorded once with what the same request changes of it', async () => {
    const chassis = await site.aDevice('moving', { device_type: { model: 'Chassis' } });
    const blade = await site.aDevice('carried');
    await site.make('dcim/device-bays', { name: 'b', device: chassis.id, installed_device: blade.id });
    const place = { name: 'Hamburg', location_type: 'Site', status: 'Active' };
    const { id: location } = await site.make('dcim/locations', place);
    const changes = [
      { id: chassis.id, location },
      { id: blade.id, serial: 'S1' },
    ];
    expect((await site.send('PATCH', 'dcim/devices/', changes)).status).toBe(200);
    const { results } = (await site.send('GET', `extras/object-changes/?changed_object_id=${blade.id}&action=update`))
      .body;
    const moved = results.filter(({ object_data }: Shown) => object_data.location === location);
    expect(moved.map(({ object_data }: Shown) => object_data.serial)).toEqual(['S1']);
  });

  it('have parts of their own, perhaps in another device', async () => {
    const items = 'dcim/inventory-items';
    const [board, same] = await site.make(items, [
      { name: 'board', device: device.id },
      { name: 'board', device: device.id },
    ]);
    const chip = await site.make(items, { name: 'chip 10', label: 'C10', device: stranger.id, parent: board.id });
    await site.make(items, { name: 'chip 9', device: device.id, parent: board.id });
    expect([chip.display, chip.tree_depth]).toEqual(['board → chip 10', 1]);
    const [logged] = (await site.send('GET', `extras/object-changes/?changed_object_id=${chip.id}`)).body.results;
    expect(logged.object_repr).toBe('chip 10 (C10)');
    const again = post(items, { name: 'chip 9', device: device.id, parent: board.id });
    expect(await keysOf(again)).toEqual([400, 'non_field_errors']);
    expect(await keysOf(site.change(items, board, { parent: chip.id }))).toEqual([400, '__all__']);
    const walk = await site.names(`${items}/`);
    expect(walk.filter((name) => name !== 'board')).toEqual(['chip 9', 'chip 10']);
    expect((await site.remove(items, board)).status).toBe(204);
    expect((await site.send('GET', `${items}/`)).body.results.map(({ id }: Shown) => id)).toEqual([same.id]);
  });
});

it('A device goes with all it is made of', async () => {
  const doomed = await site.aDevice('doomed', { device_type: { model: 'Chassis' } });
  const of = { device: doomed.id };
  await site.make('dcim/console-server-ports', { name: 'c', ...of });
  const port = await site.make('dcim/power-ports', { name: 'p', ...of });
  await site.make('dcim/power-outlets', { name: 'o', power_port: port.id, ...of });
  const rear = await site.make('dcim/rear-ports', { name: 'r', type: 'lc', ...of });
  await site.make('dcim/front-ports', { name: 'f', type: 'lc', rear_port: rear.id, ...of });
  const lag = await site.make('dcim/interfaces', { name: 'l', type: 'lag', status: 'Active', ...of });
  await site.make('dcim/interfaces', { name: 'i', type: 'other', status: 'Active', lag: lag.id, ...of });
  await site.make('dcim/device-bays', { name: 'b', ...of });
  await site.make('dcim/inventory-items', { name: 'x', ...of });
  expect((await site.remove('dcim/devices', doomed)).status).toBe(204);
  for (const kind of ['console-server-ports', 'power-outlets', 'front-ports', 'interfaces', 'device-bays'])
    expect(
      (await site.send('GET', `dcim/${kind}/`)).body.results.filter(({ device: { id } }: Shown) => id === doomed.id),
    ).toEqual([]);
  const { database } = site.plumbline.services.get('dcim')!.engine;
  expect(await database.rows(sql.unsafe`SELECT operation FROM pending_deletion`)).toEqual([]);
});
