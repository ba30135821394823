import { listed, type Surround, valuesOf } from '@plumbline/domain';

/**
 * Where devices belong: their location and those around it, what they are, whom they belong to and how they are tagged.
 */
export const surroundingsOfDevices: Surround = async (rows, asking) => {
  const [locations, clusters, tenants] = await Promise.all([
    valuesOf(asking, rows, 'location', 'dcim.location', ['tree_ids']),
    valuesOf(asking, rows, 'cluster', 'virtualization.cluster', ['cluster_group']),
    valuesOf(asking, rows, 'tenant', 'tenancy.tenant', ['tenant_group.tree_ids']),
  ]);
  return rows.map((row) => ({
    locations: listed(locations.get(row.location)?.tree_ids),
    roles: listed(row.role),
    device_types: listed(row.device_type),
    device_redundancy_groups: listed(row.device_redundancy_group),
    platforms: listed(row.platform),
    cluster_groups: listed(clusters.get(row.cluster)?.cluster_group),
    clusters: listed(row.cluster),
    tenant_groups: listed(tenants.get(row.tenant)?.['tenant_group.tree_ids']),
    tenants: listed(row.tenant),
    tags: listed(row.tags),
  }));
};
