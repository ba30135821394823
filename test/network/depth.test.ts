import { isDeepStrictEqual } from 'node:util';
import type { TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { Lab, type Shown } from './lab';

const circuits = 10;
/** Models that anything here leads to, over however many others. */
const models = 20;

let plumbline: TestServices;
const lab = new Lab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  await lab.open();
  const device = await lab.device();
  for (let made = 0; made < circuits; made++) {
    const circuit = await lab.circuit();
    await lab.plug(await lab.interface(device), await lab.end(circuit, 'A'));
    await lab.plug(await lab.end(circuit, 'Z'), await lab.interface(device));
  }
  await lab.make('ipam/namespaces', { name: 'Here' });
  await lab.make('ipam/prefixes', { prefix: '10.0.0.0/8', namespace: 'Here', status: 'Active' });
  const [{ id: port }] = (await lab.send('GET', 'dcim/interfaces/?limit=1')).body.results;
  const outside = { address: '10.0.0.1/8', namespace: 'Here', status: 'Active' };
  const { id: nat_inside } = await lab.make('ipam/ip-addresses', outside);
  for (const address of ['10.0.0.2/8', '10.0.0.3/8'])
    await lab.make('ipam/ip-addresses', { address, namespace: 'Here', status: 'Active', nat_inside });
  await lab.make('ipam/ip-address-to-interface', { ip_address: nat_inside, interface: port });
});
afterAll(() => plumbline?.stop());

/** What a page costs all services together. */
async function askFor(endpoint: string, depth: number) {
  const [before, begun] = [plumbline.bus.requests, performance.now()];
  const { status, body } = await lab.send('GET', `${endpoint}/?depth=${depth}`);
  const milliseconds = Math.round(performance.now() - begun);
  return { status, body, questions: plumbline.bus.requests - before, milliseconds };
}

const pages = new Map<string, ReturnType<typeof askFor>>();

/** A page, which is asked for once: large ones take long. */
function page(endpoint: string, depth: number): ReturnType<typeof askFor> {
  const key = `${endpoint} ${depth}`;
  const known = pages.get(key) ?? askFor(endpoint, depth);
  pages.set(key, known);
  return known;
}

const endpoints = ['circuits/circuit-terminations', 'dcim/cables', 'dcim/interfaces', 'ipam/ip-addresses'];

test.each(endpoints)(
  '%s that lead to one another are shown at any depth, or refused as too large',
  async (endpoint) => {
    for (const depth of [0, 1, 2, 3, 5, 10]) {
      const { status, body, questions, milliseconds } = await page(endpoint, depth);
      console.info(`${endpoint} at depth ${depth}: ${status}, ${questions} questions, ${milliseconds} ms.`);
      if (status !== 200) expect([status, body]).toEqual([400, { depth: [expect.stringMatching(/less depth/)] }]);
      expect(questions).toBeLessThanOrEqual(models * (depth + 1));
    }
  },
);

test.each(endpoints)('%s say the same at every depth, one level further', async (endpoint) => {
  const results = async (depth: number): Promise<Shown[]> => (await page(endpoint, depth)).body.results;
  let last = await results(1);
  for (let depth = 2; depth <= 5; depth++) {
    const deeper = await results(depth);
    const shallower = deeper.map((shown) => cut(shown, depth));
    expect(isDeepStrictEqual(shallower, last)).toBe(true);
    last = deeper;
  }
});

describe('Prefer: nested=object', () => {
  const devices = async (path: string, key: string, prefer?: string) => {
    const headers: Record<string, string> = prefer === undefined ? {} : { prefer };
    const answer = await plumbline.request('GET', path, undefined, { headers });
    const found = answer.body.results.map((shown: Record<string, Shown>) => shown[key]?.device);
    const applied = answer.headers.get('preference-applied');
    return { devices: found.filter((device: Shown) => device !== undefined), applied };
  };
  const url = expect.stringContaining('/api/dcim/devices/');
  const object = { id: expect.any(String), object_type: 'dcim.device', url };

  // The same service's objects, and another's.
  test.each([
    ['/api/circuits/circuit-terminations/?depth=1', 'cable_peer'],
    ['/api/dcim/cables/?depth=1', 'termination_a'],
  ])('%s shows relations inside nested objects as objects', async (path, key) => {
    const usual = await devices(path, key);
    const preferred = await devices(path, key, 'wait=10, nested="object"');
    expect(usual.applied).toBeNull();
    expect(preferred.applied).toBe('nested=object');
    expect(usual.devices[0]).toEqual(url);
    expect(preferred.devices[0]).toEqual(object);
    expect((await devices(path, key, 'nested=url')).devices[0]).toEqual(url);
  });

  test('a wish nobody knows is passed over', async () => {
    const { applied, devices: shown } = await devices('/api/dcim/cables/?depth=1', 'termination_a', 'nested=yes');
    expect([applied, shown[0]]).toEqual([null, url]);
  });
});

/** An object as it is shown with the innermost objects named by their addresses. */
function cut(shown: Shown, depth: number): Shown {
  if (Array.isArray(shown)) return shown.map((one) => cut(one, depth));
  if (shown === null || typeof shown !== 'object') return shown;
  if (depth === 0 && shown.object_type) return shown.url;
  const below = (value: Shown) => cut(value, isRelated(value) ? depth - 1 : depth);
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, below(value)]));
}

const isRelated = (value: Shown): boolean =>
  Array.isArray(value) ? value.some(isRelated) : value !== null && typeof value === 'object' && 'object_type' in value;
