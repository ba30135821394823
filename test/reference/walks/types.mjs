import { active, paths, placed, ref, somewhere } from './common.mjs';

const at = (name) => `/api/dcim/${name}/`;
const manufacturers = at('manufacturers');
const platforms = at('platforms');
const templates = {
  interfaces: at('interface-templates'),
  rearPorts: at('rear-port-templates'),
  frontPorts: at('front-port-templates'),
  powerPorts: at('power-port-templates'),
  powerOutlets: at('power-outlet-templates'),
  consolePorts: at('console-port-templates'),
  consoleServerPorts: at('console-server-port-templates'),
  bays: at('device-bay-templates'),
};

const components = [
  paths.frontPorts,
  paths.powerOutlets,
  paths.bays,
  paths.interfaces,
  paths.rearPorts,
  paths.consolePorts,
];

/** A part of a device type, under one of few names. */
const part = (w, more) => ({
  device_type: w.any(paths.deviceTypes),
  name: `p${w.below(4)}`,
  label: w.one(['', 'l']),
  description: w.one(['', 'd']),
  ...more,
});

/** Device types, what their devices are to have, and the devices that are made of them. */
export const types = {
  given: [...placed, ['other', manufacturers, { name: 'other-{{run}}' }]],
  kinds: {
    [manufacturers]: { most: 3, make: (w) => ({ name: `m${w.below(4)}-{{run}}`, description: w.one(['', 'd']) }) },
    [platforms]: {
      most: 3,
      make: (w) => ({
        name: `f${w.below(4)}-{{run}}`,
        manufacturer: w.maybe(manufacturers),
        network_driver: w.one(['', 'cisco_ios', 'nope']),
        napalm_driver: w.one(['', 'ios']),
        napalm_args: w.one([null, {}, { a: 1 }, [1], 'x']),
      }),
    },
    [paths.deviceTypes]: {
      most: 5,
      make: (w) => ({
        manufacturer: w.any(manufacturers) ?? ref('other'),
        model: `x${w.below(5)}`,
        part_number: w.one(['', 'n']),
        u_height: w.one([1, 1, 2, 0, -1, 40000]),
        is_full_depth: w.chance(0.7),
        subdevice_role: w.one(['', '', 'parent', 'child', 'x']),
      }),
    },
    [templates.interfaces]: {
      most: 6,
      make: (w) => part(w, { type: w.one(['1000base-t', 'lag', 'x']), mgmt_only: w.chance(0.3) }),
    },
    [templates.rearPorts]: {
      most: 5,
      make: (w) => part(w, { type: w.one(['8p8c', 'lc']), positions: w.one([1, 2, 3, 0, 1025]) }),
    },
    [templates.frontPorts]: {
      most: 6,
      make: (w) =>
        part(w, {
          type: '8p8c',
          rear_port_template: w.any(templates.rearPorts),
          rear_port_position: w.one([1, 1, 2, 4]),
        }),
    },
    [templates.powerPorts]: {
      most: 4,
      make: (w) =>
        part(w, {
          type: w.one(['', 'iec-60320-c14']),
          maximum_draw: w.one([null, 100, 0]),
          allocated_draw: w.one([null, 50, 200]),
        }),
    },
    [templates.powerOutlets]: {
      most: 4,
      make: (w) => part(w, { power_port_template: w.maybe(templates.powerPorts), feed_leg: w.one(['', 'A', 'X']) }),
    },
    [templates.consolePorts]: { most: 3, make: (w) => part(w, { type: w.one(['', 'rj-45', 'x']) }) },
    [templates.consoleServerPorts]: { most: 3, make: (w) => part(w, { type: w.one(['', 'rj-45']) }) },
    [templates.bays]: { most: 3, make: (w) => part(w, {}) },
    [paths.devices]: {
      most: 5,
      make: (w) => ({
        name: w.one([null, `n${w.below(6)}`]),
        device_type: w.any(paths.deviceTypes),
        platform: w.maybe(platforms),
        role: ref('role'),
        location: somewhere(w),
        status: active,
      }),
    },
    [paths.racks]: {
      most: 2,
      make: (w) => ({ name: `k${w.below(3)}`, location: ref('here'), status: active, u_height: w.one([4, 10]) }),
    },
    [at('rack-reservations')]: {
      most: 4,
      make: (w) => ({
        rack: w.any(paths.racks),
        units: w.one([[1], [2, 1], [3, 4], [4, 4], [11], [], [0]]),
        user: { username: 'admin' },
        description: w.one(['for later', '']),
      }),
    },
    [at('device-redundancy-groups')]: {
      most: 3,
      make: (w) => ({
        name: `d${w.below(4)}-{{run}}`,
        status: active,
        failover_strategy: w.one(['', 'active-active', 'x']),
      }),
    },
    [paths.rackGroups]: {
      most: 2,
      make: (w) => ({ name: `g${w.below(3)}`, location: somewhere(w) }),
    },
    [paths.powerPanels]: {
      most: 3,
      make: (w) => ({ name: `w${w.below(3)}`, location: somewhere(w), rack_group: w.maybe(paths.rackGroups, 0.4) }),
    },
  },
  actions: [
    (w) => ({
      method: 'GET',
      path: w.one(components),
      query: { device: w.any(paths.devices) ?? 'none', sort: 'name' },
    }),
    (w) => ({
      method: 'PATCH',
      path: `${paths.devices}${w.any(paths.devices)}/`,
      body: {
        device_redundancy_group: w.maybe(at('device-redundancy-groups')),
        device_redundancy_group_priority: w.one([null, 1, 0]),
      },
    }),
  ],
};
