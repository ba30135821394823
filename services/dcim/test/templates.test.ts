import { expectFlat } from '@plumbline/testkit';
import { type Body, startWorld, unique, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

/** A type with one template of each kind, and two front ports on one rear port. */
async function richType(): Promise<Body> {
  const type = await world.aType({ subdevice_role: 'parent' });
  const template = (kind: string, body: object) => world.make(`${kind}-templates`, { device_type: type.id, ...body });
  await template('console-port', { name: 'con0', type: 'rj-45', label: 'C', description: 'serial' });
  await template('console-server-port', { name: 'cs0' });
  const power = await template('power-port', {
    name: 'psu0',
    type: 'iec-60320-c14',
    maximum_draw: 100,
    allocated_draw: 50,
  });
  await template('power-outlet', { name: 'out0', power_port_template: power.id, feed_leg: 'B' });
  await template('interface', { name: 'eth0', type: '1000base-t' });
  await template('interface', { name: 'mgmt', type: 'virtual', mgmt_only: true });
  const rear = await template('rear-port', { name: 'rear', type: 'mpo', positions: 2 });
  for (const rear_port_position of [1, 2])
    await template('front-port', {
      name: `front${rear_port_position}`,
      type: 'lc',
      rear_port_template: rear.id,
      rear_port_position,
    });
  await template('device-bay', { name: 'bay1', label: 'B' });
  return type;
}

const componentsOf = async (kind: string, device: Body): Promise<Body[]> =>
  (await world.send('GET', `dcim/${kind}/?device=${device.id}`)).body.results;

describe('a new device', () => {
  it('gets what its type has templates of', async () => {
    const device = await world.aDevice({ device_type: (await richType()).id });
    const [console] = await componentsOf('console-ports', device);
    expect(console).toMatchObject({
      name: 'con0',
      label: 'C',
      description: 'serial',
      type: { value: 'rj-45' },
      tags: [],
    });
    const [power] = await componentsOf('power-ports', device);
    expect(power).toMatchObject({ maximum_draw: 100, allocated_draw: 50, cable: null });
    const [outlet] = await componentsOf('power-outlets', device);
    expect([outlet.power_port.id, outlet.feed_leg.value]).toEqual([power.id, 'B']);
    const interfaces = (await world.send('GET', `dcim/interfaces/?device_id=${device.id}`)).body.results;
    expect(interfaces.map(({ name, mgmt_only, enabled }: Body) => [name, mgmt_only, enabled])).toEqual([
      ['eth0', false, true],
      ['mgmt', true, true],
    ]);
    const [rear] = await componentsOf('rear-ports', device);
    const front = await componentsOf('front-ports', device);
    expect(front.map(({ rear_port, rear_port_position }) => [rear_port.id, rear_port_position])).toEqual([
      [rear.id, 1],
      [rear.id, 2],
    ]);
    expect(await componentsOf('device-bays', device)).toHaveLength(1);
  });

  it('costs as many statements as a hundred', async () => {
    const device_type = (await richType()).id;
    const costOf = async (count: number) => {
      const bodies = Array.from({ length: count }, () => world.deviceBody({ device_type }));
      const answer = await world.send('POST', 'dcim/devices/', bodies);
      expect(answer.status).toBe(201);
      return answer.cost;
    };
    await expectFlat(async () => [await costOf(1), await costOf(100)]);
  });

  it('keeps them whatever becomes of the templates, and takes them along when it goes', async () => {
    const type = await richType();
    const [device, other] = [
      await world.aDevice({ device_type: type.id }),
      await world.aDevice({ device_type: type.id }),
    ];
    const [template] = (await world.send('GET', `dcim/interface-templates/?device_type=${type.id}`)).body.results;
    expect((await world.send('DELETE', `dcim/interface-templates/${template.id}/`)).status).toBe(204);
    expect((await world.send('DELETE', `dcim/device-types/${type.id}/`)).status).toBe(409);
    expect((await world.send('DELETE', `dcim/devices/${device.id}/`)).status).toBe(204);
    for (const kind of ['console-ports', 'power-outlets', 'front-ports', 'device-bays'])
      expect(await componentsOf(kind, other)).not.toEqual([]);
    expect((await world.send('GET', `dcim/interfaces/?device_id=${device.id}`)).body.count).toBe(0);
  });

  it('with interfaces is told in its place of a list that no status is for these', async () => {
    const type = await world.aType();
    await world.make('interface-templates', { device_type: type.id, name: 'eth0', type: '1000base-t' });
    const [active] = (await world.send('GET', 'extras/statuses/')).body.results;
    const permit = (content_types: string[]) => world.send('PATCH', `extras/statuses/${active.id}/`, { content_types });
    const all: string[] = active.content_types;
    expect((await permit(all.filter((label) => label !== 'dcim.interface'))).status).toBe(200);
    const list = [world.deviceBody(), world.deviceBody({ device_type: type.id })];
    const refused = await world.send('POST', 'dcim/devices/', list);
    expect((await permit(all)).status).toBe(200);
    expect([refused.status, refused.body]).toEqual([400, [{}, { device_type: [expect.any(String)] }]]);
    expect((await world.send('POST', 'dcim/devices/', list)).status).toBe(201);
  });

  it('with five hundred interfaces is deleted in one go', async () => {
    const type = await world.aType();
    await world.make(
      'interface-templates',
      Array.from({ length: 500 }, (_, number) => ({ device_type: type.id, name: `e${number}`, type: 'virtual' })),
    );
    const [small, large] = [await world.aDevice(), await world.aDevice({ device_type: type.id })];
    expect((await world.send('GET', `dcim/interfaces/?device_id=${large.id}`)).body.count).toBe(500);
    const few = await world.send('DELETE', `dcim/devices/${small.id}/`);
    const many = await world.send('DELETE', `dcim/devices/${large.id}/`);
    expect([few.status, many.status]).toEqual([204, 204]);
    expect(many.cost.sql).toBeLessThan(few.cost.sql + 40);
    expect((await world.send('GET', `dcim/interfaces/?device_id=${large.id}`)).body.count).toBe(0);
  });
});

describe('a rear port', () => {
  it('has a position for each front port that leads to it, also where it was made with fewer', async () => {
    const type = await world.aType();
    const template = (kind: string, body: object) => world.make(`${kind}-templates`, { device_type: type.id, ...body });
    const rear = await template('rear-port', { name: 'rear', type: 'mpo', positions: 3 });
    for (const rear_port_position of [1, 2, 3])
      await template('front-port', {
        name: `front${rear_port_position}`,
        type: 'lc',
        rear_port_template: rear.id,
        rear_port_position,
      });
    expect((await world.change('rear-port-templates', rear, { positions: 1 })).status).toBe(200);
    const [made] = await componentsOf('rear-ports', await world.aDevice({ device_type: type.id }));
    for (const body of [{ positions: 2 }, { label: 'x' }])
      expect((await world.change('rear-ports', made!, body)).body).toEqual({
        positions: [expect.stringContaining('3 front ports')],
      });
    expect((await world.change('rear-ports', made!, { positions: 3 })).status).toBe(200);
    expect((await world.change('rear-ports', made!, { label: 'x' })).status).toBe(200);
  });
});

describe('a device type', () => {
  it('stays one of parents while it has templates of bays', async () => {
    const type = await world.aType({ subdevice_role: 'parent' });
    const bay = await world.make('device-bay-templates', { device_type: type.id, name: unique('bay') });
    const demote = () => world.change('device-types', type, { subdevice_role: '' });
    expect(Object.keys((await demote()).body)).toEqual(['subdevice_role']);
    expect((await world.send('DELETE', `dcim/device-bay-templates/${bay.id}/`)).status).toBe(204);
    expect((await demote()).status).toBe(200);
    for (let round = 0; round < 10; round++) {
      const raced = await world.aType({ subdevice_role: 'parent' });
      const [made, demoted] = await Promise.all([
        world.send('POST', 'dcim/device-bay-templates/', { device_type: raced.id, name: 'bay' }),
        world.change('device-types', raced, { subdevice_role: '' }),
      ]);
      expect([made.status, demoted.status].sort()).toEqual(made.status === 201 ? [201, 400] : [200, 400]);
    }
  });
});
