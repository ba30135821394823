/** What themes share: paths of endpoints, and what is there before a walk begins. */

export const active = { name: 'Active' };

export const paths = {
  locationTypes: '/api/dcim/location-types/',
  locations: '/api/dcim/locations/',
  racks: '/api/dcim/racks/',
  rackGroups: '/api/dcim/rack-groups/',
  devices: '/api/dcim/devices/',
  deviceTypes: '/api/dcim/device-types/',
  interfaces: '/api/dcim/interfaces/',
  frontPorts: '/api/dcim/front-ports/',
  rearPorts: '/api/dcim/rear-ports/',
  consolePorts: '/api/dcim/console-ports/',
  consoleServerPorts: '/api/dcim/console-server-ports/',
  powerPorts: '/api/dcim/power-ports/',
  powerOutlets: '/api/dcim/power-outlets/',
  powerPanels: '/api/dcim/power-panels/',
  powerFeeds: '/api/dcim/power-feeds/',
  cables: '/api/dcim/cables/',
  chassis: '/api/dcim/virtual-chassis/',
  bays: '/api/dcim/device-bays/',
  items: '/api/dcim/inventory-items/',
  redundancyGroups: '/api/dcim/interface-redundancy-groups/',
  associations: '/api/dcim/interface-redundancy-group-associations/',
  circuits: '/api/circuits/circuits/',
  terminations: '/api/circuits/circuit-terminations/',
  namespaces: '/api/ipam/namespaces/',
  prefixes: '/api/ipam/prefixes/',
  addresses: '/api/ipam/ip-addresses/',
  assigned: '/api/ipam/ip-address-to-interface/',
  vrfs: '/api/ipam/vrfs/',
  vlans: '/api/ipam/vlans/',
  vlanGroups: '/api/ipam/vlan-groups/',
  services: '/api/ipam/services/',
  machines: '/api/virtualization/virtual-machines/',
  machineInterfaces: '/api/virtualization/interfaces/',
  clusters: '/api/virtualization/clusters/',
  tenants: '/api/tenancy/tenants/',
  tenantGroups: '/api/tenancy/tenant-groups/',
  tags: '/api/extras/tags/',
  customFields: '/api/extras/custom-fields/',
  choices: '/api/extras/custom-field-choices/',
  contexts: '/api/extras/config-contexts/',
  groups: '/api/extras/dynamic-groups/',
  memberships: '/api/extras/dynamic-group-memberships/',
  relationships: '/api/extras/relationships/',
  associationsOf: '/api/extras/relationship-associations/',
  statuses: '/api/extras/statuses/',
  roles: '/api/extras/roles/',
};

export const ref = (symbol) => `{{${symbol}}}`;

export const given = {
  manufacturer: ['manufacturer', '/api/dcim/manufacturers/', { name: 'm-{{run}}' }],
  role: [
    'role',
    paths.roles,
    { name: 'r-{{run}}', content_types: ['dcim.device', 'ipam.ipaddress', 'ipam.prefix', 'dcim.rack'] },
  ],
  locationType: [
    'locationType',
    paths.locationTypes,
    {
      name: 'lt-{{run}}',
      nestable: true,
      content_types: [
        'dcim.device',
        'dcim.rack',
        'dcim.rackgroup',
        'dcim.powerpanel',
        'circuits.circuittermination',
        'ipam.prefix',
        'ipam.vlan',
        'ipam.vlangroup',
        'virtualization.cluster',
      ],
    },
  ],
  location: (symbol, parent) => [
    symbol,
    paths.locations,
    {
      name: `${symbol}-{{run}}`,
      location_type: ref('locationType'),
      status: active,
      parent: parent ? ref(parent) : null,
    },
  ],
  deviceType: (symbol, more) => [
    symbol,
    paths.deviceTypes,
    { manufacturer: ref('manufacturer'), model: `${symbol}-{{run}}`, u_height: 1, ...more },
  ],
};

export const placed = [
  given.manufacturer,
  given.role,
  given.locationType,
  given.location('here'),
  given.location('there', 'here'),
  given.location('away'),
];

export const somewhere = (w) => ref(w.one(['here', 'there', 'away']));

export const device = (symbol, more = {}) => [
  symbol,
  paths.devices,
  {
    name: `${symbol}-{{run}}`,
    device_type: ref('plain'),
    role: ref('role'),
    location: ref('here'),
    status: active,
    ...more,
  },
];

export const part = (symbol, path, owner, more = {}) => [symbol, path, { device: ref(owner), name: symbol, ...more }];

export const interfaceOf = (w, device) => ({
  device,
  name: `if${w.below(8)}`,
  type: w.one(['1000base-t', 'virtual', 'lag', 'bridge', '10gbase-x-sfpp']),
  status: active,
});
