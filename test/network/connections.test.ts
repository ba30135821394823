import { settled, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown } from './lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
});
afterAll(() => plumbline?.stop());

const list = async (path: string): Promise<Shown[]> => (await lab.send('GET', `dcim/${path}`)).body.results;

describe('The list of connected interfaces', () => {
  it('has each pair once, both of them whole, whatever the depth', async () => {
    const [one, other] = [await lab.device('near'), await lab.device('far')];
    const [a, b] = [await lab.interface(one), await lab.interface(other)];
    const [near, far] = a.id < b.id ? [a, b] : [b, a];
    await lab.plug(a, b, { status: 'Planned' });
    for (const path of ['interface-connections/', 'interface-connections/?depth=1']) {
      const [row, ...more] = await list(path);
      expect(more).toEqual([]);
      expect(Object.keys(row)).toEqual(
        'id object_type display interface_a interface_b connected_endpoint_reachable created last_updated'.split(' '),
      );
      expect(row).toMatchObject({ id: near.id, object_type: 'dcim.interface', connected_endpoint_reachable: false });
      expect(row.interface_a).toEqual(await lab.get('dcim/interfaces', near.id));
      expect(row.interface_b).toEqual(await lab.get('dcim/interfaces', far.id));
    }
    const ofNear = near === a ? one : other;
    const ofFar = near === a ? other : one;
    expect(await list(`interface-connections/?device=${ofNear.name}`)).toHaveLength(1);
    expect(await list(`interface-connections/?device_id=${ofNear.id}&location=Lab`)).toHaveLength(1);
    expect(await list(`interface-connections/?device_id=${ofFar.id}`)).toHaveLength(0);
    expect(await list('interface-connections/?location=Elsewhere')).toHaveLength(0);
  });

  it('costs the same for one pair and for many', async () => {
    const costOf = async () => (await settled(() => lab.send('GET', 'dcim/interface-connections/'))).cost;
    const before = await costOf();
    const [one, other] = [await lab.device(), await lab.device()];
    for (let pair = 0; pair < 5; pair++) await lab.plug(await lab.interface(one), await lab.interface(other));
    expect(await costOf()).toEqual(before);
  });

  it('leaves out ways that end at circuits', async () => {
    const before = (await list('interface-connections/')).length;
    const device = await lab.device();
    for (let way = 0; way < 4; way++)
      await lab.plug(await lab.interface(device), await lab.end(await lab.circuit(), 'A'));
    expect(await list('interface-connections/')).toHaveLength(before);
  });
});

test('Connected consoles and power ports are listed as they are', async () => {
  const device = await lab.device('rack console');
  const of = { device: device.id };
  const port = await lab.thing('dcim/console-ports', { ...of, name: 'console' });
  await lab.thing('dcim/console-ports', of);
  await lab.plug(port, await lab.thing('dcim/console-server-ports', of));
  expect(await list('console-connections/')).toEqual([await lab.get('dcim/console-ports', port.id)]);
  expect(await list('console-connections/?name__ic=SOLE&device=rack%20console')).toHaveLength(1);
  expect(await list('console-connections/?name=other')).toEqual([]);
  const supply = await lab.thing('dcim/power-ports', of);
  await lab.plug(supply, await lab.thing('dcim/power-outlets', of));
  expect(await list('power-connections/')).toEqual([await lab.get('dcim/power-ports', supply.id)]);
});

test('Lists of connections are to be read, by their own filters', async () => {
  for (const endpoint of ['console-connections', 'power-connections', 'interface-connections']) {
    const read = await lab.send('GET', `dcim/${endpoint}/`);
    expect([read.status, read.headers.get('api-version')]).toEqual([200, null]);
    expect((await lab.send('POST', `dcim/${endpoint}/`, {})).status).toBe(405);
    expect((await lab.send('GET', `dcim/${endpoint}/?label=x`)).status).toBe(400);
    expect((await lab.send('GET', `dcim/${endpoint}/?device_id=x`)).status).toBe(400);
    expect((await lab.send('GET', `dcim/${endpoint}/00000000-0000-4000-8000-000000000000/`)).status).toBe(404);
    expect((await lab.send('OPTIONS', `dcim/${endpoint}/`)).status).toBe(200);
  }
});

describe('Who asks what an interface is plugged into', () => {
  const asking = (device: string, name: string) =>
    lab.send('GET', `dcim/connected-device/?peer_device=${device}&peer_interface=${name}`);

  it('learns the device at the other end, if there is one', async () => {
    const [one, other] = [await lab.device('asking'), await lab.device('asked')];
    const [a, b] = [await lab.interface(one, { name: 'a' }), await lab.interface(other, { name: 'b' })];
    expect([(await asking('asked', 'b')).status, (await asking('asked', 'b')).text]).toEqual([200, '']);
    await lab.plug(a, b);
    expect((await asking('asked', 'b')).body).toEqual(await lab.get('dcim/devices', one.id));
    expect((await asking('asked', 'nothing')).status).toBe(404);
    for (const [device, name] of [
      ['asked', ''],
      ['', 'b'],
    ] as const)
      expect([(await asking(device, name)).status, Object.keys((await asking(device, name)).body)]).toEqual([
        400,
        ['detail'],
      ]);
  });

  it('learns nothing where the way ends at a circuit', async () => {
    const device = await lab.device('outbound');
    await lab.plug(await lab.interface(device, { name: 'wan' }), await lab.end(await lab.circuit(), 'A'));
    expect([(await asking('outbound', 'wan')).status, (await asking('outbound', 'wan')).text]).toEqual([200, '']);
  });
});
