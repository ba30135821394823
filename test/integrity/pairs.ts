import type { World } from '../harness/world';

/** Something that is created while what it refers to is being deleted. */
export interface Pair {
  name: string;
  /** The target's endpoint, and a body for the target of one round. */
  targets: string;
  target(world: World, round: number): object;
  /** What stands between the two: it goes with the target, and is what the referrer refers to. */
  between?(world: World, round: number, target: string): object;
  /** The referrer's endpoint, and its body. */
  referrers: string;
  referrer(world: World, round: number, target: string): object;
  /**
   * What the deletion of a target does to a referrer that came first: stands in the way, or is let go of or taken
   * along.
   */
  effect: 'protects' | 'follows';
}

const active = (world: World): string => world.statuses.get('Active')!;

/**
 * Relations of every sort: to another service and within one, to one object and to many, protecting, emptied,
 * cascading.
 */
export const pairs: Pair[] = [
  {
    name: 'tenant of a prefix',
    targets: 'tenancy/tenants/',
    target: ({ run }, round) => ({ name: `tenant ${run} ${round}` }),
    referrers: 'ipam/prefixes/',
    referrer: (world, round, tenant) => ({
      prefix: `10.${round >> 8}.${round & 255}.0/24`,
      namespace: world.namespace,
      status: active(world),
      tenant,
    }),
    effect: 'protects',
  },
  {
    name: 'status of a VLAN',
    targets: 'extras/statuses/',
    target: ({ run }, round) => ({ name: `status ${run} ${round}`, content_types: ['ipam.vlan'] }),
    referrers: 'ipam/vlans/',
    referrer: (_world, round, status) => ({ vid: (round % 4000) + 1, name: `vlan ${round}`, status }),
    effect: 'protects',
  },
  {
    name: 'status of a VLAN, by name',
    targets: 'extras/statuses/',
    target: ({ run }, round) => ({ name: `named ${run} ${round}`, content_types: ['ipam.vlan'] }),
    referrers: 'ipam/vlans/',
    referrer: ({ run }, round) => ({ vid: (round % 4000) + 1, name: `v ${round}`, status: `named ${run} ${round}` }),
    effect: 'protects',
  },
  {
    name: 'location of a VLAN',
    targets: 'dcim/locations/',
    target: (world, round) => ({
      name: `room ${world.run} ${round}`,
      location_type: world.locationType,
      parent: world.location,
      status: active(world),
    }),
    referrers: 'ipam/vlans/',
    referrer: (world, round, location) => ({
      vid: (round % 4000) + 1,
      name: `vlan ${round}`,
      status: active(world),
      location,
    }),
    effect: 'protects',
  },
  {
    name: 'namespace of a VRF',
    targets: 'ipam/namespaces/',
    target: ({ run }, round) => ({ name: `namespace ${run} ${round}` }),
    referrers: 'ipam/vrfs/',
    referrer: (_world, round, namespace) => ({ name: `vrf ${round}`, namespace }),
    effect: 'protects',
  },
  {
    name: 'tags of a prefix',
    targets: 'extras/tags/',
    target: ({ run }, round) => ({ name: `tag ${run} ${round}`, content_types: ['ipam.prefix'] }),
    referrers: 'ipam/prefixes/',
    referrer: (world, round, tag) => ({
      prefix: `11.${round >> 8}.${round & 255}.0/24`,
      namespace: world.namespace,
      status: active(world),
      tags: [tag],
    }),
    effect: 'follows',
  },
  {
    name: 'import targets of a VRF',
    targets: 'ipam/route-targets/',
    target: ({ run }, round) => ({ name: `${run}:${round}`.slice(-21) }),
    referrers: 'ipam/vrfs/',
    referrer: (world, round, target) => ({
      name: `importing ${round}`,
      namespace: world.namespace,
      import_targets: [target],
    }),
    effect: 'follows',
  },
  {
    name: 'parent of a location, which goes with it',
    targets: 'dcim/locations/',
    target: (world, round) => ({
      name: `house ${world.run} ${round}`,
      location_type: world.locationType,
      parent: world.location,
      status: active(world),
    }),
    referrers: 'dcim/locations/',
    referrer: (world, round, parent) => ({
      name: `floor ${round}`,
      location_type: world.locationType,
      parent,
      status: active(world),
    }),
    effect: 'follows',
  },
  {
    name: 'location inside one that goes',
    targets: 'dcim/locations/',
    target: (world, round) => ({
      name: `tower ${world.run} ${round}`,
      location_type: world.locationType,
      parent: world.location,
      status: active(world),
    }),
    between: (world, round, parent) => ({
      name: `storey ${round}`,
      location_type: world.locationType,
      parent,
      status: active(world),
    }),
    referrers: 'dcim/locations/',
    referrer: (world, round, parent) => ({
      name: `corner ${round}`,
      location_type: world.locationType,
      parent,
      status: active(world),
    }),
    effect: 'follows',
  },
  {
    name: 'VLAN at a location inside one that goes',
    targets: 'dcim/locations/',
    target: (world, round) => ({
      name: `campus ${world.run} ${round}`,
      location_type: world.locationType,
      parent: world.location,
      status: active(world),
    }),
    between: (world, round, parent) => ({
      name: `hall ${round}`,
      location_type: world.locationType,
      parent,
      status: active(world),
    }),
    referrers: 'ipam/vlans/',
    referrer: (world, round, location) => ({
      vid: (round % 4000) + 1,
      name: `vlan ${round}`,
      status: active(world),
      location,
    }),
    effect: 'protects',
  },
  {
    name: 'group of a tenant',
    targets: 'tenancy/tenant-groups/',
    target: ({ run }, round) => ({ name: `group ${run} ${round}` }),
    referrers: 'tenancy/tenants/',
    referrer: ({ run }, round, group) => ({ name: `member ${run} ${round}`, tenant_group: group }),
    effect: 'follows',
  },
];
