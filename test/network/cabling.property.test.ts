import type { TestServices } from '@plumbline/testkit';
import fc from 'fast-check';
import { naiveTrace, type Plan } from '../../services/dcim/test/cabling/naive';
import { rounds } from '../harness/long';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown, type Thing } from './lab';

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
});
afterAll(() => plumbline?.stop());

const endpoints = [
  'dcim/interfaces',
  'dcim/console-ports',
  'dcim/console-server-ports',
  'circuits/circuit-terminations',
];
const listed = async (endpoint: string): Promise<Shown[]> =>
  (await lab.send('GET', `${endpoint}/?limit=1000`)).body.results;

/** What is plugged where, as the lists of the API say it. */
async function readPlan(): Promise<Plan> {
  const [rears, fronts, ends, cables, statuses] = await Promise.all(
    ['dcim/rear-ports', 'dcim/front-ports', 'circuits/circuit-terminations', 'dcim/cables', 'extras/statuses'].map(
      listed,
    ),
  );
  const connected = statuses!.find(({ name }) => name === 'Connected').id;
  const otherEnd = (end: Shown) => ends!.find(({ id, circuit }) => id !== end.id && circuit.id === end.circuit.id)?.id;
  return {
    rears: new Map(rears!.map(({ id, positions }) => [id, positions])),
    fronts: new Map(
      fronts!.map(({ id, rear_port, rear_port_position: position }) => [id, { rear: rear_port.id, position }]),
    ),
    circuits: new Map(ends!.map((end) => [end.id, otherEnd(end)])),
    cables: cables!.map(({ id, termination_a_id: a, termination_b_id: b, status }) => ({
      id,
      a,
      b,
      connected: status.id === connected,
    })),
  };
}

/** Everything an endpoint says is what a finger on the plan finds, and traces lead over the same cables. */
async function expectTruth(): Promise<void> {
  const plan = await readPlan();
  for (const endpoint of endpoints)
    for (const shown of await listed(endpoint)) {
      const cable = plan.cables.find(({ a, b }) => [a, b].includes(shown.id));
      const naive = naiveTrace(plan, shown.id);
      if (naive === 'loop') throw new Error('a loop was let in');
      expect({
        cable: shown.cable?.id,
        peer: shown.cable_peer?.id,
        end: shown.connected_endpoint?.id,
        reachable: shown.connected_endpoint_reachable,
      }).toEqual({
        cable: cable?.id,
        peer: cable && (cable.a === shown.id ? cable.b : cable.a),
        end: naive.destination,
        reachable: cable ? naive.active : null,
      });
      if (!cable) continue;
      const trace = await lab.trace({ endpoint, id: shown.id, type: '' });
      expect(trace.flatMap(([, through]) => through ?? [])).toEqual(
        naive.path.filter((id) => plan.cables.some((one) => one.id === id)),
      );
    }
}

/** One thing somebody does; the numbers choose with what. */
type Act = (choose: (among: Shown[]) => Shown | undefined, world: World) => Promise<void>;

interface World {
  devices: Shown[];
  things: Thing[];
}

const ofKind = ({ things }: World, ...kinds: string[]) =>
  things.filter(({ endpoint }) => kinds.some((kind) => endpoint.includes(kind)));

async function attempt(method: string, path: string, body?: unknown): Promise<number> {
  const { status, text } = await lab.send(method, path, body);
  if (status >= 500) throw new Error(`${method} ${path}: ${status} ${text}`);
  return status;
}

const plug: Act = async (choose, { things }) => {
  const [a, b] = [choose(things), choose(things)];
  if (a && b)
    await attempt('POST', 'dcim/cables/', lab.plugging(a, b, choose([1, 2, 3]) === 1 ? { status: 'Planned' } : {}));
};

const acts: Act[] = [
  plug,
  plug,
  plug,
  plug,
  async (choose) => {
    const cable = choose(await listed('dcim/cables'));
    if (cable) await attempt('DELETE', `dcim/cables/${cable.id}/`);
  },
  async (choose) => {
    const cable = choose(await listed('dcim/cables'));
    const status = choose(['Connected', 'Planned', 'Decommissioning']);
    if (cable) await attempt('PATCH', `dcim/cables/${cable.id}/`, { status });
  },
  async (choose, world) => {
    const thing = choose(world.things);
    if (!thing || (await attempt('DELETE', `${thing.endpoint}/${thing.id}/`)) !== 204) return;
    world.things.splice(world.things.indexOf(thing), 1);
  },
  async (choose, world) => {
    const rear = choose(ofKind(world, 'rear-ports'));
    if (!rear) return;
    const { device } = await lab.get('dcim/rear-ports', rear.id);
    const body = { name: `f ${Math.random()}`, device: device.id, type: 'lc', rear_port: rear.id };
    const answer = await lab.send('POST', 'dcim/front-ports/', { ...body, rear_port_position: choose([1, 2]) });
    if (answer.status === 201)
      world.things.push({ id: answer.body.id, endpoint: 'dcim/front-ports', type: 'dcim.frontport' });
  },
  async (choose, world) => {
    const front = choose(ofKind(world, 'front-ports'));
    if (front) await attempt('PATCH', `dcim/front-ports/${front.id}/`, { rear_port_position: choose([1, 2]) });
  },
  async (choose, world) => {
    const rear = choose(ofKind(world, 'rear-ports'));
    if (rear) await attempt('PATCH', `dcim/rear-ports/${rear.id}/`, { positions: choose([1, 2, 3]) });
  },
  async (choose, world) => {
    const [thing, device] = [choose(ofKind(world, 'interfaces', 'console')), choose(world.devices)];
    if (thing && device)
      await attempt('PATCH', `${thing.endpoint}/${thing.id}/`, { device: device.id, name: `n ${Math.random()}` });
  },
  async (choose, world) => {
    const circuit = choose(await listed('circuits/circuits'));
    const body = { circuit: circuit?.id, term_side: choose(['A', 'Z']), location: lab.location };
    const answer = await lab.send('POST', 'circuits/circuit-terminations/', body);
    if (answer.status === 201)
      world.things.push({
        id: answer.body.id,
        endpoint: 'circuits/circuit-terminations',
        type: 'circuits.circuittermination',
      });
  },
  async (choose, world) => {
    const [end, circuit] = [choose(ofKind(world, 'circuit')), choose(await listed('circuits/circuits'))];
    if (end && circuit) await attempt('PATCH', `circuits/circuit-terminations/${end.id}/`, { circuit: circuit.id });
  },
];

async function furnish(): Promise<World> {
  const devices = [await lab.device(), await lab.device(), await lab.device()];
  const things: Thing[] = [];
  for (const device of devices) {
    for (let count = 0; count < 3; count++) things.push(await lab.interface(device));
    things.push(await lab.thing('dcim/console-ports', { device: device.id }));
    things.push(await lab.thing('dcim/console-server-ports', { device: device.id }));
    for (const positions of [1, 2]) {
      const rear = await lab.rear(device, positions);
      things.push(rear);
      for (let position = 1; position <= positions; position++) things.push(await lab.front(device, rear, position));
    }
  }
  for (let count = 0; count < 2; count++) {
    const circuit = await lab.circuit();
    things.push(await lab.end(circuit, 'A'), await lab.end(circuit, 'Z'));
  }
  return { devices, things };
}

/** As many cables as fit: most ways then lead through several panels. */
async function plugAtRandom({ things }: World, numbers: number[]): Promise<void> {
  const places = things.map((thing, index) => [numbers[index % numbers.length]! % 1009, thing] as const);
  const order = places.sort(([one], [other]) => one - other).map(([, thing]) => thing);
  for (let index = 0; index + 1 < order.length; index += 2)
    await attempt('POST', 'dcim/cables/', lab.plugging(order[index]!, order[index + 1]!));
}

/** Numbers that choose what is acted on. */
const choosing = fc.array(fc.nat(), { minLength: 4, maxLength: 4 });
const further = 12;

/** Each act once, and some of them again. */
const deeds = fc
  .tuple(
    fc.shuffledSubarray(acts, { minLength: acts.length }),
    fc.array(fc.constantFrom(...acts), { minLength: further, maxLength: further }),
    fc.array(choosing, { minLength: acts.length + further, maxLength: acts.length + further }),
  )
  .map(([each, more, numbers]) => [...each, ...more].map((act, at) => [act, numbers[at]!] as const));

test('Whatever is plugged, unplugged, moved and deleted, endpoints say where their cables lead', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (todo) => {
      const world = await furnish();
      await plugAtRandom(
        world,
        todo.flatMap(([, numbers]) => numbers),
      );
      await expectTruth();
      for (const [act, numbers] of todo) {
        let next = 0;
        await act((among) => among[numbers[next++ % numbers.length]! % among.length], world);
        await expectTruth();
      }
      expect(await lab.audit()).toEqual([]);
      for (const device of world.devices) {
        expect(await attempt('DELETE', `dcim/devices/${device.id}/`)).toBe(204);
        await expectTruth();
      }
      for (const circuit of await listed('circuits/circuits'))
        await attempt('DELETE', `circuits/circuits/${circuit.id}/`);
      expect((await listed('dcim/cables')).length).toBe(0);
      expect(await lab.audit()).toEqual([]);
    }),
    { numRuns: rounds(20, 1), endOnFailure: true },
  );
}, 600_000);
