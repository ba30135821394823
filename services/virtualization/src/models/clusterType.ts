import { by, defineModel, f, organizational } from '@plumbline/model';

/** A technology that clusters are built with. */
export const ClusterType = defineModel('virtualization.clustertype', {
  endpoint: 'cluster-types',
  menu: [{ under: ['Inventory', 'Virtualization'], at: 390 }],
  title: 'cluster type',
  description: 'Technologies that clusters are built with.',
  traits: [organizational],
  fields: {
    cluster_count: f.count('virtualization.cluster', 'cluster_type'),
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
