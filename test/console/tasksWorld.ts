import type { Client } from '../harness/client';

/** What needs looking after, and objects to say something of. */
export interface TasksWorld {
  location: string;
  device: string;
  deviceType: string;
  fullPrefix: string;
}

/** Makes a prefix and a feed that are nearly full, a cable to nowhere, a webhook and a repository that cannot work. */
export async function prepareTasksWorld(client: Client): Promise<TasksWorld> {
  const make = async (path: string, body: object): Promise<string> =>
    (await client.must(201, 'POST', `${path}/`, body)).body.id;
  const content_types = ['dcim.device', 'dcim.rack', 'dcim.powerpanel', 'ipam.prefix'];
  const location_type = await make('dcim/location-types', { name: 'Site', content_types, nestable: true });
  const location = await make('dcim/locations', { name: 'Berlin', location_type, status: 'Active' });
  const manufacturer = await make('dcim/manufacturers', { name: 'Fabrik' });
  const deviceType = await make('dcim/device-types', { manufacturer, model: 'S48', u_height: 1 });
  const role = await make('extras/roles', { name: 'Leaf', content_types: ['dcim.device'] });
  const device = await make('dcim/devices', {
    name: 'leaf-1',
    device_type: deviceType,
    role,
    location,
    status: 'Active',
  });
  const room = await make('dcim/locations', { name: 'Room', location_type, parent: location, status: 'Active' });
  const elsewhere = await make('dcim/locations', { name: 'Wien', location_type, status: 'Active' });
  for (const [name, place] of [
    ['leaf-2', room],
    ['leaf-3', elsewhere],
    ['spine-1', room],
  ] as const)
    await make('dcim/devices', { name, device_type: deviceType, role, location: place, status: 'Active' });
  const fullPrefix = await make('ipam/prefixes', { prefix: '10.0.0.0/28', status: 'Active' });
  await make('ipam/prefixes', { prefix: '10.0.1.0/28', status: 'Active' });
  for (let host = 1; host <= 13; host += 1)
    await make('ipam/ip-addresses', { address: `10.0.0.${host}/28`, namespace: 'Global', status: 'Active' });
  const power_panel = await make('dcim/power-panels', { name: 'Panel', location });
  const feed = await make('dcim/power-feeds', {
    name: 'Feed A',
    power_panel,
    status: 'Active',
    voltage: 230,
    amperage: 16,
  });
  const inlet = await make('dcim/power-ports', { device, name: 'PSU', allocated_draw: 2700, maximum_draw: 2900 });
  const plug = (a: [string, string], b: [string, string]) =>
    make('dcim/cables', {
      termination_a_type: a[0],
      termination_a_id: a[1],
      termination_b_type: b[0],
      termination_b_id: b[1],
      status: 'Connected',
    });
  await plug(['dcim.powerfeed', feed], ['dcim.powerport', inlet]);
  const port = await make('dcim/interfaces', { device, name: 'xe-0', type: '10gbase-x-sfpp', status: 'Active' });
  const rear_port = await make('dcim/rear-ports', { device, name: 'Trunk', type: 'lc' });
  const front = await make('dcim/front-ports', { device, name: 'Front', type: 'lc', rear_port, rear_port_position: 1 });
  await plug(['dcim.interface', port], ['dcim.frontport', front]);
  await make('extras/webhooks', {
    name: 'Broken hook',
    content_types: ['tenancy.tenant'],
    type_create: true,
    payload_url: 'http://127.0.0.1:9/',
    body_template: '{{ nosuch.name }}',
  });
  await make('tenancy/tenants', { name: 'Acme' });
  await make('extras/git-repositories', {
    name: 'Broken repository',
    remote_url: 'http://127.0.0.1:9/nothing.git',
    provided_contents: ['extras.configcontext'],
  });
  return { location, device, deviceType, fullPrefix };
}
