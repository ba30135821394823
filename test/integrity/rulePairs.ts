import type { RulesWorld, Write } from './rulesWorld';

/** One round of a pair: its two writes, and the objects that must obey their rules afterwards. */
export interface RuleRound {
  writes: [Write, Write];
  /** Paths of objects; what the writes make is looked at as well. */
  concerned: string[];
}

/** Two writes, each of them fine alone, of which a rule looks at what the other one writes. */
export interface RulePair {
  name: string;
  prepare(world: RulesWorld, round: number): Promise<RuleRound>;
  /** Whichever comes first, the other one is refused. */
  exclusive?: true;
}

const post = (path: string, body: object): Write => ({ method: 'POST', path, body });
const patch = (path: string, body: object): Write => ({ method: 'PATCH', path, body });
const remove = (path: string): Write => ({ method: 'DELETE', path });

/** Every pair of rules that look at each other's objects (docs/adr/0042-rules-lock-what-they-look-at.md). */
export const rulePairs: RulePair[] = [
  {
    name: 'the position of a front port, and how many its rear port has',
    exclusive: true,
    prepare: async (world, round) => {
      const device = await world.aDevice(`panel ${round}`);
      const rear = await world.make('dcim/rear-ports/', { device, name: 'rear', type: '8p8c', positions: 2 });
      const front = { device, name: 'front', type: '8p8c', rear_port: rear, rear_port_position: 2 };
      return {
        writes: [post('dcim/front-ports/', front), patch(`dcim/rear-ports/${rear}/`, { positions: 1 })],
        concerned: [],
      };
    },
  },
  {
    name: 'a rack of a group, and where the group is',
    prepare: async (world, round) => {
      const group = await world.make('dcim/rack-groups/', { name: `row ${round}`, location: world.here });
      const rack = { name: `rack ${round}`, location: world.here, rack_group: group, status: world.status };
      return {
        writes: [post('dcim/racks/', rack), patch(`dcim/rack-groups/${group}/`, { location: world.there })],
        concerned: [`dcim/rack-groups/${group}/`],
      };
    },
  },
  {
    name: 'a group in a group in a group, and where the outermost is',
    prepare: async (world, round) => {
      const outer = await world.make('dcim/rack-groups/', { name: `hall ${round}`, location: world.here });
      const inner = await world.make('dcim/rack-groups/', {
        name: `half ${round}`,
        location: world.here,
        parent: outer,
      });
      const quarter = { name: `quarter ${round}`, location: world.here, parent: inner };
      return {
        writes: [post('dcim/rack-groups/', quarter), patch(`dcim/rack-groups/${outer}/`, { location: world.there })],
        concerned: [`dcim/rack-groups/${outer}/`, `dcim/rack-groups/${inner}/`],
      };
    },
  },
  {
    name: 'a rack that comes to a group, and where the group is',
    prepare: async (world, round) => {
      const group = await world.make('dcim/rack-groups/', { name: `aisle ${round}`, location: world.here });
      const rack = await world.make('dcim/racks/', {
        name: `moved rack ${round}`,
        location: world.here,
        status: world.status,
      });
      return {
        writes: [
          patch(`dcim/racks/${rack}/`, { rack_group: group }),
          patch(`dcim/rack-groups/${group}/`, { location: world.there }),
        ],
        concerned: [`dcim/rack-groups/${group}/`, `dcim/racks/${rack}/`],
      };
    },
  },
  {
    name: 'a power panel of a rack group, and where the group is',
    prepare: async (world, round) => {
      const group = await world.make('dcim/rack-groups/', { name: `cage ${round}`, location: world.here });
      const panel = { name: `panel ${round}`, location: world.here, rack_group: group };
      return {
        writes: [post('dcim/power-panels/', panel), patch(`dcim/rack-groups/${group}/`, { location: world.there })],
        concerned: [`dcim/rack-groups/${group}/`],
      };
    },
  },
  {
    name: 'a rack group inside another, and where that is',
    prepare: async (world, round) => {
      const parent = await world.make('dcim/rack-groups/', { name: `outer ${round}`, location: world.here });
      return {
        writes: [
          post('dcim/rack-groups/', { name: `inner ${round}`, location: world.here, parent }),
          patch(`dcim/rack-groups/${parent}/`, { location: world.there }),
        ],
        concerned: [`dcim/rack-groups/${parent}/`],
      };
    },
  },
  {
    name: 'a rack group that comes into another, and where that is',
    prepare: async (world, round) => {
      const [parent, child] = await Promise.all(
        ['large', 'small'].map((name) =>
          world.make('dcim/rack-groups/', { name: `${name} ${round}`, location: world.here }),
        ),
      );
      return {
        writes: [
          patch(`dcim/rack-groups/${child}/`, { parent }),
          patch(`dcim/rack-groups/${parent}/`, { location: world.there }),
        ],
        concerned: [`dcim/rack-groups/${parent}/`, `dcim/rack-groups/${child}/`],
      };
    },
  },
  {
    name: 'a location inside one of its type, and whether the type is nestable',
    exclusive: true,
    prepare: async (world, round) => {
      const type = await world.make('dcim/location-types/', { name: `nest ${world.run} ${round}`, nestable: true });
      const place = { location_type: type, status: world.status };
      const parent = await world.make('dcim/locations/', { ...place, name: `nest ${round}` });
      return {
        writes: [
          post('dcim/locations/', { ...place, name: `egg ${round}`, parent }),
          patch(`dcim/location-types/${type}/`, { nestable: false }),
        ],
        concerned: [`dcim/location-types/${type}/`],
      };
    },
  },
  {
    name: 'a location, and where those of its type stand',
    exclusive: true,
    prepare: async (world, round) => {
      const type = await world.make('dcim/location-types/', { name: `kind ${world.run} ${round}` });
      return {
        writes: [
          post('dcim/locations/', { location_type: type, status: world.status, name: `site ${round}` }),
          patch(`dcim/location-types/${type}/`, { parent: world.locationType }),
        ],
        concerned: [`dcim/location-types/${type}/`],
      };
    },
  },
  {
    name: 'a device bay template, and whether its type is a parent',
    exclusive: true,
    prepare: async (world, round) => {
      const type = await world.make('dcim/device-types/', {
        model: `chassis ${round}`,
        manufacturer: world.manufacturer,
        subdevice_role: 'parent',
      });
      return {
        writes: [
          post('dcim/device-bay-templates/', { device_type: type, name: 'bay' }),
          patch(`dcim/device-types/${type}/`, { subdevice_role: '' }),
        ],
        concerned: [`dcim/device-types/${type}/`],
      };
    },
  },
  {
    name: 'the position of a device, and the height of its rack',
    exclusive: true,
    prepare: async (world, round) => {
      const rack = await aRack(world, `low ${round}`, 42);
      const device = world.device(`high ${round}`, { rack, position: 40, face: 'front' });
      return {
        writes: [post('dcim/devices/', device), patch(`dcim/racks/${rack}/`, { u_height: 20 })],
        concerned: [`dcim/racks/${rack}/`],
      };
    },
  },
  {
    name: 'the position of a device, and the height of its type',
    exclusive: true,
    prepare: async (world, round) => {
      const rack = await aRack(world, `full ${round}`, 10);
      const type = await world.make('dcim/device-types/', {
        model: `grows ${round}`,
        manufacturer: world.manufacturer,
      });
      const device = world.device(`top ${round}`, { device_type: type, rack, position: 10, face: 'front' });
      return {
        writes: [post('dcim/devices/', device), patch(`dcim/device-types/${type}/`, { u_height: 2 })],
        concerned: [`dcim/racks/${rack}/`],
      };
    },
  },
  {
    name: 'two devices in the same units of a rack',
    exclusive: true,
    prepare: async (world, round) => {
      const rack = await aRack(world, `shared ${round}`, 10);
      const at = (name: string, face: string) =>
        post('dcim/devices/', world.device(`${name} ${round}`, { rack, position: 5, face }));
      return { writes: [at('one', 'front'), at('other', 'rear')], concerned: [] };
    },
  },
  {
    name: 'a device in a rack, and where the rack is',
    prepare: async (world, round) => {
      const rack = await aRack(world, `moving ${round}`, 10);
      return {
        writes: [
          post('dcim/devices/', world.device(`riding ${round}`, { rack })),
          patch(`dcim/racks/${rack}/`, { location: world.there }),
        ],
        concerned: [`dcim/racks/${rack}/`],
      };
    },
  },
  {
    name: 'two reservations of the same units',
    exclusive: true,
    prepare: async (world, round) => {
      const rack = await aRack(world, `kept ${round}`, 10);
      const keep = (units: number[]) => post('dcim/rack-reservations/', { rack, units, description: 'kept' });
      return { writes: [keep([1, 2]), keep([2, 3])], concerned: [] };
    },
  },
  {
    name: 'a bundle over members of a virtual chassis, and the end of the chassis',
    exclusive: true,
    prepare: async (world, round) => {
      const chassis = await world.make('dcim/virtual-chassis/', { name: `stack ${world.run} ${round}` });
      const [one, other] = await Promise.all(
        [1, 2].map((vc_position) =>
          world.aDevice(`member ${round} ${vc_position}`, { virtual_chassis: chassis, vc_position }),
        ),
      );
      const lag = await world.anInterface(one!, 'bundle', { type: 'lag' });
      const member = { device: other, name: 'port', type: '1000base-t', status: world.status, lag };
      return {
        writes: [post('dcim/interfaces/', member), remove(`dcim/virtual-chassis/${chassis}/`)],
        concerned: [],
      };
    },
  },
  {
    name: 'two interfaces that go to each other’s device, and are each the bundle of the other',
    prepare: async (world, round) => {
      const devices = await Promise.all(['left', 'right'].map((name) => world.aDevice(`${name} ${round}`)));
      const [a, b] = await Promise.all(
        devices.map((device, index) => world.anInterface(device, `port ${index}`, { type: 'lag' })),
      );
      return {
        writes: [
          patch(`dcim/interfaces/${a}/`, { device: devices[1], lag: b }),
          patch(`dcim/interfaces/${b}/`, { device: devices[0], lag: a }),
        ],
        concerned: [`dcim/interfaces/${a}/`, `dcim/interfaces/${b}/`],
      };
    },
  },
  {
    name: 'the master of a virtual chassis, and a member that leaves it',
    exclusive: true,
    prepare: async (world, round) => {
      const chassis = await world.make('dcim/virtual-chassis/', { name: `crew ${world.run} ${round}` });
      const member = await world.aDevice(`captain ${round}`, { virtual_chassis: chassis, vc_position: 1 });
      return {
        writes: [
          patch(`dcim/virtual-chassis/${chassis}/`, { master: member }),
          patch(`dcim/devices/${member}/`, { virtual_chassis: null, vc_position: null }),
        ],
        concerned: [`dcim/virtual-chassis/${chassis}/`, `dcim/devices/${member}/`],
      };
    },
  },
  {
    name: 'a cable to an interface, and what the interface is',
    exclusive: true,
    prepare: async (world, round) => {
      const device = await world.aDevice(`cabled ${round}`);
      const [a, b] = await Promise.all(['a', 'b'].map((name) => world.anInterface(device, name)));
      return {
        writes: [
          post('dcim/cables/', cableBetween(world, a!, b!)),
          patch(`dcim/interfaces/${a}/`, { type: 'virtual' }),
        ],
        concerned: [`dcim/interfaces/${a}/`],
      };
    },
  },
  {
    name: 'two cables at one interface',
    exclusive: true,
    prepare: async (world, round) => {
      const device = await world.aDevice(`crowded ${round}`);
      const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => world.anInterface(device, name)));
      return {
        writes: [post('dcim/cables/', cableBetween(world, a!, b!)), post('dcim/cables/', cableBetween(world, c!, a!))],
        concerned: [],
      };
    },
  },
  {
    name: 'a host of a cluster, and where the cluster is',
    exclusive: true,
    prepare: async (world, round) => {
      const cluster = await world.make('virtualization/clusters/', {
        name: `cluster ${world.run} ${round}`,
        cluster_type: world.clusterType,
        location: world.here,
      });
      return {
        writes: [
          post('dcim/devices/', world.device(`clustered ${round}`, { cluster })),
          patch(`virtualization/clusters/${cluster}/`, { location: world.there }),
        ],
        concerned: [`virtualization/clusters/${cluster}/`],
      };
    },
  },
  {
    name: 'a tag that an object of another service carries, and what the tag is for',
    exclusive: true,
    prepare: async (world, round) => {
      const tag = await world.make('extras/tags/', {
        name: `tag ${world.run} ${round}`,
        content_types: ['ipam.vlan', 'ipam.vrf'],
      });
      return {
        writes: [
          post('ipam/vlans/', { vid: (round % 4000) + 1, name: 'tagged', status: world.status, tags: [tag] }),
          patch(`extras/tags/${tag}/`, { content_types: ['ipam.vrf'] }),
        ],
        concerned: [`extras/tags/${tag}/`],
      };
    },
  },
  {
    name: 'the primary address of a device, and the end of its assignment',
    prepare: async (world, round) => {
      const { device, address, assignment } = await anAddressedDevice(world, round, 20);
      return {
        writes: [
          patch(`dcim/devices/${device}/`, { primary_ip4: address }),
          remove(`ipam/ip-address-to-interface/${assignment}/`),
        ],
        concerned: [`dcim/devices/${device}/`],
      };
    },
  },
  {
    name: 'the primary address of a device, and an interface that goes to another one',
    prepare: async (world, round) => {
      const { device, address, port } = await anAddressedDevice(world, round, 21);
      const other = await world.aDevice(`elsewhere ${round}`);
      return {
        writes: [
          patch(`dcim/devices/${device}/`, { primary_ip4: address }),
          patch(`dcim/interfaces/${port}/`, { device: other }),
        ],
        concerned: [`dcim/devices/${device}/`, `dcim/interfaces/${port}/`],
      };
    },
  },
  {
    name: 'the default of a custom field, and the end of that choice',
    exclusive: true,
    prepare: async (world, round) => {
      const field = await world.make('extras/custom-fields/', {
        label: `colour ${world.run} ${round}`,
        type: 'select',
        content_types: ['ipam.routetarget'],
      });
      const [choice] = await Promise.all(
        ['red', 'blue'].map((value) => world.make('extras/custom-field-choices/', { custom_field: field, value })),
      );
      return {
        writes: [
          patch(`extras/custom-fields/${field}/`, { default: 'red' }),
          remove(`extras/custom-field-choices/${choice}/`),
        ],
        concerned: [`extras/custom-fields/${field}/`],
      };
    },
  },
  {
    name: 'an association, and what its relationship is between',
    exclusive: true,
    prepare: async (world, round) => {
      const relationship = await world.make('extras/relationships/', {
        label: `goes with ${world.run} ${round}`,
        key: `goes_with_${world.run}_${round}`,
        type: 'many-to-many',
        source_type: 'dcim.location',
        destination_type: 'dcim.manufacturer',
      });
      const association = {
        relationship,
        source_type: 'dcim.location',
        source_id: world.here,
        destination_type: 'dcim.manufacturer',
        destination_id: world.manufacturer,
      };
      return {
        writes: [
          post('extras/relationship-associations/', association),
          patch(`extras/relationships/${relationship}/`, { source_type: 'dcim.rack' }),
        ],
        concerned: [],
      };
    },
  },
  {
    name: 'two associations where there is room for one',
    exclusive: true,
    prepare: async (world, round) => {
      const relationship = await world.make('extras/relationships/', {
        label: `belongs to ${world.run} ${round}`,
        key: `belongs_to_${world.run}_${round}`,
        type: 'one-to-many',
        source_type: 'dcim.location',
        destination_type: 'dcim.manufacturer',
      });
      const from = (source_id: string) =>
        post('extras/relationship-associations/', {
          relationship,
          source_type: 'dcim.location',
          source_id,
          destination_type: 'dcim.manufacturer',
          destination_id: world.manufacturer,
        });
      return { writes: [from(world.here), from(world.there)], concerned: [] };
    },
  },
  {
    name: 'two groups that are each made of the other',
    exclusive: true,
    prepare: async (world, round) => {
      const [one, other] = await Promise.all(
        ['one', 'other'].map((name) =>
          world.make('extras/dynamic-groups/', {
            name: `${name} ${world.run} ${round}`,
            content_type: 'dcim.device',
            filter: {},
          }),
        ),
      );
      const of = (parent_group: string, group: string) =>
        post('extras/dynamic-group-memberships/', { parent_group, group, operator: 'union', weight: 1 });
      return { writes: [of(one!, other!), of(other!, one!)], concerned: [] };
    },
  },
  {
    name: 'two webhooks that tell the same',
    exclusive: true,
    prepare: async (world, round) => {
      const hook = (name: string) =>
        post('extras/webhooks/', {
          name: `${name} ${world.run} ${round}`,
          content_types: ['ipam.vlan'],
          payload_url: `http://hooks.example.com/${world.run}/${round}`,
          http_method: 'POST',
          http_content_type: 'application/json',
          type_delete: true,
        });
      return { writes: [hook('one'), hook('other')], concerned: [] };
    },
  },
  {
    name: 'two repositories that provide the same',
    exclusive: true,
    prepare: async (world, round) => {
      const repository = (name: string) =>
        post('extras/git-repositories/', {
          name: `${name} ${world.run} ${round}`,
          slug: `${name}_${world.run}_${round}`,
          remote_url: `http://git.example.com/${world.run}/${round}.git`,
          provided_contents: ['extras.configcontext'],
        });
      return { writes: [repository('one'), repository('other')], concerned: [] };
    },
  },
  {
    name: 'two locations that are each inside the other',
    exclusive: true,
    prepare: async (world, round) => {
      const [one, other] = await Promise.all(
        ['one', 'other'].map((name) =>
          world.make('dcim/locations/', {
            name: `${name} ${round}`,
            location_type: world.locationType,
            parent: world.here,
            status: world.status,
          }),
        ),
      );
      return {
        writes: [
          patch(`dcim/locations/${one}/`, { parent: other }),
          patch(`dcim/locations/${other}/`, { parent: one }),
        ],
        concerned: [`dcim/locations/${one}/`, `dcim/locations/${other}/`],
      };
    },
  },
  {
    name: 'an address in a prefix, and where the prefix is',
    prepare: async (world, round) => {
      const block = `10.${round >> 8}.${round & 255}`;
      const [one, other] = await Promise.all(
        ['from', 'to'].map((name) => world.make('ipam/namespaces/', { name: `${name} ${world.run} ${round}` })),
      );
      const { status } = world;
      const prefix = await world.make('ipam/prefixes/', { prefix: `${block}.0/24`, namespace: one, status });
      return {
        writes: [
          post('ipam/ip-addresses/', { address: `${block}.1/24`, namespace: one, status }),
          patch(`ipam/prefixes/${prefix}/`, { namespace: other }),
        ],
        concerned: [`ipam/prefixes/${prefix}/`],
      };
    },
  },
  {
    name: 'two ends of a circuit on one side',
    exclusive: true,
    prepare: async (world, round) => {
      const provider = await world.make('circuits/providers/', { name: `carrier ${world.run} ${round}` });
      const circuit_type = await world.make('circuits/circuit-types/', { name: `line ${world.run} ${round}` });
      const circuit = await world.make('circuits/circuits/', {
        cid: `${round}`,
        provider,
        circuit_type,
        status: world.status,
      });
      const end = (location: string) => post('circuits/circuit-terminations/', { circuit, term_side: 'A', location });
      return { writes: [end(world.here), end(world.there)], concerned: [`circuits/circuits/${circuit}/`] };
    },
  },
];

const aRack = (world: RulesWorld, name: string, u_height: number): Promise<string> =>
  world.make('dcim/racks/', { name, location: world.here, status: world.status, u_height });

const cableBetween = ({ status }: RulesWorld, a: string, b: string): object => ({
  termination_a_type: 'dcim.interface',
  termination_a_id: a,
  termination_b_type: 'dcim.interface',
  termination_b_id: b,
  status: { name: 'Connected' },
  label: status.slice(0, 8),
});

/** A device with an interface that has an address, in blocks of the pair's own. */
async function anAddressedDevice(world: RulesWorld, round: number, block: number) {
  const device = await world.aDevice(`addressed ${block} ${round}`);
  const port = await world.anInterface(device, 'port');
  const { namespace, status } = world;
  const network = `${block}.${round >> 8}.${round & 255}`;
  await world.make('ipam/prefixes/', { prefix: `${network}.0/24`, namespace, status });
  const address = await world.make('ipam/ip-addresses/', { address: `${network}.1/24`, namespace, status });
  const assignment = await world.make('ipam/ip-address-to-interface/', { ip_address: address, interface: port });
  return { device, port, address, assignment };
}
