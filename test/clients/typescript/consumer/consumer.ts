// A program as somebody writes it against types generated from the served description: it compiles with `--strict`, without
// a cast, and works against the running server. Prints a line for each thing that went as it should.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './api';

const [url, token, run] = process.argv.slice(2) as [string, string, string];
const api = createClient<paths>({ baseUrl: `${url}/api`, headers: { authorization: `Token ${token}` } });

type Device = components['schemas']['Device'];

/** What an operation answered; throws what it refused with. */
function answered<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.status} ${response.url}: ${JSON.stringify(error)}`);
  return data;
}

/** Every object of a list, page by page. */
async function allDevices(): Promise<Device[]> {
  const devices: Device[] = [];
  for (;;) {
    const query = { limit: 3, offset: devices.length, sort: 'name' };
    const page = answered(await api.GET('/dcim/devices/', { params: { query } }));
    devices.push(...page.results);
    if (page.next === null) {
      assert.equal(devices.length, page.count);
      return devices;
    }
  }
}

async function readsObjects(): Promise<void> {
  const devices = await allDevices();
  assert.ok(devices.length > 3);
  for (const device of devices) {
    const name: string | null = device.name;
    const face: 'front' | 'rear' | undefined = device.face?.value;
    const position: number | null = device.position;
    const rack: string | undefined = device.rack?.url ?? undefined;
    assert.ok(name === null || name.length > 0);
    assert.equal(position === null, face === undefined && position === null);
    assert.ok(rack === undefined || rack.startsWith(url));
    const again = answered(await api.GET('/dcim/devices/{id}/', { params: { path: { id: device.id } } }));
    assert.deepEqual(again, device);
  }
}

async function filters(): Promise<void> {
  const without = { has_primary_ip: false, include: ['config_context'] };
  const devices = answered(await api.GET('/dcim/devices/', { params: { query: without } }));
  assert.ok(devices.results.length > 0);
  for (const { primary_ip4, config_context } of devices.results) {
    assert.equal(primary_ip4, null);
    assert.equal(config_context?.[`nothing ${run}`], undefined);
  }
  const query = { vid__gte: [1], vid__lte: [4094], name__n: [`vlan ${run}`], depth: 1 };
  const { results } = answered(await api.GET('/ipam/vlans/', { params: { query } }));
  assert.ok(results.length > 0);
  for (const { status, tags } of results) {
    assert.equal(status.object_type, 'extras.status');
    for (const { url: where } of tags) assert.ok(where?.startsWith(url));
  }
}

async function writesOneAndMany(): Promise<void> {
  const group = answered(await api.POST('/tenancy/tenant-groups/', { body: { name: `group ${run}` } }));
  const body: components['schemas']['TenantRequest'] = { name: `tenant ${run}`, tenant_group: group.id };
  const tenant = answered(await api.POST('/tenancy/tenants/', { body }));
  assert.equal(tenant.tenant_group?.id, group.id);
  const path = { id: tenant.id };
  const changed = answered(await api.PATCH('/tenancy/tenants/{id}/', { params: { path }, body: { comments: 'kept' } }));
  assert.deepEqual([changed.name, changed.comments], [tenant.name, 'kept']);
  const many = answered(await api.PATCH('/tenancy/tenants/', { body: [{ id: tenant.id, tenant_group: null }] }));
  assert.deepEqual(
    many.map(({ tenant_group }) => tenant_group),
    [null],
  );
  const removed = await api.DELETE('/tenancy/tenants/', { body: [{ id: tenant.id }] });
  assert.equal(removed.response.status, 204);
}

async function takesWhatIsFree(): Promise<void> {
  const namespace = answered(await api.POST('/ipam/namespaces/', { body: { name: `namespace ${run}` } }));
  const type: components['schemas']['PrefixTypeChoices'] = 'pool';
  // Related objects by attributes that only one has, by an id in an object, and by a name.
  const body = { prefix: '192.0.2.0/29', namespace: { id: namespace.id }, status: { name: 'Active' }, type };
  const prefix = answered(await api.POST('/ipam/prefixes/', { body }));
  assert.deepEqual(prefix.type, { value: 'pool', label: 'Pool' });
  const free = { params: { path: { id: prefix.id } } };
  const available = answered(await api.GET('/ipam/prefixes/{id}/available-ips/', free));
  assert.equal(available.length, 8);
  await api.POST('/ipam/prefixes/{id}/available-ips/', { ...free, body: { status: 'Active' } });
  const taken = answered(await api.GET('/ipam/ip-addresses/', { params: { query: { parent: [prefix.id] } } }));
  assert.deepEqual(
    taken.results.map(({ address }) => address),
    [available[0]?.address],
  );
}

async function readsRefusals(): Promise<void> {
  const { error, response } = await api.POST('/tenancy/tenants/', { body: { name: '' } });
  assert.equal(response.status, 400);
  assert.ok(error !== undefined && 'name' in error);
  const missing = await api.GET('/dcim/devices/{id}/', {
    params: { path: { id: '00000000-0000-4000-8000-000000000000' } },
  });
  assert.equal(missing.response.status, 404);
  assert.ok(missing.error !== undefined && 'detail' in missing.error);
}

async function main(): Promise<void> {
  for (const check of [readsObjects, filters, writesOneAndMany, takesWhatIsFree, readsRefusals]) {
    await check();
    console.log(`ok ${check.name}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
