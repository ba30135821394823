import type { Identity } from '@plumbline/http';
import { expectStatus, settled, signedIn, superuser, type TestAnswer, type TestServices } from '@plumbline/testkit';
import { startEveryService } from './everyService';

let plumbline: TestServices;
let admin: Identity;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const request = (method: string, path: string, body?: unknown) =>
  plumbline.request(method, `/api/${path}`, body, { as: admin, recorded: true });
const made = async (path: string, body: unknown) => expectStatus(await request('POST', path, body), 201).body;

let serial = 0;
const next = () => `cost ${serial++}`;

/** What all of it refers to. */
async function surroundings() {
  const status = (await request('GET', 'extras/statuses/?name=Active')).body.results[0].id;
  const types = ['dcim.device', 'ipam.prefix'];
  const role = (await made('extras/roles/', { name: next(), content_types: types })).id;
  const locationType = (await made('dcim/location-types/', { name: next(), content_types: types })).id;
  const location = (await made('dcim/locations/', { name: next(), location_type: locationType, status })).id;
  const manufacturer = (await made('dcim/manufacturers/', { name: next() })).id;
  const deviceType = (await made('dcim/device-types/', { manufacturer, model: next() })).id;
  const ports = Array.from({ length: 24 }, (_, n) => ({ device_type: deviceType, name: `e${n}`, type: '1000base-t' }));
  await made('dcim/interface-templates/', ports);
  return {
    status,
    tenantGroup: (await made('tenancy/tenant-groups/', { name: next() })).id,
    circuit: {
      status,
      provider: (await made('circuits/providers/', { name: next() })).id,
      circuit_type: (await made('circuits/circuit-types/', { name: next() })).id,
    },
    device: { status, role, location, device_type: deviceType },
  };
}

type Surroundings = Awaited<ReturnType<typeof surroundings>>;
type Write = (here: Surroundings) => Promise<TestAnswer>;

const post =
  (path: string, body: (here: Surroundings) => object): Write =>
  (here) =>
    request('POST', path, body(here));

/** Deletes what has just been made, and answers that. */
const deleting =
  (path: string, body: (here: Surroundings) => object): Write =>
  async (here) =>
    request('DELETE', `${path}${(await made(path, body(here))).id}/`);

const tag = () => ({ name: next(), content_types: ['dcim.device'] });
const tenant = ({ tenantGroup }: Surroundings) => ({ name: next(), tenant_group: tenantGroup });
const circuit = (here: Surroundings) => ({ cid: next(), ...here.circuit });
const device = (here: Surroundings) => ({ name: next(), ...here.device });
const prefix = ({ status }: Surroundings) => ({ prefix: `10.${serial++}.0.0/24`, status });

/**
 * Statements on the service's own database and questions to others, until the answer, beside BEGIN and COMMIT; and statements
 * in all services together, with those.
 */
const most: [what: string, write: Write, sql: number, bus: number, all: number][] = [
  ['a new tag', post('extras/tags/', tag), 2, 0, 4],
  ['a new tenant', post('tenancy/tenants/', tenant), 4, 0, 6],
  ['a new circuit', post('circuits/circuits/', circuit), 4, 1, 7],
  ['a new device with 24 interfaces', post('dcim/devices/', device), 8, 4, 13],
  [
    'a change of a device',
    async (here) =>
      request('PATCH', `dcim/devices/${(await made('dcim/devices/', device(here))).id}/`, { serial: next() }),
    4,
    3,
    8,
  ],
  [
    'a change of a device that belongs to a tenant',
    async (here) => {
      const tenant = (await made('tenancy/tenants/', { name: next(), tenant_group: here.tenantGroup })).id;
      const { id } = await made('dcim/devices/', { ...device(here), tenant });
      return request('PATCH', `dcim/devices/${id}/`, { serial: next() });
    },
    4,
    4,
    9,
  ],
  [
    'an allocated address',
    async (here) =>
      request('POST', `ipam/prefixes/${(await made('ipam/prefixes/', prefix(here))).id}/available-ips/`, {
        status: here.status,
      }),
    7,
    1,
    10,
  ],
  ['a tag nobody uses, deleted', deleting('extras/tags/', tag), 6, 0, 8],
  ['a device with 24 interfaces, deleted', deleting('dcim/devices/', device), 12, 2, 16],
];

describe('What a write costs at most:', () => {
  let here: Surroundings;
  beforeAll(async () => {
    here = await surroundings();
  });

  it.each(most)('%s', async (_, write, sql, bus, all) => {
    const { status, cost } = await settled(() => write(here));
    expect(status).toBeLessThan(300);
    expect(cost).toEqual({ sql, bus });
    // On a busy machine followers may be at work before the answer has left.
    const counts: number[] = [];
    while (counts.length < 5) counts.push((await write(here)).statements.length);
    expect(Math.min(...counts)).toBe(all);
  });
});
