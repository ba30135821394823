import { active, paths, ref } from './common.mjs';

export const locations = {
  given: [
    ['tenant', paths.tenants, { name: 't-{{run}}' }],
    ['tag', paths.tags, { name: 'tag-{{run}}', content_types: ['dcim.location', 'dcim.rack'] }],
  ],
  kinds: {
    [paths.locationTypes]: {
      most: 6,
      make: (w) => ({
        name: `lt${w.below(8)}-{{run}}`,
        parent: w.maybe(paths.locationTypes),
        nestable: w.chance(0.4),
        content_types: w.one([
          [],
          ['dcim.rack'],
          ['dcim.rack', 'dcim.rackgroup', 'ipam.vlangroup', 'ipam.prefix', 'virtualization.cluster'],
        ]),
      }),
    },
    [paths.locations]: {
      most: 12,
      make: (w) => ({
        name: `l${w.below(9)}`,
        location_type: w.any(paths.locationTypes),
        parent: w.maybe(paths.locations, 0.6),
        status: active,
        tenant: w.maybe(paths.tenants, 0.3),
        asn: w.one([null, 65000, 0, 4294967296]),
        latitude: w.one([null, 1.5, '91', '10.1234567']),
        time_zone: w.one([null, 'Europe/Zurich', 'Mars/Phobos']),
        tags: w.one([[], [ref('tag')]]),
      }),
    },
    [paths.rackGroups]: {
      most: 5,
      make: (w) => ({ name: `g${w.below(4)}`, location: w.any(paths.locations), parent: w.maybe(paths.rackGroups) }),
    },
    [paths.racks]: {
      most: 5,
      make: (w) => ({
        name: `k${w.below(5)}`,
        location: w.any(paths.locations),
        rack_group: w.maybe(paths.rackGroups),
        status: active,
        tags: w.one([[], [ref('tag')]]),
      }),
    },
    [paths.vlanGroups]: {
      most: 4,
      make: (w) => ({ name: `vg${w.below(5)}-{{run}}`, location: w.maybe(paths.locations, 0.8) }),
    },
    [paths.vlans]: {
      most: 6,
      make: (w) => ({
        vid: w.one([0, 1, 2, 3, 4095]),
        name: `v${w.below(4)}`,
        vlan_group: w.maybe(paths.vlanGroups),
        location: w.maybe(paths.locations),
        status: active,
      }),
    },
    [paths.tenantGroups]: {
      most: 5,
      make: (w) => ({ name: `tg${w.below(6)}-{{run}}`, parent: w.maybe(paths.tenantGroups) }),
    },
    [paths.tenants]: {
      most: 4,
      make: (w) => ({ name: `t${w.below(6)}-{{run}}`, tenant_group: w.maybe(paths.tenantGroups) }),
    },
  },
  actions: [
    (w) => ({ method: 'GET', path: paths.racks, query: { location: w.any(paths.locations), limit: '0' } }),
    (w) => ({ method: 'GET', path: paths.locations, query: { subtree: w.any(paths.locations), limit: '0' } }),
    (w) => ({
      method: 'GET',
      path: paths.locations,
      query: { parent: w.any(paths.locations), content_type: 'dcim.rack' },
    }),
    (w) => ({ method: 'GET', path: paths.tenants, query: { tenant_group: w.any(paths.tenantGroups) } }),
  ],
};
