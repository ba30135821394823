import { active, device, given, interfaceOf, paths, placed, ref, somewhere } from './common.mjs';

export const machines = {
  given: [
    ...placed,
    given.deviceType('plain'),
    device('host1'),
    device('host2'),
    ['ctype', '/api/virtualization/cluster-types/', { name: 'kt-{{run}}' }],
    ['ns', paths.namespaces, { name: 'ns-{{run}}' }],
    ['net', paths.prefixes, { prefix: '192.0.2.0/24', namespace: ref('ns'), status: active }],
    ['six', paths.prefixes, { prefix: '2001:db8::/64', namespace: ref('ns'), status: active }],
    ['vlan1', paths.vlans, { vid: 5, name: 'five', status: active, location: ref('here') }],
    ['vlan2', paths.vlans, { vid: 6, name: 'six', status: active, location: ref('away') }],
    ['e0', paths.interfaces, { device: ref('host1'), name: 'e0', type: 'virtual', status: active }],
    ['e1', paths.interfaces, { device: ref('host2'), name: 'e1', type: '1000base-t', status: active }],
  ],
  kinds: {
    [paths.clusters]: {
      most: 3,
      make: (w) => ({
        name: `c${w.below(4)}-{{run}}`,
        cluster_type: ref('ctype'),
        location: w.one([null, somewhere(w)]),
      }),
    },
    [paths.machines]: {
      most: 6,
      make: (w) => ({
        name: `m${w.below(6)}`,
        cluster: w.any(paths.clusters),
        status: active,
        vcpus: w.one([null, 0, 4]),
        memory: w.one([null, -1, 1024]),
      }),
      change: (w) =>
        w.one([
          { cluster: w.any(paths.clusters) },
          { primary_ip4: w.maybe(paths.addresses, 0.8) },
          { primary_ip6: w.maybe(paths.addresses, 0.8) },
          { name: `m${w.below(6)}` },
        ]),
    },
    [paths.machineInterfaces]: {
      most: 8,
      make: (w) => ({
        virtual_machine: w.any(paths.machines),
        name: `e${w.below(4)}`,
        status: active,
        mode: w.one(['', 'access', 'tagged', 'tagged-all']),
        untagged_vlan: w.one([null, ref('vlan1'), ref('vlan2')]),
        tagged_vlans: w.one([[], [], [ref('vlan1')], [ref('vlan2')]]),
        parent_interface: w.maybe(paths.machineInterfaces, 0.3),
        bridge: w.maybe(paths.machineInterfaces, 0.2),
        mtu: w.one([null, 1500, 0, 70000]),
      }),
    },
    [paths.interfaces]: {
      most: 6,
      make: (w) => ({
        ...interfaceOf(w, ref(w.one(['host1', 'host2']))),
        mode: w.one(['', 'access', 'tagged', 'tagged-all']),
        untagged_vlan: w.one([null, ref('vlan1'), ref('vlan2')]),
        tagged_vlans: w.one([[], [], [ref('vlan1')], [ref('vlan2')]]),
      }),
    },
    [paths.addresses]: {
      most: 10,
      make: (w) => ({
        address: w.one([`192.0.2.${w.below(12)}/24`, `2001:db8::${w.below(6)}/64`]),
        namespace: ref('ns'),
        status: active,
      }),
      change: (w) => ({ dns_name: `d${w.below(3)}` }),
    },
    [paths.assigned]: {
      most: 10,
      make: (w) => ({
        ip_address: w.any(paths.addresses),
        ...w.one([
          { interface: ref(w.one(['e0', 'e1'])) },
          { interface: w.any(paths.interfaces) ?? ref('e0') },
          { vm_interface: w.any(paths.machineInterfaces) ?? null },
          { interface: ref('e0'), vm_interface: w.any(paths.machineInterfaces) ?? null },
        ]),
        is_primary: w.chance(0.2),
      }),
    },
    [paths.services]: {
      most: 5,
      make: (w) => ({
        name: `s${w.below(4)}`,
        protocol: w.one(['tcp', 'udp']),
        ports: w.one([[80], [80, 443], [0], [70000], []]),
        ...w.one([
          { device: ref('host1') },
          { virtual_machine: w.any(paths.machines) ?? null },
          { device: ref('host1'), virtual_machine: w.any(paths.machines) ?? null },
        ]),
        ip_addresses: w.one([[], [w.any(paths.addresses)].filter(Boolean)]),
      }),
    },
    [paths.redundancyGroups]: {
      most: 3,
      make: (w) => ({
        name: `rg${w.below(4)}-{{run}}`,
        status: active,
        protocol: w.one(['', 'hsrp', 'vrrp']),
        virtual_ip: w.maybe(paths.addresses),
      }),
    },
    [paths.associations]: {
      most: 5,
      make: (w) => ({
        interface_redundancy_group: w.any(paths.redundancyGroups),
        interface: w.one([ref('e0'), ref('e1'), w.any(paths.interfaces) ?? ref('e0')]),
        priority: w.one([1, 100, null, 70000]),
      }),
    },
  },
  actions: [
    (w) => ({
      method: 'PATCH',
      path: `${paths.devices}${ref(w.one(['host1', 'host2']))}/`,
      body: w.one([
        { primary_ip4: w.maybe(paths.addresses, 0.8) },
        { primary_ip6: w.maybe(paths.addresses, 0.8) },
        { cluster: w.maybe(paths.clusters) },
        { location: somewhere(w) },
      ]),
    }),
    (w) => ({ method: 'GET', path: `${paths.devices}${ref(w.one(['host1', 'host2']))}/` }),
    () => ({ method: 'GET', path: `${paths.prefixes}${ref('net')}/` }),
  ],
};
