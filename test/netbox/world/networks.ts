import type { Clusters } from './clusters';
import type { Definitions } from './definitions';
import type { Places } from './places';
import type { Racks } from './racks';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';

/** VRFs, VLANs, prefixes. */
export function makeNetworks(
  { add, brief, named, generic, choice }: Tools,
  {
    tenants,
    tagged,
    customFields,
    sites,
    siteGroups,
    roles,
    rir,
    rooms,
    regions,
    racks,
    clusters,
  }: Tenancy & Definitions & Places & Racks & Clusters,
) {
  const targets = ['65000:1', '65000:2'].map((name) =>
    add('ipam/route-targets', { name, tenant: brief(tenants[0]), description: 'A target', comments: '' }),
  );
  const vrfs = [
    add('ipam/vrfs', {
      name: 'Blue',
      rd: '65000:10',
      tenant: brief(tenants[0]),
      enforce_unique: true,
      import_targets: [brief(targets[0])],
      export_targets: [brief(targets[1])],
      description: 'A VRF',
      comments: 'Blue things',
      tags: tagged(0),
    }),
    add('ipam/vrfs', { name: 'Red', rd: null, enforce_unique: false, description: '', comments: '' }),
    add('ipam/vrfs', { name: 'Blue', rd: '65000:11', enforce_unique: true, description: 'Another one', comments: '' }),
    add('ipam/vrfs', { name: 'Global', rd: '65000:12', enforce_unique: true, description: '', comments: '' }),
  ];
  const vlanGroups = [
    named('ipam/vlan-groups', 'Campus', {
      ...generic('scope', 'dcim.site', sites[0]!),
      vid_ranges: [[1, 4094]],
      tenant: brief(tenants[0]),
    }),
    named('ipam/vlan-groups', 'Campus', {
      slug: 'campus-2',
      ...generic('scope', 'dcim.rack', racks[0]!),
      vid_ranges: [
        [100, 199],
        [300, 399],
      ],
    }),
    named('ipam/vlan-groups', 'Cloud', {
      ...generic('scope', 'virtualization.cluster', clusters[0]!),
      vid_ranges: [[1, 4094]],
    }),
    named('ipam/vlan-groups', 'Grouped', {
      ...generic('scope', 'dcim.sitegroup', siteGroups[0]!),
      vid_ranges: [[1, 4094]],
    }),
  ];
  const policy = named('ipam/vlan-translation-policies', 'Translate', { comments: '' });
  add('ipam/vlan-translation-rules', { policy: policy.id, local_vid: 10, remote_vid: 20, description: '' });
  const vlans = sites.flatMap((site, index) =>
    [10, 20].map((vid) =>
      add('ipam/vlans', {
        site: brief(site),
        group: index === 0 ? brief(vlanGroups[0]) : null,
        vid: vid + index,
        name: `VLAN ${vid + index}`,
        tenant: brief(tenants[0]),
        status: choice(vid === 10 ? 'active' : 'reserved'),
        role: brief(roles[0]),
        description: 'A VLAN',
        comments: vid === 10 ? 'Notes on it' : '',
        tags: tagged(0),
      }),
    ),
  );
  const serviceVlan = add('ipam/vlans', {
    vid: 1000,
    name: 'Service',
    status: choice('active'),
    qinq_role: choice('svlan'),
  });
  add('ipam/vlans', {
    vid: 1001,
    name: 'Customer',
    group: brief(vlanGroups[1]),
    status: choice('active'),
    qinq_role: choice('cvlan'),
    qinq_svlan: brief(serviceVlan),
  });
  add('ipam/aggregates', {
    prefix: '10.0.0.0/8',
    family: choice(4),
    rir: brief(rir),
    tenant: brief(tenants[0]),
    date_added: '2019-01-02',
    description: 'All of ten',
    comments: 'RFC 1918',
    tags: tagged(0),
  });
  add('ipam/aggregates', {
    prefix: '2001:db8::/32',
    family: choice(6),
    rir: brief(rir),
    date_added: null,
    description: '',
    comments: '',
  });
  const prefix = (text: string, fields: Record<string, unknown> = {}) =>
    add('ipam/prefixes', {
      prefix: text,
      family: choice(text.includes(':') ? 6 : 4),
      status: choice('active'),
      is_pool: false,
      mark_utilized: false,
      description: 'A prefix',
      comments: '',
      ...fields,
    });
  prefix('10.0.0.0/8', { status: choice('container'), comments: 'The same as the aggregate' });
  sites.forEach((site, index) => {
    prefix(`10.${index}.0.0/16`, {
      status: choice('container'),
      ...generic('scope', 'dcim.site', site),
      tenant: brief(tenants[index % 3]),
      role: brief(roles[0]),
      tags: tagged(1),
      custom_fields: customFields(index),
    });
    prefix(`10.${index}.1.0/24`, {
      vlan: brief(vlans[index * 2]),
      ...generic('scope', 'dcim.location', rooms[index]!),
      mark_utilized: index === 0,
    });
    prefix(`2001:db8:${index}::/48`, { vrf: index % 2 ? brief(vrfs[0]) : null });
  });
  prefix('10.0.1.0/24', { status: choice('deprecated'), description: 'The same once more' });
  prefix('10.0.0.0/16', { vrf: brief(vrfs[0]), is_pool: true, ...generic('scope', 'dcim.region', regions[0]!) });
  prefix('10.0.0.0/16', { vrf: brief(vrfs[2]), ...generic('scope', 'dcim.sitegroup', siteGroups[0]!) });
  add('ipam/ip-ranges', {
    start_address: '10.0.1.100/24',
    end_address: '10.0.1.120/24',
    size: 21,
    status: choice('active'),
    family: choice(4),
  });
  return { vlans, vrfs, serviceVlan };
}

export type Networks = ReturnType<typeof makeNetworks>;
