import type { TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown, type Thing } from './lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
});
afterAll(() => plumbline?.stop());

const none = [null, null, null, null];
const refused = async (a: Thing, b: Thing, more: object = {}): Promise<Shown> => {
  const { status, body } = await lab.send('POST', 'dcim/cables/', lab.plugging(a, b, more));
  return [status, ...Object.keys(body)];
};

describe('A cable between two interfaces', () => {
  it('is what both say, is traced from both, and leaves nothing behind', async () => {
    const [one, other] = [await lab.device(), await lab.device()];
    const [a, b] = [await lab.interface(one), await lab.interface(other)];
    expect(await lab.trace(a)).toEqual([]);
    const cable = await lab.plug(a, b);
    expect([await lab.says(a), await lab.says(b)]).toEqual([
      [cable.id, b.id, b.id, true],
      [cable.id, a.id, a.id, true],
    ]);
    expect([await lab.trace(a), await lab.trace(b)]).toEqual([[[a.id, cable.id, b.id]], [[b.id, cable.id, a.id]]]);
    await lab.send('PATCH', `dcim/cables/${cable.id}/`, { status: 'Planned' });
    expect([await lab.says(a), await lab.says(b)]).toEqual([
      [cable.id, b.id, b.id, false],
      [cable.id, a.id, a.id, false],
    ]);
    expect((await lab.send('GET', `dcim/interfaces/?connected=true&device=${one.name}`)).body.count).toBe(0);
    await lab.send('PATCH', `dcim/cables/${cable.id}/`, { status: 'Connected' });
    expect((await lab.says(a))[3]).toBe(true);
    expect((await lab.send('DELETE', `dcim/cables/${cable.id}/`)).status).toBe(204);
    expect([await lab.says(a), await lab.says(b)]).toEqual([none, none]);
  });

  it('is listed by the number of the content type of its first end', async () => {
    const device = await lab.device();
    const [one, two] = [await lab.rear(device), await lab.rear(device, 2)];
    await lab.plug(await lab.front(device, two), await lab.front(device, one));
    await lab.plug(await lab.thing('dcim/console-ports', { device: device.id }), one);
    await lab.plug(await lab.interface(device), await lab.front(device, two, 2));
    const { body } = await lab.send('GET', `dcim/cables/?device=${device.name}`);
    expect(body.results.map(({ termination_a_type }: Shown) => termination_a_type)).toEqual([
      'dcim.interface',
      'dcim.consoleport',
      'dcim.frontport',
    ]);
  });

  it('goes with either of them', async () => {
    const device = await lab.device();
    const [a, b] = [await lab.interface(device), await lab.interface(device)];
    const cable = await lab.plug(a, b);
    expect((await lab.send('DELETE', `dcim/interfaces/${b.id}/`)).status).toBe(204);
    expect((await lab.send('GET', `dcim/cables/${cable.id}/`)).status).toBe(404);
    expect(await lab.says(a)).toEqual(none);
  });

  it('counts as a change of both', async () => {
    const device = await lab.device();
    const [a, b] = [await lab.interface(device), await lab.interface(device)];
    const cable = await lab.plug(a, b);
    const changesOf = async (id: string) =>
      (await lab.send('GET', `extras/object-changes/?changed_object_id=${id}`)).body.results.map(
        ({ action, object_data }: Shown) => [action.value, object_data.cable],
      );
    expect(await changesOf(a.id)).toEqual([
      ['update', cable.id],
      ['create', null],
    ]);
    await lab.send('DELETE', `dcim/cables/${cable.id}/`);
    expect((await changesOf(b.id))[0]).toEqual(['update', null]);
    const end = await lab.end(await lab.circuit(), 'A');
    const line = await lab.plug(a, end);
    await lab.send('DELETE', `dcim/cables/${line.id}/`);
    expect(await changesOf(end.id)).toEqual([
      ['update', null],
      ['update', line.id],
      ['create', null],
    ]);
  });

  it('is found by the devices it leads to, also when an interface moves to another one', async () => {
    const [one, other, third] = [await lab.device(), await lab.device(), await lab.device()];
    const [a, b] = [await lab.interface(one), await lab.interface(other)];
    const cable = await lab.plug(a, b);
    const found = async (device: Shown) =>
      (await lab.send('GET', `dcim/cables/?device=${device.name}`)).body.results.map(({ id }: Shown) => id);
    expect([await found(one), await found(other), await found(third)]).toEqual([[cable.id], [cable.id], []]);
    await lab.send('PATCH', `dcim/interfaces/${a.id}/`, { device: third.id });
    expect([await found(one), await found(third)]).toEqual([[], [cable.id]]);
    expect((await lab.send('DELETE', `dcim/devices/${one.id}/`)).status).toBe(204);
    expect(await lab.says(b)).toEqual([cable.id, a.id, a.id, true]);
  });

  it('is not taken for that of a port of another kind with the same id', async () => {
    const [one, other] = [await lab.device(), await lab.device()];
    const [a, b] = [await lab.interface(one), await lab.interface(one)];
    const same = await lab.thing('dcim/console-ports', { id: a.id, device: one.id });
    await lab.plug(a, b);
    expect((await lab.send('PATCH', `dcim/console-ports/${same.id}/`, { device: other.id })).status).toBe(200);
    const found = async (device: Shown) => (await lab.send('GET', `dcim/cables/?device=${device.name}`)).body.count;
    expect([await found(one), await found(other)]).toEqual([1, 0]);
    const rear = await lab.rear(one);
    const front = await lab.front(one, rear);
    const line = await lab.thing('dcim/interfaces', {
      id: rear.id,
      device: one.id,
      type: '1000base-t',
      status: 'Active',
    });
    const far = await lab.interface(one);
    await lab.plug(line, front);
    const behind = await lab.plug(rear, far);
    expect(await lab.says(line)).toEqual([expect.any(String), front.id, far.id, true]);
    const trace = (await lab.send('GET', `dcim/interfaces/${line.id}/trace/`)).body;
    expect(trace.map(([near, , to]: Shown[]) => [near.object_type, to.object_type])).toEqual([
      ['dcim.interface', 'dcim.frontport'],
      ['dcim.rearport', 'dcim.interface'],
    ]);
    expect((await lab.send('DELETE', `dcim/cables/${behind.id}/`)).status).toBe(204);
    expect((await lab.says(line)).at(-1)).not.toBe(true);
  });
});

describe('The way through panels', () => {
  /** Two interfaces with a panel each; the cable between the panels is made or not. */
  async function twoPanels(positions = 1) {
    const device = await lab.device();
    const [x, y] = [await lab.interface(device), await lab.interface(device)];
    const [r, s] = [await lab.rear(device, positions), await lab.rear(device, positions)];
    const [f, g] = [await lab.front(device, r), await lab.front(device, s)];
    return { device, x, y, r, s, f, g };
  }

  it('is found whichever cable comes last, and ends where one is missing', async () => {
    const { x, y, r, s, f, g } = await twoPanels();
    const first = await lab.plug(x, f);
    expect([await lab.says(x), await lab.trace(x)]).toEqual([
      [first.id, f.id, null, false],
      [
        [x.id, first.id, f.id],
        [r.id, null, null],
      ],
    ]);
    const last = await lab.plug(y, g);
    const middle = await lab.plug(r, s);
    expect(await lab.says(x)).toEqual([first.id, f.id, y.id, true]);
    expect(await lab.says(y)).toEqual([last.id, g.id, x.id, true]);
    expect(await lab.trace(x)).toEqual([
      [x.id, first.id, f.id],
      [r.id, middle.id, s.id],
      [g.id, last.id, y.id],
    ]);
    for (const port of [f, s]) {
      const { body } = await lab.send('GET', `${port.endpoint}/${port.id}/paths/`);
      expect(
        body.map(({ origin, destination, path, is_active }: Shown) => [
          origin.id,
          destination.id,
          path.length,
          is_active,
        ]),
      ).toEqual(
        expect.arrayContaining([
          [x.id, y.id, 7, true],
          [y.id, x.id, 7, true],
        ]),
      );
    }
    await lab.send('DELETE', `dcim/cables/${middle.id}/`);
    expect([(await lab.says(x))[2], (await lab.says(y))[2]]).toEqual([null, null]);
  });

  it('splits where nothing tells the position', async () => {
    const device = await lab.device();
    const [x, r] = [await lab.interface(device), await lab.rear(device, 2)];
    const cable = await lab.plug(x, r);
    expect([await lab.says(x), await lab.trace(x)]).toEqual([[cable.id, r.id, null, false], [[x.id, cable.id, r.id]]]);
    const { body } = await lab.send('GET', `dcim/rear-ports/${r.id}/paths/`);
    expect(body.map(({ is_split }: Shown) => is_split)).toEqual([true]);
  });

  it('goes on behind a front port that is made or moved later, and ends when it goes', async () => {
    const { device, x, y, r, f } = await twoPanels(2);
    const s = await lab.rear(device, 2);
    await lab.plug(x, f);
    await lab.plug(r, s);
    const g = await lab.front(device, s, 2);
    await lab.plug(g, y);
    expect((await lab.says(x))[2]).toBe(null);
    await lab.send('PATCH', `dcim/front-ports/${g.id}/`, { rear_port_position: 1 });
    expect([(await lab.says(x))[2], (await lab.says(y))[2]]).toEqual([y.id, x.id]);
    await lab.send('PATCH', `dcim/front-ports/${f.id}/`, { rear_port_position: 2 });
    expect([(await lab.says(x))[2], (await lab.says(y))[2]]).toEqual([null, null]);
    await lab.send('PATCH', `dcim/front-ports/${f.id}/`, { rear_port_position: 1 });
    expect((await lab.send('DELETE', `dcim/front-ports/${g.id}/`)).status).toBe(204);
    expect([await lab.says(y), (await lab.says(x))[2]]).toEqual([none, null]);
    const later = await lab.front(device, s, 1);
    const cable = await lab.plug(later, y);
    expect([await lab.says(y), (await lab.says(x))[2]]).toEqual([[cable.id, later.id, x.id, true], y.id]);
    expect((await lab.send('DELETE', `dcim/rear-ports/${s.id}/`)).status).toBe(204);
    expect([await lab.says(y), (await lab.says(x))[2]]).toEqual([none, null]);
  });

  it('may not come back to where it has been', async () => {
    const device = await lab.device();
    const [r, s] = [await lab.rear(device, 3), await lab.rear(device, 3)];
    const [f1, f2, f3] = [await lab.front(device, r, 1), await lab.front(device, r, 2), await lab.front(device, r, 3)];
    const [g1, g2] = [await lab.front(device, s, 1), await lab.front(device, s, 2)];
    const x = await lab.interface(device);
    await lab.plug(x, f1);
    await lab.plug(r, s);
    await lab.plug(g1, g2);
    expect(await refused(f2, f3)).toEqual([400, '__all__']);
    expect((await lab.send('GET', `dcim/front-ports/${f2.id}/`)).body.cable).toBe(null);
  });
});

describe('The way through circuits', () => {
  it('ends at the end of a circuit, and goes on at the other one when there is one', async () => {
    const device = await lab.device();
    const [x, y] = [await lab.interface(device), await lab.interface(device)];
    const circuit = await lab.circuit();
    const a = await lab.end(circuit, 'A');
    const cable = await lab.plug(x, a);
    expect([await lab.says(x), await lab.says(a)]).toEqual([
      [cable.id, a.id, a.id, true],
      [cable.id, x.id, x.id, true],
    ]);
    const z = await lab.end(circuit, 'Z');
    expect([await lab.says(x), await lab.says(a)]).toEqual([
      [cable.id, a.id, null, false],
      [cable.id, x.id, x.id, true],
    ]);
    expect(await lab.trace(x)).toEqual([
      [x.id, cable.id, a.id],
      [z.id, null, null],
    ]);
    const far = await lab.plug(z, y);
    expect([await lab.says(x), await lab.says(y)]).toEqual([
      [cable.id, a.id, y.id, true],
      [far.id, z.id, x.id, true],
    ]);
    expect([await lab.trace(a), await lab.trace(z)]).toEqual([[[a.id, cable.id, x.id]], [[z.id, far.id, y.id]]]);
    expect((await lab.send('DELETE', `circuits/circuit-terminations/${z.id}/`)).status).toBe(204);
    expect([await lab.says(x), await lab.says(y)]).toEqual([[cable.id, a.id, a.id, true], none]);
    expect((await lab.send('DELETE', `circuits/circuits/${circuit.id}/`)).status).toBe(204);
    expect(await lab.says(x)).toEqual(none);
  });

  it('follows an end that is moved to another circuit', async () => {
    const device = await lab.device();
    const [x, y] = [await lab.interface(device), await lab.interface(device)];
    const [one, other] = [await lab.circuit(), await lab.circuit()];
    const [a, z] = [await lab.end(one, 'A'), await lab.end(one, 'Z')];
    await lab.plug(x, a);
    await lab.plug(z, y);
    expect((await lab.says(x))[2]).toBe(y.id);
    await lab.send('PATCH', `circuits/circuit-terminations/${z.id}/`, { circuit: other.id });
    expect([(await lab.says(x))[2], (await lab.says(y))[2]]).toEqual([a.id, z.id]);
    await lab.send('PATCH', `circuits/circuit-terminations/${a.id}/`, { circuit: other.id });
    expect([(await lab.says(x))[2], (await lab.says(y))[2]]).toEqual([y.id, x.id]);
  });

  it('never begins in the network of a provider', async () => {
    const device = await lab.device();
    const network = await lab.make('circuits/provider-networks', { name: 'Cloud', provider: 'Telco' });
    const circuit = await lab.circuit();
    const end = await lab.thing('circuits/circuit-terminations', {
      circuit: circuit.id,
      term_side: 'A',
      provider_network: network.id,
    });
    expect(await refused(await lab.interface(device), end)).toEqual([400, 'termination_b_id']);
  });
});

test('Consoles and power find one another', async () => {
  const device = await lab.device();
  const of = { device: device.id };
  const [port, server] = [await lab.thing('dcim/console-ports', of), await lab.thing('dcim/console-server-ports', of)];
  const cable = await lab.plug(port, server);
  expect([await lab.says(port), await lab.says(server)]).toEqual([
    [cable.id, server.id, server.id, true],
    [cable.id, port.id, port.id, true],
  ]);
  const panel = await lab.make('dcim/power-panels', { name: 'Panel', location: lab.location });
  const feed = await lab.thing('dcim/power-feeds', { power_panel: panel.id, status: 'Active' });
  const [supply, outlet] = [await lab.thing('dcim/power-ports', of), await lab.thing('dcim/power-outlets', of)];
  const fed = await lab.plug(supply, feed);
  expect([await lab.says(feed), await lab.trace(feed)]).toEqual([
    [fed.id, supply.id, supply.id, true],
    [[feed.id, fed.id, supply.id]],
  ]);
  expect(await refused(outlet, supply)).toEqual([400, '__all__']);
  // The feed is the far end of a cable already, which is told before anything about kinds.
  expect(await refused(outlet, feed)).toEqual([400, 'non_field_errors']);
  expect(await refused(feed, outlet)).toEqual([400, '__all__']);
  expect((await lab.send('DELETE', `dcim/power-feeds/${feed.id}/`)).status).toBe(204);
  expect(await lab.says(supply)).toEqual(none);
});

test('What does not fit is refused', async () => {
  const device = await lab.device();
  const [a, b, c] = [await lab.interface(device), await lab.interface(device), await lab.interface(device)];
  const missing = { ...c, id: '00000000-0000-4000-8000-000000000000' };
  const [two, three] = [await lab.rear(device, 2), await lab.rear(device, 3)];
  const front = await lab.front(device, two);
  for (const type of ['virtual', 'lag', 'ieee802.11n'])
    expect(await refused(a, await lab.interface(device, { type }))).toEqual([400, 'termination_b_id']);
  expect(await refused(a, a)).toEqual([400, '__all__']);
  expect(await refused(a, missing)).toEqual([400, 'termination_b']);
  expect(await refused(missing, a)).toEqual([400, 'termination_a']);
  expect(await refused(missing, { ...missing, type: 'circuits.circuittermination' })).toEqual([400, 'termination_a']);
  expect(await refused(missing, a, { color: 'ZZ' })).toEqual([400, 'color']);
  expect(await refused(missing, a, { status: null })).toEqual([400, 'status']);
  expect(await refused(missing, a, { status: 'Unknown' })).toEqual([400, 'status']);
  expect(await refused(two, three)).toEqual([400, '__all__']);
  expect(await refused(front, two)).toEqual([400, '__all__']);
  expect(await refused(a, b, { length: 3 })).toEqual([400, '__all__']);
  expect(await refused(a, { ...device, type: 'dcim.device' })).toEqual([400, 'termination_b_type']);
  const cable = await lab.plug(a, b);
  expect(await refused(a, c)).toEqual([400, 'non_field_errors']);
  expect(await refused(missing, b)).toEqual([400, 'non_field_errors']);
  expect(await refused(c, a)).toEqual([400, '__all__']);
  const moved = await lab.send('PATCH', `dcim/cables/${cable.id}/`, { termination_b_id: c.id });
  expect([moved.status, Object.keys(moved.body)]).toEqual([400, ['termination_b']]);
  const lost = { termination_a_id: missing.id, termination_b_id: missing.id.replace('4', '5') };
  const nowhere = await lab.send('PATCH', `dcim/cables/${cable.id}/`, lost);
  expect([nowhere.status, Object.keys(nowhere.body)]).toEqual([400, ['termination_a']]);
  const same = await lab.send('PATCH', `dcim/cables/${cable.id}/`, { termination_b_id: b.id, length_unit: 'm' });
  expect([same.status, same.body.length_unit]).toEqual([200, null]);
  const list = await lab.send('POST', 'dcim/cables/', [lab.plugging(c, front), lab.plugging(two, c)]);
  expect([list.status, list.body]).toEqual([400, [{}, { __all__: [expect.any(String)] }]]);
});

test.each(['km', 'm', 'cm', 'mi', 'ft', 'in'])('Cables are as long as a number of %s goes', async (length_unit) => {
  const device = await lab.device();
  const cable = await lab.plug(await lab.interface(device), await lab.interface(device));
  const { status, body } = await lab.send('PATCH', `dcim/cables/${cable.id}/`, { length: 32_767, length_unit });
  expect([status, body.length, body.length_unit?.value]).toEqual([200, 32_767, length_unit]);
});
