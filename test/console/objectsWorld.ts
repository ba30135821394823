import type { Client } from '../harness/client';

/** What the pages of objects are shown with. */
export interface ObjectsWorld {
  location: string;
  device: string;
  /** Paths of pages: of a device, of a port of it that has an address, and of one that the other is bundled in. */
  pages: Record<'device' | 'port' | 'lag' | 'location', string>;
}

/** Makes devices, ports of which one is in a bundle and one has an address, links and templates. */
export async function prepareObjectsWorld(client: Client): Promise<ObjectsWorld> {
  const make = async (path: string, body: object): Promise<string> =>
    (await client.must(201, 'POST', `${path}/`, body)).body.id;
  const content_types = ['dcim.device', 'dcim.rack', 'dcim.powerpanel', 'ipam.prefix'];
  const location_type = await make('dcim/location-types', { name: 'Site', content_types });
  const location = await make('dcim/locations', { name: 'Berlin', location_type, status: 'Active' });
  const manufacturer = await make('dcim/manufacturers', { name: 'Fabrik' });
  const device_type = await make('dcim/device-types', { manufacturer, model: 'S48', u_height: 1 });
  const role = await make('extras/roles', { name: 'Leaf', content_types: ['dcim.device'] });
  const device = await make('dcim/devices', { name: 'leaf-1', device_type, role, location, status: 'Active' });
  const other = await make('dcim/devices', { name: 'leaf-2', device_type, role, location, status: 'Active' });
  const lag = await make('dcim/interfaces', { device: other, name: 'ae0', type: 'lag', status: 'Active' });
  await make('dcim/interfaces', { device: other, name: 'xe-0', type: '10gbase-x-sfpp', status: 'Active', lag });
  const port = await make('dcim/interfaces', { device, name: 'xe-0', type: '10gbase-x-sfpp', status: 'Active' });
  await make('ipam/prefixes', { prefix: '10.0.0.0/24', status: 'Active' });
  const ip_address = await make('ipam/ip-addresses', { address: '10.0.0.1/24', namespace: 'Global', status: 'Active' });
  await make('ipam/ip-address-to-interface', { ip_address, interface: port });
  const link = (name: string, target_url: string, more: object = {}) =>
    make('extras/custom-links', {
      name,
      content_type: 'dcim.device',
      text: `${name} of {{ obj.name }}`,
      target_url,
      new_window: false,
      ...more,
    });
  await link('Graphs', 'https://graphs.example.com/{{ obj.name }}', { button_class: 'primary', new_window: true });
  await link('Rack list', '/dcim/racks/?location={{ obj.location.id }}', { group_name: 'See also' });
  await link('Trap', 'javascript:document.title="run"', { group_name: 'See also' });
  await link('Broken', '{{ obj.nosuch.name }}');
  const template = (name: string, template_code: string) =>
    make('extras/export-templates', {
      name,
      content_type: 'dcim.device',
      template_code,
      mime_type: 'text/plain',
      file_extension: 'hosts',
    });
  await template('Hosts', '{% for one in queryset %}{{ one.name }}.{{ one.location.name | lower }}\n{% endfor %}');
  await template('Wrong', '{{ queryset.nosuch.name }}');
  return {
    location,
    device,
    pages: {
      device: `/dcim/devices/${device}/`,
      port: `/dcim/interfaces/${port}/`,
      lag: `/dcim/interfaces/${lag}/`,
      location: `/dcim/locations/${location}/`,
    },
  };
}
