/** By which fields an object that is here already is known to be the one that is wanted. */
export interface Identity {
  /** Fields by which objects here are found that have another id; text is compared as it stands. */
  match: string[];
  /** Several wanted objects that are alike in these are one; otherwise the later ones are named otherwise. */
  merges?: boolean;
  /** What is here under another id is changed to what is wanted; otherwise it is left as it is. */
  updates?: boolean;
  /** Fields of lists that are added to, never shortened. */
  grows?: string[];
}

/**
 * What is known by its name before it is known by its id: kinds of objects that every installation makes for itself, or
 * that others have made here before.
 */
export const identities: Readonly<Record<string, Identity>> = {
  'extras/statuses': { match: ['name'], merges: true, grows: ['content_types'] },
  'extras/roles': { match: ['name'], merges: true, grows: ['content_types'] },
  'extras/tags': { match: ['name'], grows: ['content_types'] },
  'extras/custom-fields': { match: ['key'], grows: ['content_types'] },
  'extras/custom-field-choices': { match: ['custom_field', 'value'] },
  'extras/relationships': { match: ['key'] },
  'users/users': { match: ['username'] },
  'users/groups': { match: ['name'] },
  'tenancy/tenant-groups': { match: ['name'] },
  'tenancy/tenants': { match: ['name'] },
  'dcim/location-types': { match: ['name'], grows: ['content_types'] },
  'dcim/locations': { match: ['parent', 'name'] },
  'dcim/manufacturers': { match: ['name'] },
  'dcim/platforms': { match: ['name'] },
  'dcim/device-types': { match: ['manufacturer', 'model'] },
  'ipam/namespaces': { match: ['name'] },
  'ipam/rirs': { match: ['name'] },
  'ipam/route-targets': { match: ['name'] },
  'ipam/vlan-groups': { match: ['name'] },
  'circuits/providers': { match: ['name'] },
  'circuits/circuit-types': { match: ['name'] },
  'virtualization/cluster-types': { match: ['name'] },
  'virtualization/cluster-groups': { match: ['name'] },
  'virtualization/clusters': { match: ['name'] },
};
