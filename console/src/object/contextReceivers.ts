import { type ApiObject, isRelated } from '../api/types';

/** What a context is assigned to, and the filter that finds who has that: of devices, of virtual machines. */
const assignments: [field: string, ofDevices: string | undefined, ofMachines: string | undefined][] = [
  ['locations', 'location', 'location'],
  ['roles', 'role', 'role'],
  ['device_types', 'device_type', undefined],
  ['device_redundancy_groups', 'device_redundancy_group', undefined],
  ['platforms', 'platform', 'platform'],
  ['cluster_groups', 'cluster_group', 'cluster_group'],
  ['clusters', 'cluster', 'cluster'],
  ['tenant_groups', 'tenant_group', 'tenant_group'],
  ['tenants', 'tenant', 'tenant'],
  ['tags', 'tags', 'tags'],
];

/** The models whose objects get contexts. */
export const receiving = ['dcim.device', 'virtualization.virtualmachine'] as const;

/** The filters that find who of a model gets a context; undefined where none of that model can. */
export function receivers(context: ApiObject, label: string): Record<string, string[]> | undefined {
  const query: Record<string, string[]> = {};
  for (const [field, ofDevices, ofMachines] of assignments) {
    const value = context[field];
    const ids = (Array.isArray(value) ? value : []).filter(isRelated).map(({ id }) => String(id));
    if (ids.length === 0) continue;
    const filter = label === 'dcim.device' ? ofDevices : ofMachines;
    if (filter === undefined) return undefined;
    query[filter] = ids;
  }
  return query;
}
