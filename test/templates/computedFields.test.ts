import type { Identity } from '@plumbline/http';
import { expectFlat, expectStatus, settled, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
let serial = 0;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const request = (method: string, path: string, body?: unknown) => plumbline.request(method, path, body, { as: admin });
const ok = async (method: string, path: string, body?: unknown, status = method === 'POST' ? 201 : 200) =>
  expectStatus(await request(method, path, body), status).body;

const fields = '/api/extras/computed-fields/';
const tenants = '/api/tenancy/tenants/';
const racks = '/api/dcim/racks/';

const aField = (content_type: string, template: string, more: object = {}) =>
  ok('POST', fields, {
    content_type,
    template,
    label: `Computed ${serial}`,
    key: `computed_${serial}`,
    weight: serial++,
    ...more,
  });
const drop = (...made: { id: string }[]) =>
  Promise.all(made.map(({ id }) => ok('DELETE', `${fields}${id}/`, undefined, 204)));
const aTenant = (more: object = {}) => ok('POST', tenants, { name: `tenant ${serial++}`, ...more });
const shown = async (path: string, { id }: { id: string }) =>
  (await ok('GET', `${path}${id}/?include=computed_fields`)).computed_fields;

async function aRack(more: object = {}) {
  const type = await ok('POST', '/api/dcim/location-types/', {
    name: `kind ${serial++}`,
    nestable: true,
    content_types: ['dcim.rack'],
  });
  const status = 'Active';
  const region = await ok('POST', '/api/dcim/locations/', {
    name: `region ${serial++}`,
    location_type: type.id,
    status,
  });
  const location = await ok('POST', '/api/dcim/locations/', {
    name: 'site',
    location_type: type.id,
    parent: region.id,
    status,
  });
  const rack = await ok('POST', racks, { name: `rack ${serial++}`, location: location.id, status, ...more });
  return { rack, location, region };
}

describe('Computed fields', () => {
  it('are shown when asked for and after a write, in order, and in no object inside another', async () => {
    const first = await aField('tenancy.tenant', '{{ obj.name | upper }}', { weight: 2 });
    const second = await aField('tenancy.tenant', '{{ obj }}', { weight: 1 });
    const tenant = await aTenant({ name: 'Acme' });
    const wanted = { [second.key]: 'Acme', [first.key]: 'ACME' };
    expect(tenant.computed_fields).toEqual(wanted);
    expect(Object.keys(tenant.computed_fields)).toEqual([second.key, first.key]);
    expect(await shown(tenants, tenant)).toEqual(wanted);
    expect(await ok('GET', `${tenants}${tenant.id}/`)).not.toHaveProperty('computed_fields');
    const { rack } = await aRack({ tenant: tenant.id });
    const whole = await ok('GET', `${racks}${rack.id}/?depth=1&include=computed_fields`);
    expect(whole.tenant).not.toHaveProperty('computed_fields');
    await drop(first, second);
    expect(await shown(tenants, tenant)).toEqual({});
  });

  it('look at whatever the object is related to, in any service', async () => {
    const custom = await ok('POST', '/api/extras/custom-fields/', {
      label: 'Owner',
      key: 'owner',
      type: 'text',
      content_types: ['dcim.rack'],
    });
    const group = await ok('POST', '/api/tenancy/tenant-groups/', { name: 'customers' });
    const tenant = await aTenant({ name: 'Acme Optics', tenant_group: group.id });
    const tag = await ok('POST', '/api/extras/tags/', { name: 'loud', content_types: ['dcim.rack'] });
    const made = await Promise.all([
      aField('dcim.rack', '{{ obj.location.parent.name }}/{{ obj.location.name }}/{{ obj.name }}'),
      aField('dcim.rack', '{{ obj.tenant.tenant_group.name }} {{ obj.status.name | lower }} {{ obj.role }}'),
      aField('dcim.rack', '{{ obj.cf.owner }} {{ obj.tags.all() | map(attribute="name") | join(",") }}'),
      aField('dcim.rack', '{{ obj.location }} {{ obj.get_type_display() }} {{ obj.tenant_id == obj.tenant.id }}'),
      aField('dcim.rack', '{{ obj.tenant.name if obj.tenant else "free" }}'),
    ]);
    const { rack, region } = await aRack({
      tenant: tenant.id,
      tags: [tag.id],
      type: '4-post-frame',
      custom_fields: { owner: 'Ada' },
    });
    expect(Object.values(await shown(racks, rack))).toEqual([
      `${region.name}/site/${rack.name}`,
      'customers active None',
      'Ada loud',
      'site 4-post frame True',
      'Acme Optics',
    ]);
    await drop(...made);
    await ok('DELETE', `/api/extras/custom-fields/${custom.id}/`, undefined, 204);
  });

  it('look at what refers to the object', async () => {
    const made = await Promise.all([
      aField('dcim.location', '{% for rack in obj.racks.all() %}{{ rack.name }}/{{ rack.status }};{% endfor %}'),
      aField(
        'dcim.location',
        "{{ obj.racks.filter(status__name='Active').values_list('name', flat=True)|length }}|{{ 'a.b.c'.rsplit('.', maxsplit=1)[0]|ljust(5) }}|",
      ),
      aField('dcim.location', '{{ obj.racks.count() }} {{ obj.children.count() }} {{ obj.parent.children.first() }}'),
    ]);
    const { rack, location } = await aRack();
    expect(Object.values(await shown('/api/dcim/locations/', location))).toEqual([
      `${rack.name}/Active;`,
      '1|a.b  |',
      '1 0 site',
    ]);
    await drop(...made);
  });

  it('show dates and the names of tags, and compute with addresses', async () => {
    const tag = await ok('POST', '/api/extras/tags/', { name: `tag ${serial++}`, content_types: ['tenancy.tenant'] });
    const made = await Promise.all([
      aField(
        'tenancy.tenant',
        "{{ obj.created.strftime('%Y-%m-%d') }} {{ obj.last_updated|date('Y') }} {{ obj.created }}",
      ),
      aField(
        'tenancy.tenant',
        "{{ obj.tags.names()|join(',') }} {{ obj.tags.filter(created__year__gte=2020).count() }}",
      ),
      aField(
        'tenancy.tenant',
        "{{ '10.1.2.3/24'|ipaddress_interface('network') }} {{ 'Gi1/1'|canonical_interface_name }}",
      ),
    ]);
    const tenant = await aTenant({ tags: [tag.id] });
    expect(Object.values(await shown(tenants, tenant))).toEqual([
      `${tenant.created.slice(0, 10)} ${tenant.last_updated.slice(0, 4)} ${tenant.created.replace('T', ' ').replace('Z', '+00:00')}`,
      `${tag.name} 1`,
      '10.1.2.0/24 GigabitEthernet1/1',
    ]);
    await drop(...made);
  });

  it('that cannot be rendered have their fallback, and take nothing from the others', async () => {
    const fallback_value = 'nothing';
    const made = await Promise.all([
      aField('tenancy.tenant', '{{ obj.nosuch.attribute }}', { fallback_value }),
      aField('tenancy.tenant', '{{ obj.name | nosuch }}', { fallback_value }),
      aField('tenancy.tenant', '{% for %}', { fallback_value }),
      aField('tenancy.tenant', '{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}', {
        fallback_value,
      }),
      aField('tenancy.tenant', "{{ ''.constructor.constructor('return process')() }}", { fallback_value }),
      aField('tenancy.tenant', "{{ 'a' * 10 ** 9 }}"),
      aField('tenancy.tenant', '{{ obj.nosuch }}|{{ obj.name }}', { fallback_value }),
    ]);
    const tenant = await aTenant({ name: 'Hostile' });
    expect(Object.values(tenant.computed_fields)).toEqual([...Array(5).fill(fallback_value), '', '|Hostile']);
    await drop(...made);
  });

  it('follow their definition', async () => {
    const made = await aField('circuits.circuittype', '{{ obj.name }}');
    const type = await ok('POST', '/api/circuits/circuit-types/', { name: 'Fibre' });
    const types = '/api/circuits/circuit-types/';
    expect(await shown(types, type)).toEqual({ [made.key]: 'Fibre' });
    await ok('PATCH', `${fields}${made.id}/`, { template: 'new {{ obj.name }}', key: 'renamed' });
    expect(await shown(types, type)).toEqual({ renamed: 'new Fibre' });
    await ok('PATCH', `${fields}${made.id}/`, { content_type: 'circuits.provider' });
    expect(await shown(types, type)).toEqual({});
    await drop(made);
  });

  it('show nothing of secrets that stand in related objects', async () => {
    const made = await aField('dcim.rackreservation', '{{ obj.user.username }}{{ obj.user.password }}');
    const { rack } = await aRack();
    const user = await ok('GET', `/api/users/users/?username=${superuser.name}`);
    const reservation = await ok('POST', '/api/dcim/rack-reservations/', {
      rack: rack.id,
      units: [1],
      user: user.results[0].id,
      description: 'mine',
    });
    expect(reservation.computed_fields).toEqual({ [made.key]: superuser.name });
    await drop(made);
  });

  it('cost the same for one object and for many', async () => {
    const made = [
      await aField('dcim.rack', '{{ obj.location.parent.name }} {{ obj.tenant.name }}'),
      await aField('dcim.rack', '{{ obj.name }} {{ obj.status.name }}'),
    ];
    const tenant = await aTenant();
    const { location } = await aRack();
    const bodies = Array.from({ length: 60 }, (_, index) => ({
      name: `many ${serial++} ${index}`,
      location: location.id,
      status: 'Active',
      tenant: tenant.id,
    }));
    const many: { id: string }[] = await ok('POST', racks, bodies);
    const page = (objects: { id: string }[]) =>
      request('GET', `${racks}?limit=100&include=computed_fields&${objects.map(({ id }) => `id=${id}`).join('&')}`);
    await expectFlat(async () => {
      const one = await settled(() => page(many.slice(0, 2)));
      const all = await settled(() => page(many));
      expect(all.body.results).toHaveLength(60);
      expect(all.body.results.every((rack: Row) => rack.computed_fields[made[1].key] === `${rack.name} Active`)).toBe(
        true,
      );
      return [one.cost, all.cost];
    });
    await drop(...made);
  });
});

interface Row {
  name: string;
  computed_fields: Record<string, string>;
}
