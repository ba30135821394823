import type { Client } from '../harness/client';

/** A request that changes something. */
export interface Write {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

/** What the objects of rounds stand on, by id. */
export interface RulesWorld {
  client: Client;
  run: string;
  /** `Active`. */
  status: string;
  role: string;
  manufacturer: string;
  /** A type of locations that takes everything, and two places of it. */
  locationType: string;
  here: string;
  there: string;
  /** A type of devices one unit high. */
  deviceType: string;
  namespace: string;
  clusterType: string;
  /** Makes an object; answers its id. */
  make(path: string, body: object): Promise<string>;
  /** The body of a device, here unless said otherwise. */
  device(name: string, more?: object): object;
  /** A device, here unless said otherwise. */
  aDevice(name: string, more?: object): Promise<string>;
  /** An interface of a device. */
  anInterface(device: string, name: string, more?: object): Promise<string>;
}

const kinds = ['location', 'device', 'rack', 'rackgroup', 'powerpanel'].map((name) => `dcim.${name}`);

/** Makes what the objects of rounds stand on. */
export async function prepareRulesWorld(client: Client): Promise<RulesWorld> {
  const run = Date.now().toString(36) + Math.floor(Math.random() * 1e6).toString(36);
  const make = async (path: string, body: object): Promise<string> =>
    (await client.must(201, 'POST', path, body)).body.id;
  const first = async (path: string): Promise<string> => (await client.must(200, 'GET', path)).body.results[0].id;
  const status = await first('extras/statuses/?name=Active');
  const role = await make('extras/roles/', { name: `role ${run}`, content_types: ['dcim.device'] });
  const manufacturer = await make('dcim/manufacturers/', { name: `Acme ${run}` });
  const deviceType = await make('dcim/device-types/', { model: `one ${run}`, manufacturer, u_height: 1 });
  const locationType = await make('dcim/location-types/', {
    name: `hall ${run}`,
    nestable: true,
    content_types: [
      ...kinds.slice(1),
      'virtualization.cluster',
      'ipam.prefix',
      'ipam.vlan',
      'circuits.circuittermination',
    ],
  });
  const place = (name: string) =>
    make('dcim/locations/', { name: `${name} ${run}`, location_type: locationType, status });
  const here = await place('here');
  const there = await place('there');
  const namespace = await make('ipam/namespaces/', { name: `space ${run}` });
  const clusterType = await make('virtualization/cluster-types/', { name: `kind ${run}` });
  const device = (name: string, more: object = {}) => ({
    name: `${name} ${run}`,
    device_type: deviceType,
    role,
    status,
    location: here,
    ...more,
  });
  return {
    client,
    run,
    status,
    role,
    manufacturer,
    locationType,
    here,
    there,
    deviceType,
    namespace,
    clusterType,
    make,
    device,
    aDevice: (name, more) => make('dcim/devices/', device(name, more)),
    anInterface: (owner, name, more = {}) =>
      make('dcim/interfaces/', { device: owner, name, type: '1000base-t', status, ...more }),
  };
}
