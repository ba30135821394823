import type { RulesWorld, Write } from './rulesWorld';

// biome-ignore lint/suspicious/noExplicitAny: objects of many models, as they came
type Stored = { id: string } & Record<string, any>;

/** What is stored, by endpoint. */
export type Holdings = ReadonlyMap<string, Stored[]>;

/** Endpoints whose objects obey rules about one another, in the small world of random writes. */
export const lookedAt = [
  'dcim/location-types/',
  'dcim/locations/',
  'dcim/rack-groups/',
  'dcim/racks/',
  'dcim/power-panels/',
  'dcim/device-types/',
  'dcim/device-bay-templates/',
  'dcim/virtual-chassis/',
  'dcim/devices/',
  'dcim/rear-ports/',
  'dcim/front-ports/',
  'dcim/interfaces/',
  'dcim/rack-reservations/',
  'virtualization/clusters/',
  'ipam/vlans/',
  'extras/custom-fields/',
];

/** The objects of which random writes are about a few; the ids of those that have a part of their own. */
export interface SmallWorld {
  panel: string;
  sizes: string[];
  chassisType: string;
  bundled: string[];
  addressed: string[];
  port: string;
  address: string;
  hosts: string[];
  tags: string[];
  field: string;
  nest: string;
  egg: string;
}

/** Makes a few of everything. */
export async function populate(world: RulesWorld): Promise<SmallWorld> {
  const { run, make, here, there, status, manufacturer, namespace } = world;
  const several = <T>(count: number, one: (number: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, number) => one(number)));
  const panel = await world.aDevice('panel');
  await several(2, (number) =>
    make('dcim/rear-ports/', { device: panel, name: `rear ${number}`, type: '8p8c', positions: 3 }),
  );
  await several(3, (number) =>
    make('dcim/rack-groups/', { name: `group ${number}`, location: number < 2 ? here : there }),
  );
  await several(2, (number) => make('dcim/racks/', { name: `rack ${number}`, location: here, status, u_height: 12 }));
  await make('dcim/power-panels/', { name: 'panel', location: here });
  const sizes = await several(2, (number) =>
    make('dcim/device-types/', { model: `size ${number} ${run}`, manufacturer, u_height: number + 1 }),
  );
  const chassisType = await make('dcim/device-types/', {
    model: `chassis ${run}`,
    manufacturer,
    subdevice_role: 'parent',
  });
  const bundled = await several(2, (number) => world.aDevice(`bundled ${number}`));
  await several(2, (number) => world.anInterface(bundled[number]!, 'port', { type: 'lag' }));
  const addressed = await several(2, (number) => world.aDevice(`addressed ${number}`));
  const port = await world.anInterface(addressed[0]!, 'uplink');
  await make('ipam/prefixes/', { prefix: '10.9.0.0/24', namespace, status });
  const address = await make('ipam/ip-addresses/', { address: '10.9.0.1/24', namespace, status });
  const hosts = await several(2, (number) => world.aDevice(`host ${number}`));
  await make('virtualization/clusters/', { name: `cluster ${run}`, cluster_type: world.clusterType, location: here });
  const tags = await several(2, (number) =>
    make('extras/tags/', { name: `tag ${number} ${run}`, content_types: ['ipam.vlan', 'ipam.vrf'] }),
  );
  await several(2, (number) => make('ipam/vlans/', { vid: number + 1, name: `vlan ${number}`, status }));
  const field = await make('extras/custom-fields/', {
    label: `colour ${run}`,
    type: 'select',
    content_types: ['ipam.routetarget'],
  });
  const nest = await make('dcim/location-types/', { name: `nest ${run}`, nestable: true });
  const egg = await make('dcim/locations/', { name: `egg ${run}`, location_type: nest, status });
  return { panel, sizes, chassisType, bundled, addressed, port, address, hosts, tags, field, nest, egg };
}

/**
 * Draws one write. Only such as leave a legal state whenever they are done by themselves: rules that the contract asks
 * on one side alone (the reference lets a location move away from under its VLANs) are left out.
 */
export function randomWrite(world: RulesWorld, small: SmallWorld, stored: Holdings, random: () => number): Write {
  const { here, there, status } = world;
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const all = (path: string): Stored[] => stored.get(path) ?? [];
  const id = (path: string): string => oneOf(all(path)).id;
  const patch = (path: string, object: string, body: object): Write => ({
    method: 'PATCH',
    path: `${path}${object}/`,
    body,
  });
  const post = (path: string, body: object): Write => ({ method: 'POST', path, body });
  const remove = (path: string, among = all(path)): Write =>
    among.length === 0 ? otherwise() : { method: 'DELETE', path: `${path}${oneOf(among).id}/` };
  const name = () => `drawn ${below(1e9)}`;
  const otherwise = (): Write => patch('dcim/rear-ports/', id('dcim/rear-ports/'), { positions: 1 + below(4) });
  const place = () => ({ rack: id('dcim/racks/'), position: 1 + below(12), face: oneOf(['front', 'rear']) });
  const racked = () => all('dcim/devices/').filter(({ rack }) => rack !== null);
  const inChassis = ({ id: device }: Stored) => small.bundled.includes(device);
  const writes: (() => Write)[] = [
    otherwise,
    () =>
      post('dcim/front-ports/', {
        device: small.panel,
        name: name(),
        type: '8p8c',
        rear_port: id('dcim/rear-ports/'),
        rear_port_position: 1 + below(4),
      }),
    () => remove('dcim/front-ports/'),
    () => patch('dcim/rack-groups/', id('dcim/rack-groups/'), { location: oneOf([here, there]) }),
    () => patch('dcim/rack-groups/', id('dcim/rack-groups/'), { parent: oneOf([null, id('dcim/rack-groups/')]) }),
    () => patch('dcim/racks/', id('dcim/racks/'), { rack_group: oneOf([null, id('dcim/rack-groups/')]) }),
    () => patch('dcim/racks/', id('dcim/racks/'), { location: oneOf([here, there]) }),
    () => patch('dcim/racks/', id('dcim/racks/'), { u_height: 6 + below(8) }),
    () => patch('dcim/power-panels/', id('dcim/power-panels/'), { rack_group: oneOf([null, id('dcim/rack-groups/')]) }),
    () => {
      const standing = place();
      const location = all('dcim/racks/').find((rack) => rack.id === standing.rack)!.location.id;
      return post('dcim/devices/', world.device(name(), { ...standing, location, device_type: oneOf(small.sizes) }));
    },
    () =>
      racked().length === 0 ? otherwise() : patch('dcim/devices/', oneOf(racked()).id, { position: 1 + below(12) }),
    () => remove('dcim/devices/', racked()),
    () => patch('dcim/device-types/', oneOf(small.sizes), { u_height: 1 + below(3) }),
    () => patch('dcim/device-types/', small.chassisType, { subdevice_role: oneOf(['', 'parent']) }),
    () => post('dcim/device-bay-templates/', { device_type: small.chassisType, name: name() }),
    () => remove('dcim/device-bay-templates/'),
    () =>
      post('dcim/rack-reservations/', {
        rack: id('dcim/racks/'),
        units: [1 + below(3), 4 + below(2)],
        description: 'drawn',
      }),
    () => remove('dcim/rack-reservations/'),
    () => post('dcim/virtual-chassis/', { name: name() }),
    () => remove('dcim/virtual-chassis/'),
    () => {
      const free = all('dcim/devices/').filter((device) => inChassis(device) && device.virtual_chassis === null);
      if (free.length === 0 || all('dcim/virtual-chassis/').length === 0) return otherwise();
      const body = { virtual_chassis: id('dcim/virtual-chassis/'), vc_position: 1 + below(3) };
      return patch('dcim/devices/', oneOf(free).id, body);
    },
    () => {
      const ports = all('dcim/interfaces/').filter(({ device }) => small.bundled.includes(device.id));
      return patch('dcim/interfaces/', oneOf(ports).id, { lag: oneOf([null, oneOf(ports).id]) });
    },
    () => patch('dcim/devices/', oneOf(small.hosts), { cluster: oneOf([null, id('virtualization/clusters/')]) }),
    () => patch('virtualization/clusters/', id('virtualization/clusters/'), { location: oneOf([here, there]) }),
    () => patch('ipam/vlans/', id('ipam/vlans/'), { tags: oneOf([[], [oneOf(small.tags)]]) }),
    () => patch('extras/tags/', oneOf(small.tags), { content_types: oneOf([['ipam.vrf'], ['ipam.vlan', 'ipam.vrf']]) }),
    () => patch('dcim/interfaces/', small.port, { device: oneOf(small.addressed) }),
    () => patch('dcim/devices/', oneOf(small.addressed), { primary_ip4: oneOf([null, small.address]) }),
    () => post('ipam/ip-address-to-interface/', { ip_address: small.address, interface: small.port }),
    () => remove('ipam/ip-address-to-interface/'),
    () => post('extras/custom-field-choices/', { custom_field: small.field, value: oneOf(['red', 'blue']) }),
    () => remove('extras/custom-field-choices/'),
    () => patch('extras/custom-fields/', small.field, { default: oneOf([null, 'red', 'blue']) }),
    () => patch('dcim/location-types/', small.nest, { nestable: oneOf([true, false]) }),
    () =>
      post('dcim/locations/', { name: name(), location_type: small.nest, parent: oneOf([null, small.egg]), status }),
    () =>
      remove(
        'dcim/locations/',
        all('dcim/locations/').filter(({ name }) => String(name).startsWith('drawn')),
      ),
  ];
  return oneOf(writes)();
}
