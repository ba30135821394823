import { by, defineModel, f, organizational } from '@plumbline/model';

/** Clusters that belong together, whatever the reason. */
export const ClusterGroup = defineModel('virtualization.clustergroup', {
  endpoint: 'cluster-groups',
  menu: [{ under: ['Inventory', 'Virtualization'], at: 400 }],
  title: 'cluster group',
  description: 'Clusters that belong together.',
  traits: [organizational],
  fields: {
    cluster_count: f.count('virtualization.cluster', 'cluster_group'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'description'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    clusters: by.relation('clusters', { isnull: true }),
    has_clusters: by.has('clusters'),
  },
});
