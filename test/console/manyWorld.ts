import type { Client } from '../harness/client';

/** How many objects the server gives at a time. */
export const atATime = 60;

/** What there is more of than the server gives at a time. */
export interface ManyWorld {
  device: string;
  tenants: string[];
  target: string;
  vrf: string;
  user: string;
  prefix: string;
  /** The last of the queries that are kept. */
  query: string;
}

/** Makes one more of everything than the server gives at a time; what is looked for is always the last. */
export async function prepareManyWorld(client: Client): Promise<ManyWorld> {
  const make = async (path: string, body: object) => (await client.must(201, 'POST', `${path}/`, body)).body;
  const id = async (path: string, body: object): Promise<string> => (await make(path, body)).id;
  const many = async (path: string, body: (name: string, index: number) => object): Promise<string[]> => {
    const bodies = Array.from({ length: atATime + 1 }, (_, index) =>
      body(`a ${String(index).padStart(2, '0')}`, index),
    );
    return (await make(path, bodies)).map((one: { id: string }) => one.id);
  };
  const content_types = ['dcim.device'];
  const location_type = await id('dcim/location-types', { name: 'Site', content_types });
  const location = await id('dcim/locations', { name: 'Berlin', location_type, status: 'Active' });
  const manufacturer = await id('dcim/manufacturers', { name: 'Fabrik' });
  const device_type = await id('dcim/device-types', { manufacturer, model: 'S48', u_height: 1 });
  const role = await id('extras/roles', { name: 'Leaf', content_types });
  const device = await id('dcim/devices', { name: 'leaf-1', device_type, role, location, status: 'Active' });
  await id('dcim/interfaces', { device, name: 'xe-0', type: '10gbase-x-sfpp', status: 'Active' });
  // Before the usual one, in the order of bytes.
  await many('extras/statuses', (name) => ({ name: name.toUpperCase(), content_types: ['dcim.cable', 'ipam.prefix'] }));
  const tenants = await many('tenancy/tenants', (name) => ({ name }));

  const big = await id('extras/custom-fields', {
    label: 'Big',
    key: 'big',
    type: 'select',
    content_types: ['tenancy.tenant'],
  });
  await many('extras/custom-field-choices', (value) => ({ custom_field: big, value, weight: 1 }));
  await many('extras/custom-fields', (label, index) => ({
    label,
    key: `field_${index}`,
    type: 'text',
    content_types: ['dcim.device'],
    weight: 1,
  }));
  await many('extras/computed-fields', (label, index) => ({
    label: `Computed ${label}`,
    key: `computed_${index}`,
    content_type: 'dcim.device',
    template: '{{ obj.name }}',
  }));
  const toTenants = { type: 'many-to-many', source_type: 'dcim.device', destination_type: 'tenancy.tenant' };
  const relationships = await many('extras/relationships', (label, index) => ({
    label: `Uses ${label}`,
    key: `uses_${index}`,
    ...toTenants,
  }));
  await many('extras/relationship-associations', (_, index) => ({
    relationship: relationships.at(-1),
    source_type: 'dcim.device',
    source_id: device,
    destination_type: 'tenancy.tenant',
    destination_id: tenants[index],
  }));
  await many('extras/config-contexts', (name, index) => ({ name, weight: index, data: { [`key ${index}`]: index } }));
  const data = { [`key ${atATime}`]: atATime };
  await id('extras/config-contexts', { name: 'Of the place', weight: 5000, data, locations: [location] });
  await id('extras/config-contexts', { name: 'Of a tenant', weight: 5000, data, tenants: tenants.slice(0, 2) });
  await many('extras/export-templates', (name, index) => ({
    name,
    content_type: index === atATime ? 'tenancy.tenant' : 'dcim.rack',
    template_code: 'x',
  }));
  const queries = await many('extras/graphql-queries', (name) => ({
    name,
    query: `{ devices(name: ["${name}"]) { id } }`,
  }));

  const target = await id('ipam/route-targets', { name: '65000:1' });
  const vrfs = await many('ipam/vrfs', (name, index) => ({
    name,
    rd: `65000:${index}`,
    import_targets: [target],
    export_targets: [target],
  }));
  const prefix = await id('ipam/prefixes', { prefix: '10.0.0.0/25', status: 'Active' });
  await many('ipam/prefixes', (_, index) => ({ prefix: `10.0.0.${index}/32`, status: 'Active' }));

  const user = await id('users/users', { username: 'ada', password: 'a long password 1' });
  await many('users/permissions', (name, index) => ({
    name,
    object_types: content_types,
    actions: [index === atATime ? 'change' : 'view'],
    users: [user],
    groups: [],
  }));
  await many('users/tokens', (description) => ({ description }));
  await many('dcim/interfaces', (name) => ({ device, name, type: 'virtual', status: 'Active' }));
  await id('dcim/interfaces', { device, name: 'xe-1', type: '10gbase-x-sfpp', status: 'Active' });
  return { device, tenants, target, vrf: vrfs[0]!, user, prefix, query: queries.at(-1)! };
}
