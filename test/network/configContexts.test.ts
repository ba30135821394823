import { randomUUID } from 'node:crypto';
import { expectFlat, expectStatus, settled, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Body = any;

let plumbline: TestServices;
const send = (method: string, path: string, body?: unknown) => plumbline.request(method, `/api/${path}`, body);
const make = async (path: string, body: unknown): Promise<Body> =>
  expectStatus(await send('POST', `${path}/`, body), 201).body;
const change = (path: string, { id }: Body, body: unknown) => send('PATCH', `${path}/${id}/`, body);
const named = (word: string) => ({ name: `${word} ${randomUUID().slice(0, 8)}` });

interface Site {
  country: Body;
  hall: Body;
  role: Body;
  type: Body;
  platform: Body;
  redundancy: Body;
  clusterGroup: Body;
  cluster: Body;
  tenantGroup: Body;
  tenant: Body;
  tag: Body;
  device: Body;
  machine: Body;
}
let site: Site;
/** Those of the test under way; they go when it is over. */
const contexts: Body[] = [];
const aContext = async (body: object) => {
  const made = await make('extras/config-contexts', { ...named('context'), ...body });
  contexts.push(made);
  return made;
};

/** Relates every device there is to the tenant. */
async function relateDevices(): Promise<Body> {
  const relationship = await make('extras/relationships', {
    label: 'used by',
    key: 'used_by',
    type: 'many-to-many',
    source_type: 'dcim.device',
    destination_type: 'tenancy.tenant',
  });
  const { results } = (await send('GET', 'dcim/devices/?limit=1000')).body;
  await make(
    'extras/relationship-associations',
    results.map(({ id }: Body) => ({
      relationship: relationship.id,
      source_type: 'dcim.device',
      source_id: id,
      destination_type: 'tenancy.tenant',
      destination_id: site.tenant.id,
    })),
  );
  return relationship;
}

const contextOf = async (path: string, { id }: Body) =>
  expectStatus(await send('GET', `${path}/${id}/?include=config_context`), 200).body.config_context;
const ofDevice = () => contextOf('dcim/devices', site.device);
const ofMachine = () => contextOf('virtualization/virtual-machines', site.machine);

beforeAll(async () => {
  plumbline = await startEveryService();
  const both = ['dcim.device', 'virtualization.virtualmachine'];
  const kind = await make('dcim/location-types', {
    ...named('kind'),
    nestable: true,
    content_types: ['dcim.device', 'virtualization.cluster'],
  });
  const place = (parent?: Body) => ({
    ...named('place'),
    location_type: kind.id,
    status: 'Active',
    ...(parent ? { parent: parent.id } : {}),
  });
  const country = await make('dcim/locations', place());
  const hall = await make('dcim/locations', place(country));
  const maker = await make('dcim/manufacturers', named('maker'));
  const type = await make('dcim/device-types', { model: named('type').name, manufacturer: maker.id });
  const role = await make('extras/roles', { ...named('role'), content_types: both });
  const tag = await make('extras/tags', { ...named('tag'), content_types: both });
  const platform = await make('dcim/platforms', named('platform'));
  const redundancy = await make('dcim/device-redundancy-groups', { ...named('pair'), status: 'Active' });
  const clusterType = await make('virtualization/cluster-types', named('type'));
  const clusterGroup = await make('virtualization/cluster-groups', named('group'));
  const cluster = await make('virtualization/clusters', {
    ...named('cluster'),
    cluster_type: clusterType.id,
    cluster_group: clusterGroup.id,
    location: hall.id,
  });
  const tenantGroup = await make('tenancy/tenant-groups', named('tenants'));
  const within = await make('tenancy/tenant-groups', { ...named('tenants'), parent: tenantGroup.id });
  const tenant = await make('tenancy/tenants', { ...named('tenant'), tenant_group: within.id });
  const common = { status: 'Active', role: role.id, tenant: tenant.id, platform: platform.id, tags: [tag.id] };
  const device = await make('dcim/devices', {
    ...named('device'),
    ...common,
    device_type: type.id,
    location: hall.id,
    cluster: cluster.id,
    device_redundancy_group: redundancy.id,
  });
  const machine = await make('virtualization/virtual-machines', {
    ...named('machine'),
    ...common,
    cluster: cluster.id,
  });
  site = {
    country,
    hall,
    role,
    type,
    platform,
    redundancy,
    clusterGroup,
    cluster,
    tenantGroup,
    tenant,
    tag,
    device,
    machine,
  };
});
afterAll(() => plumbline?.stop());
afterEach(async () => {
  for (const { id } of contexts.splice(0)) await send('DELETE', `extras/config-contexts/${id}/`);
});

describe('A config context', () => {
  it.each([
    ['locations', 'hall'],
    ['locations', 'country'],
    ['roles', 'role'],
    ['platforms', 'platform'],
    ['cluster_groups', 'clusterGroup'],
    ['clusters', 'cluster'],
    ['tenant_groups', 'tenantGroup'],
    ['tenants', 'tenant'],
    ['tags', 'tag'],
    ['device_types', 'type'],
    ['device_redundancy_groups', 'redundancy'],
  ] as const)('reaches what belongs there: %s by the %s', async (scope, member) => {
    await aContext({ data: { there: scope }, [scope]: [site[member].id] });
    expect([await ofDevice(), await ofMachine()]).toEqual([{ there: scope }, { there: scope }]);
  });

  it('reaches nothing that does not belong there, in whatever scope', async () => {
    const kind = await make('virtualization/cluster-types', named('type'));
    const others: Record<string, Body> = {
      locations: await make('dcim/locations', {
        ...named('place'),
        location_type: site.hall.location_type.id,
        status: 'Active',
      }),
      roles: await make('extras/roles', { ...named('role'), content_types: ['dcim.device'] }),
      platforms: await make('dcim/platforms', named('platform')),
      cluster_groups: await make('virtualization/cluster-groups', named('group')),
      clusters: await make('virtualization/clusters', { ...named('cluster'), cluster_type: kind.id }),
      tenant_groups: await make('tenancy/tenant-groups', named('tenants')),
      tenants: await make('tenancy/tenants', named('tenant')),
      tags: await make('extras/tags', { ...named('tag'), content_types: ['dcim.device'] }),
    };
    for (const [scope, { id }] of Object.entries(others))
      await aContext({ data: { [scope]: true }, roles: [site.role.id], [scope]: [id] });
    await aContext({ data: { both: true }, tags: [site.tag.id], tenants: [others.tenants.id, site.tenant.id] });
    expect([await ofDevice(), await ofMachine()]).toEqual([{ both: true }, { both: true }]);
  });

  it('lies above those of less weight, within objects too, and below local data', async () => {
    const [a, b] = [named('a'), named('b')];
    await aContext({ ...b, data: { a: 1, b: { x: 1 } }, name: `z ${b.name}` });
    await aContext({ ...a, data: { a: 9, c: [1], constructor: 1 }, name: `y ${a.name}` });
    await aContext({ data: { a: 2, b: { y: 1 } }, weight: 2000, locations: [site.country.id] });
    await aContext({ data: { never: true }, is_active: false });
    const written = expectStatus(
      await change('dcim/devices', site.device, { local_config_context_data: { c: [2], b: { z: null } } }),
      200,
    );
    const merged = { a: 2, c: [2], constructor: 1, b: { x: 1, y: 1, z: null } };
    expect(written.body.config_context).toEqual(merged);
    expect(JSON.stringify(await ofDevice())).toBe(JSON.stringify(written.body.config_context));
    expect(await ofMachine()).toEqual({ a: 2, c: [1], constructor: 1, b: { x: 1, y: 1 } });
    expectStatus(await change('dcim/devices', site.device, { local_config_context_data: null }), 200);
  });

  it('forgets what it was about when that goes, and does not count as tagged', async () => {
    const tag = await make('extras/tags', { ...named('tag'), content_types: ['dcim.device'] });
    const context = await aContext({ data: { tagged: true }, tags: [tag.id] });
    expect((await send('GET', `extras/tags/${tag.id}/`)).body.tagged_items).toBe(0);
    expect((await send('GET', `extras/config-contexts/?tag=${tag.name}`)).body.count).toBe(1);
    expectStatus(await send('DELETE', `extras/tags/${tag.id}/`), 204);
    expect((await send('GET', `extras/config-contexts/${context.id}/`)).body.tags).toEqual([]);
  });

  it('costs a page as much as an object', async () => {
    await aContext({ data: { everywhere: true } });
    const numbers = Array.from({ length: 30 }, (_, number) => number);
    // In order, so that the first two are with and without a cluster as the others are.
    const many = (number: number) => ({ name: `many ${String(number).padStart(2, '0')}` });
    await make(
      'dcim/devices',
      numbers.map((number) => ({
        ...many(number),
        status: 'Active',
        role: site.role.id,
        device_type: site.type.id,
        location: site.hall.id,
        tenant: site.tenant.id,
        cluster: number % 3 ? site.cluster.id : null,
      })),
    );
    await make(
      'virtualization/virtual-machines',
      numbers.map((number) => ({
        ...many(number),
        status: 'Active',
        cluster: site.cluster.id,
        tenant: site.tenant.id,
      })),
    );
    const { key } = await relateDevices();
    const described = await make('extras/computed-fields', {
      label: 'described',
      key: 'described',
      content_type: 'dcim.device',
      template: '{{ obj.name }} of {{ obj.tenant.name }}',
    });
    const everything = 'config_context,relationships,computed_fields';
    for (const [path, include] of [
      ['dcim/devices', 'config_context'],
      ['virtualization/virtual-machines', 'config_context'],
      ['dcim/devices', everything],
    ]) {
      const page = async (limit: number) =>
        expectStatus(await send('GET', `${path}/?name__isw=many&include=${include}&limit=${limit}`), 200);
      await expectFlat(async () => {
        const [few, many] = [await settled(() => page(2)), await settled(() => page(25))];
        for (const one of many.body.results) {
          expect(one.config_context).toEqual({ everywhere: true });
          if (include !== everything) continue;
          expect(one.relationships[key].destination.objects).toHaveLength(1);
          expect(one.computed_fields[described.key]).toBe(`${one.name} of ${site.tenant.name}`);
        }
        expect(many.body.results).toHaveLength(25);
        return [few.cost, many.cost];
      });
    }
  });
});

describe('A schema of config contexts', () => {
  const aSchema = (data_schema: object) =>
    make('extras/config-context-schemas', { ...named('schema'), data_schema: { type: 'object', ...data_schema } });

  it('is kept to by contexts and by local data, and not looked at again when it changes', async () => {
    const schema = await aSchema({ properties: { a: { type: 'integer' } }, additionalProperties: false });
    const wrong = (told: string) => [`Validation using the JSON Schema ${schema.name} failed.`, told];
    const context = await aContext({ data: { a: 1 }, config_context_schema: schema.id });
    const unexpected = wrong("Additional properties are not allowed ('b', 'cc' were unexpected)");
    expect((await change('extras/config-contexts', context, { data: { a: 1, cc: 1, b: 1 } })).body).toEqual({
      data: unexpected,
    });
    for (const [path, object] of [
      ['dcim/devices', site.device],
      ['virtualization/virtual-machines', site.machine],
    ] as const) {
      const local = { local_config_context_schema: schema.id };
      expect((await change(path, object, local)).body).toEqual({
        local_config_context_schema: ['Local context data must exist for a schema to be applied.'],
      });
      expect((await change(path, object, { ...local, local_config_context_data: { a: 'x' } })).body).toEqual({
        local_config_context_data: wrong("'x' is not of type 'integer'"),
      });
      expectStatus(await change(path, object, { ...local, local_config_context_data: { a: 1 } }), 200);
    }
    expectStatus(
      await change('extras/config-context-schemas', schema, { data_schema: { type: 'object', properties: {} } }),
      200,
    );
    expectStatus(await send('DELETE', `extras/config-context-schemas/${schema.id}/`), 204);
    expect((await send('GET', `dcim/devices/${site.device.id}/`)).body.local_config_context_schema).toBeNull();
    expect((await send('GET', `extras/config-contexts/${context.id}/`)).body.config_context_schema).toBeNull();
  });

  it.each([
    ['a pattern without end', { properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(60)}!` }],
    ['a schema within itself', { properties: { a: { $ref: '#/properties/a' } } }, { a: 1 }],
  ])('is cut off within a second or so: %s', async (_, schema, data) => {
    const body = { ...named('schema'), data_schema: { type: 'object', ...schema } };
    const made = await send('POST', 'extras/config-context-schemas/', body);
    if (made.status === 201) {
      const refused = await send('POST', 'extras/config-contexts/', {
        ...named('context'),
        data,
        config_context_schema: made.body.id,
      });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['data']]);
    } else expect([made.status, Object.keys(made.body)]).toEqual([400, ['data_schema']]);
    await aSchema({ properties: {} });
  });

  it.each([
    ['of another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['with answers that come later', { $async: true }],
    ['with a name', { $id: 'https://example.com/schema' }],
  ])('is held to all the same: %s', async (_, more) => {
    const schema = await aSchema({ properties: { a: { type: 'integer' } }, ...more });
    for (const [a, status] of [
      ['x', 400],
      [1, 201],
    ] as const) {
      const body = { ...named('context'), data: { a }, config_context_schema: schema.id };
      const answer = await send('POST', 'extras/config-contexts/', body);
      expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
      if (status === 201) contexts.push(answer.body);
    }
  });

  it('refuses what lies elsewhere, what is no pattern and what fills the memory', async () => {
    const everyProperty = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, n) => [`p${n}`, { pattern: `^${n}$` }]),
    );
    for (const properties of [
      { a: { $ref: 'http://127.0.0.1:1/schema' } },
      { a: { $ref: 'file:///etc/passwd' } },
      { a: { type: 'string', pattern: '(' } },
      everyProperty,
    ]) {
      const body = { ...named('schema'), data_schema: { type: 'object', properties } };
      const refused = await send('POST', 'extras/config-context-schemas/', body);
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['data_schema']]);
    }
    await aSchema({ properties: {} });
  });
});
