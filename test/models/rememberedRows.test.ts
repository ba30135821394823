import type { Identity } from '@plumbline/http';
import { expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startEveryService } from './everyService';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

let plumbline: TestServices;
let admin: Identity;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  plumbline.request(method, `/api/${path}`, body, { as: admin, headers });
const made = async (path: string, body: unknown): Promise<Shown> =>
  expectStatus(await request('POST', path, body), 201).body;
const change = async (path: string, body: unknown) => expectStatus(await request('PATCH', path, body), 200).body;
const read = async (path: string): Promise<Shown> => expectStatus(await request('GET', path), 200).body;

let serial = 0;
const next = (what: string) => `${what} ${serial++}`;

/** A device with an interface, and all that they are shown with. */
async function aDevice() {
  const content_types = ['dcim.device', 'dcim.location', 'dcim.interface', 'ipam.ipaddress', 'ipam.prefix'];
  const status = (await made('extras/statuses/', { name: next('status'), content_types })).id;
  const role = (await made('extras/roles/', { name: next('role'), content_types: ['dcim.device'] })).id;
  const type = (await made('dcim/location-types/', { name: next('type'), content_types: ['dcim.device'] })).id;
  const location = await made('dcim/locations/', { name: next('site'), location_type: type, status });
  const manufacturer = (await made('dcim/manufacturers/', { name: next('maker') })).id;
  const device_type = (await made('dcim/device-types/', { model: next('model'), manufacturer })).id;
  const tenant = await made('tenancy/tenants/', { name: next('tenant') });
  const device = await made('dcim/devices/', {
    name: next('device'),
    device_type,
    role,
    status,
    location: location.id,
    tenant: tenant.id,
  });
  const port = await made('dcim/interfaces/', { device: device.id, name: 'eth0', type: 'virtual', status });
  return { status, location, tenant, device, port };
}

/** Reads an object, by itself and in a list, until it is remembered, and sees to it that nothing differs from what is shown anew. */
async function seen(endpoint: string, id: string): Promise<Shown> {
  const anew = await read(`${endpoint}/${id}/?include=nothing`);
  for (let time = 0; time < 4; time++) {
    expect(await read(`${endpoint}/${id}/`)).toEqual(anew);
    expect((await read(`${endpoint}/?id=${id}`)).results).toEqual([anew]);
  }
  return anew;
}

describe('An object that was shown before', () => {
  it('is shown as it is now', async () => {
    const { device } = await aDevice();
    const { natural_slug } = await seen('dcim/devices', device.id);
    await change(`dcim/devices/${device.id}/`, { name: 'renamed', comments: 'é' });
    const after = await read(`dcim/devices/${device.id}/`);
    expect([after.name, after.comments]).toEqual(['renamed', 'é']);
    expect((await seen('dcim/devices', device.id)).natural_slug).not.toBe(natural_slug);
  });

  it('is shown with what belongs to it now, here and in other services', async () => {
    const { device, location, tenant } = await aDevice();
    await seen('dcim/devices', device.id);
    const slug = async () => (await read(`dcim/devices/${device.id}/`)).natural_slug;
    const before = await slug();
    await change(`dcim/locations/${location.id}/`, { name: next('moved') });
    const moved = await slug();
    expect(moved).not.toBe(before);
    await seen('dcim/devices', device.id);
    const name = next('sold');
    await change(`tenancy/tenants/${tenant.id}/`, { name });
    // Names in other services are heard of.
    await eventually('the new name', 60_000, async () => (await slug()) !== moved);
    expect((await seen('dcim/devices', device.id)).natural_slug).toContain(name.replace(' ', '-'));
  });

  it('is shown with what refers to it now, here and in other services', async () => {
    const { device, port, location, status } = await aDevice();
    expect((await seen('dcim/interfaces', port.id)).ip_addresses).toEqual([]);
    const namespace = (await made('ipam/namespaces/', { name: next('space') })).id;
    await made('ipam/prefixes/', { prefix: '10.0.0.0/24', namespace, status });
    const address = (await made('ipam/ip-addresses/', { address: '10.0.0.1/24', namespace, status })).id;
    const assignment = await made('ipam/ip-address-to-interface/', { ip_address: address, interface: port.id });
    expect((await seen('dcim/interfaces', port.id)).ip_addresses).toEqual([expect.objectContaining({ id: address })]);
    expectStatus(await request('DELETE', `ipam/ip-address-to-interface/${assignment.id}/`), 204);
    expect((await seen('dcim/interfaces', port.id)).ip_addresses).toEqual([]);
    const counted = async () => (await read(`dcim/locations/${location.id}/`)).device_count;
    await seen('dcim/locations', location.id);
    const before = await counted();
    expectStatus(await request('DELETE', `dcim/devices/${device.id}/`), 204);
    await seen('dcim/locations', location.id);
    expect(await counted()).toBe(before - 1);
  });

  it('is shown with the custom fields that there are, in their order', async () => {
    const { tenant } = await aDevice();
    await seen('tenancy/tenants', tenant.id);
    const aField = async (key: string, weight: number): Promise<Shown> =>
      made('extras/custom-fields/', { label: key, key, type: 'text', weight, content_types: ['tenancy.tenant'] });
    const [one, other] = [await aField(`field_${serial++}`, 100), await aField(`field_${serial++}`, 200)];
    const keys = async () => Object.keys((await read(`tenancy/tenants/${tenant.id}/`)).custom_fields).join();
    const become = (wanted: Shown[]) =>
      eventually('the fields', 60_000, async () => (await keys()) === wanted.map(({ key }) => key).join());
    await become([one, other]);
    await seen('tenancy/tenants', tenant.id);
    await change(`extras/custom-fields/${one.id}/`, { weight: 300 });
    await become([other, one]);
    await seen('tenancy/tenants', tenant.id);
    expectStatus(await request('DELETE', `extras/custom-fields/${other.id}/`), 204);
    await become([one]);
    await seen('tenancy/tenants', tenant.id);
  });

  it('is shown with the address it was asked for at', async () => {
    const { tenant } = await aDevice();
    await seen('tenancy/tenants', tenant.id);
    const at = async (host: string) =>
      expectStatus(await request('GET', `tenancy/tenants/${tenant.id}/`, undefined, { host }), 200).body.url;
    for (const host of ['one.example', 'two.example', 'one.example'])
      expect(await at(host)).toBe(`http://${host}/api/tenancy/tenants/${tenant.id}/`);
  });

  it('is shown inside others as it is now', async () => {
    const { device, location, tenant, port } = await aDevice();
    const nested = async (path: string, query: string, headers: Record<string, string> = {}): Promise<Shown> =>
      expectStatus(await request('GET', `${path}?${query}`, undefined, headers), 200).body;
    const inside = async (query = 'depth=1', headers = {}) => nested(`dcim/devices/${device.id}/`, query, headers);
    // What is read at more than one level is put together of other rows, which nothing remembers.
    const anew = async (): Promise<Shown> => (await nested(`dcim/interfaces/${port.id}/`, 'depth=2')).device;
    const settled = async (): Promise<Shown> => {
      const expected = await anew();
      for (let time = 0; time < 4; time++) {
        const device = await inside();
        for (const relation of ['location', 'tenant', 'status', 'role', 'device_type'])
          expect(device[relation]).toEqual(expected[relation]);
      }
      return inside();
    };
    await settled();
    const [place, customer] = [next('moved'), next('sold')];
    await change(`dcim/locations/${location.id}/`, { name: place });
    await change(`tenancy/tenants/${tenant.id}/`, { name: customer, description: 'é' });
    const after = await settled();
    expect([after.location.name, after.tenant.name, after.tenant.description]).toEqual([place, customer, 'é']);
    for (const host of ['one.example', 'two.example', 'one.example']) {
      const { location: at, tenant: of } = await inside('depth=1', { host });
      expect([at.url, of.url]).toEqual([
        `http://${host}/api/dcim/locations/${location.id}/`,
        `http://${host}/api/tenancy/tenants/${tenant.id}/`,
      ]);
      expect(at.status.url ?? at.status).toContain(`http://${host}/`);
    }
    for (const form of ['url', 'object', 'url']) {
      const { location: at } = await inside('depth=1', { prefer: `nested=${form}` });
      expect(typeof at.status).toBe(form === 'url' ? 'string' : 'object');
    }
  });

  it('has another ETag when it is another, and the same when it is not', async () => {
    const { tenant } = await aDevice();
    const tag = async (query = '') =>
      expectStatus(await request('GET', `tenancy/tenants/${tenant.id}/${query}`), 200).headers.get('etag');
    const first = await tag('?include=nothing');
    for (let time = 0; time < 4; time++) expect(await tag()).toBe(first);
    await change(`tenancy/tenants/${tenant.id}/`, { description: 'new' });
    const second = await tag();
    expect(second).not.toBe(first);
    for (let time = 0; time < 4; time++) expect(await tag()).toBe(second);
    expect(await tag('?include=nothing')).toBe(second);
  });
});

describe('A name that was looked up before', () => {
  it('means what goes by it now, beside the name that what went by it has got', async () => {
    const content_types = ['tenancy.tenant'];
    const [former, later] = [next('tag'), next('tag')];
    const first = await made('extras/tags/', { name: former, content_types });
    const tagged = async (...tags: string[]): Promise<string[]> =>
      (await made('tenancy/tenants/', { name: next('tenant'), tags })).tags.map(({ id }: Shown) => id);
    expect(await tagged(former)).toEqual([first.id]);
    await change(`extras/tags/${first.id}/`, { name: later });
    const second = await made('extras/tags/', { name: former, content_types });
    expect(await tagged(later)).toEqual([first.id]);
    expect((await tagged(former, later)).sort()).toEqual([first.id, second.id].sort());
    expectStatus(await request('DELETE', `extras/tags/${second.id}/`), 204);
    expectStatus(await request('POST', 'tenancy/tenants/', { name: next('tenant'), tags: [former, later] }), 400);
  });
});
