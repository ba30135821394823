import { active, device, given, interfaceOf, paths, placed, ref, somewhere } from './common.mjs';

export const devices = {
  given: [
    ...placed,
    given.deviceType('plain'),
    given.deviceType('half', { is_full_depth: false }),
    given.deviceType('tall', { u_height: 3 }),
    given.deviceType('flat', { u_height: 0 }),
    given.deviceType('parent', { subdevice_role: 'parent' }),
    given.deviceType('child', { subdevice_role: 'child', u_height: 0 }),
    ['tenant', paths.tenants, { name: 't-{{run}}' }],
    device('whole', { device_type: ref('parent') }),
  ],
  kinds: {
    [paths.rackGroups]: {
      most: 4,
      make: (w) => ({ name: `g${w.below(4)}`, location: somewhere(w), parent: w.maybe(paths.rackGroups, 0.4) }),
    },
    [paths.racks]: {
      most: 5,
      make: (w) => ({
        name: `k${w.below(5)}`,
        location: somewhere(w),
        status: active,
        u_height: w.one([4, 6, 10]),
        rack_group: w.maybe(paths.rackGroups, 0.4),
        desc_units: w.chance(0.3),
        facility_id: w.one([null, 'f1', 'f2']),
        asset_tag: w.one([null, null, 'x1']),
      }),
      views: ['elevation/?limit=30', 'elevation/?face=rear&expand_devices=false&limit=30'],
    },
    [paths.devices]: {
      most: 16,
      make: (w) => {
        const rack = w.maybe(paths.racks, 0.7);
        return {
          name: w.one([null, `n${w.below(10)}`, `n${w.below(10)}`]),
          device_type: ref(w.one(['plain', 'plain', 'half', 'tall', 'flat', 'child', 'parent'])),
          role: ref('role'),
          location: somewhere(w),
          status: active,
          rack,
          ...(rack && w.chance(0.7) ? { position: 1 + w.below(6), face: w.one(['front', 'rear', '']) } : {}),
          tenant: w.one([null, ref('tenant')]),
          asset_tag: w.one([null, null, 'a1', 'a2']),
          serial: w.one(['', 's1']),
        };
      },
      change: (w) =>
        w.one([
          { rack: w.maybe(paths.racks) },
          { position: w.one([null, 1, 2, 3, 11]), face: w.one(['front', 'rear', '']) },
          { face: w.one(['front', 'rear', '']) },
          { device_type: ref(w.one(['plain', 'half', 'tall', 'flat', 'child', 'parent'])) },
          { location: somewhere(w) },
          {
            rack: w.maybe(paths.racks),
            location: somewhere(w),
            position: w.one([null, 2]),
            face: w.one(['', 'front']),
          },
          { name: w.one([null, `n${w.below(10)}`]), tenant: w.one([null, ref('tenant')]) },
          {
            virtual_chassis: w.maybe(paths.chassis),
            vc_position: w.one([null, 0, 1, 2, 3]),
            vc_priority: w.one([null, 1, 255, 256]),
          },
          { vc_position: w.one([null, 1, 2]) },
          { asset_tag: w.one([null, '', 'a1']) },
          { local_config_context_data: w.one([null, { a: 1 }, [1]]) },
        ]),
    },
    [paths.bays]: {
      most: 5,
      make: (w) => ({
        device: w.any(paths.devices) && w.chance(0.3) ? w.any(paths.devices) : ref('whole'),
        name: `b${w.below(5)}`,
        installed_device: w.maybe(paths.devices, 0.6),
      }),
      change: (w) => ({ installed_device: w.maybe(paths.devices, 0.7) }),
    },
    [paths.chassis]: {
      most: 4,
      make: (w) => ({ name: `vc${w.below(5)}`, master: w.maybe(paths.devices, 0.4), domain: w.one(['', 'x']) }),
      change: (w) => ({ master: w.maybe(paths.devices, 0.8) }),
    },
    [paths.interfaces]: {
      most: 12,
      make: (w) => ({
        ...interfaceOf(w, w.any(paths.devices)),
        lag: w.maybe(paths.interfaces, 0.3),
        parent_interface: w.maybe(paths.interfaces, 0.2),
        bridge: w.maybe(paths.interfaces, 0.2),
        mode: w.one(['', 'access', 'tagged', 'tagged-all']),
        mgmt_only: w.chance(0.2),
      }),
      change: (w) =>
        w.one([
          { lag: w.maybe(paths.interfaces, 0.8) },
          { bridge: w.maybe(paths.interfaces, 0.8) },
          { parent_interface: w.maybe(paths.interfaces, 0.8) },
          { type: w.one(['virtual', 'lag', '1000base-t', 'bridge']) },
          { name: `if${w.below(8)}` },
          { mac_address: w.one([null, '00-11-22-33-44-55', 'aabb.ccdd.eeff']) },
          { device: w.any(paths.devices) },
        ]),
    },
    [paths.items]: {
      most: 8,
      make: (w) => ({
        device: w.any(paths.devices),
        name: `i${w.below(6)}`,
        parent: w.maybe(paths.items),
        manufacturer: w.one([null, ref('manufacturer')]),
        asset_tag: w.one([null, 'z1']),
      }),
    },
  },
  actions: [
    (w) => ({ method: 'GET', path: paths.interfaces, query: { device_id: w.any(paths.devices), limit: '0' } }),
    (w) => ({ method: 'GET', path: paths.devices, query: { rack_group: w.any(paths.rackGroups), limit: '0' } }),
  ],
};
