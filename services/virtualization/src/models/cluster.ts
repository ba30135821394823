import { acceptsLocation, locationNeeds } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem, inOrder } from '@plumbline/model';
import { hostsAreAtLocation } from '../rules/hostsAreAtLocation';

/** Hosts that run virtual machines together. */
export const Cluster = defineModel('virtualization.cluster', {
  endpoint: 'clusters',
  menu: [{ under: ['Inventory', 'Virtualization'], at: 380 }],
  traits: [primary, { dynamicGroups: true }],
  title: 'cluster',
  description: 'Hosts that run virtual machines together.',
  fields: {
    device_count: f.count('dcim.device', 'cluster'),
    virtualmachine_count: f.count('virtualization.virtualmachine', 'cluster'),
    name: f.text(100).unique(),
    comments: f.text().default(''),
    cluster_type: f.ref('virtualization.clustertype', { reverse: 'clusters' }),
    cluster_group: f.ref('virtualization.clustergroup', { reverse: 'clusters' }).optional(),
    tenant: f.ref('tenancy.tenant', { reverse: 'clusters' }).optional(),
    location: f.ref('dcim.location', { reverse: 'clusters' }).optional(),
  },
  filterable: ['name', 'comments', 'cluster_type', 'cluster_group', 'tenant'],
  filters: {
    q: by.search({ name: 'icontains', comments: 'icontains', id: 'iexact' }),
    cluster_type_id: by.relationId('cluster_type'),
    cluster_group_id: by.relationId('cluster_group'),
    location: by.tree('location'),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    devices: by.relation('devices', { isnull: true }),
    has_devices: by.has('devices'),
    virtual_machines: by.relation('virtual_machines', { isnull: true }),
    has_virtual_machines: by.has('virtual_machines'),
  },
  needs: { location: [...locationNeeds, 'name'] },
  neededWith: { location: [] },
  guarded: ['location'],
  validate: [inOrder(firstProblem(acceptsLocation('virtualization.cluster', 'Clusters')), hostsAreAtLocation)],
});
