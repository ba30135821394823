import type { Places } from './places';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';

/** Virtualization. */
export function makeClusters(
  { named, add, brief, choice, generic }: Tools,
  { sites, siteGroups, tenants }: Places & Tenancy,
) {
  const clusterTypes = [named('virtualization/cluster-types', 'VMware', { comments: 'Ours' })];
  const clusterGroup = named('virtualization/cluster-groups', 'Berlin clusters');
  const clusters = sites.slice(0, 3).map((site, index) =>
    add('virtualization/clusters', {
      name: index === 2 ? 'Cluster 0' : `Cluster ${index}`,
      type: brief(clusterTypes[0]),
      group: index === 2 ? null : brief(clusterGroup),
      status: choice('active'),
      tenant: brief(tenants[0]),
      ...(index === 1 ? generic('scope', 'dcim.sitegroup', siteGroups[0]!) : generic('scope', 'dcim.site', site)),
      description: 'A cluster',
      comments: 'Many machines',
    }),
  );
  return { clusters, clusterTypes, clusterGroup };
}

export type Clusters = ReturnType<typeof makeClusters>;
