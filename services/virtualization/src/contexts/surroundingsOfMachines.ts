import { listed, type Surround, valuesOf } from '@plumbline/domain';

/**
 * Where virtual machines belong: what their cluster says of places, what they are, whom they belong to and how they are
 * tagged. What only devices have limits nothing.
 */
export const surroundingsOfMachines: Surround = async (rows, asking) => {
  const [clusters, tenants] = await Promise.all([
    valuesOf(asking, rows, 'cluster', 'virtualization.cluster', ['cluster_group', 'location.tree_ids']),
    valuesOf(asking, rows, 'tenant', 'tenancy.tenant', ['tenant_group.tree_ids']),
  ]);
  return rows.map((row) => ({
    locations: listed(clusters.get(row.cluster)?.['location.tree_ids']),
    roles: listed(row.role),
    platforms: listed(row.platform),
    cluster_groups: listed(clusters.get(row.cluster)?.cluster_group),
    clusters: listed(row.cluster),
    tenant_groups: listed(tenants.get(row.tenant)?.['tenant_group.tree_ids']),
    tenants: listed(row.tenant),
    tags: listed(row.tags),
  }));
};
