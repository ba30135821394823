import {
  configContext,
  hasPrimaryAddress,
  localContextData,
  localContextFilters,
  localContextIsObject,
  localContextKeepsToSchema,
  localContextSchema,
  namedAddresses,
  primaryAddressesAreOwn,
  primaryAddressFields,
  schemaNeedsLocalContext,
} from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem, inOrder } from '@plumbline/model';
import { addressesOfMachines } from '../addresses/addressesOfMachines';
import { surroundingsOfMachines } from '../contexts/surroundingsOfMachines';

/** A computer that a cluster runs. */
export const VirtualMachine = defineModel('virtualization.virtualmachine', {
  endpoint: 'virtual-machines',
  menu: [{ under: ['Inventory', 'Virtualization'], at: 360 }],
  traits: [primary, { dynamicGroups: true }],
  title: 'virtual machine',
  description: 'Computers that clusters run.',
  fields: {
    ...localContextData(),
    name: f.text(64).selective(),
    vcpus: f.int({ min: 0, max: 32767 }).optional().label('vCPUs').inForm({ title: 'VCPUs' }),
    memory: f.int({ min: 0, max: 2147483647 }).optional().label('Memory (MB)'),
    disk: f.int({ min: 0, max: 2147483647 }).optional().label('Disk (GB)'),
    comments: f.text().default(''),
    ...localContextSchema('virtual_machines'),
    cluster: f.ref('virtualization.cluster', { reverse: 'virtual_machines' }),
    tenant: f.ref('tenancy.tenant', { reverse: 'virtual_machines' }).optional(),
    platform: f.ref('dcim.platform', { reverse: 'virtual_machines', onDelete: 'setNull' }).optional(),
    status: f.ref('extras.status', { reverse: 'virtual_machines', onlyFor: 'virtualization.virtualmachine' }),
    role: f.ref('extras.role', { reverse: 'virtual_machines', onlyFor: 'virtualization.virtualmachine' }).optional(),
    ...primaryAddressFields(),
    ...configContext(surroundingsOfMachines, [
      'cluster.cluster_group',
      'cluster.location.tree_ids',
      'tenant.tenant_group.tree_ids',
    ]),
  },
  order: ['name'],
  unique: [
    { fields: ['cluster', 'tenant', 'name'], checkedBy: 'model' },
    {
      fields: ['cluster', 'name'],
      checkedBy: 'model',
      whenNull: 'tenant',
      toldAs: 'name',
      message: 'A virtual machine with this name already exists in the assigned cluster.',
    },
  ],
  naturalKey: ['cluster.name', 'tenant.name', 'name'],
  filterable: ['name', 'vcpus', 'memory', 'disk', 'comments', 'tenant', 'platform', 'status', 'role'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', comments: 'icontains' }),
    cluster: by.relationId('cluster', { single: true }),
    cluster_id: by.relationId('cluster'),
    cluster_group: by.relation('cluster.cluster_group', { isnull: true }),
    cluster_group_id: by.relationId('cluster.cluster_group', { isnull: true }),
    cluster_type: by.relation('cluster.cluster_type'),
    cluster_type_id: by.relationId('cluster.cluster_type'),
    location: by.tree('cluster.location', { isnull: true }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    platform_id: by.relationId('platform'),
    ...localContextFilters(),
    mac_address: by.mac('interfaces.mac_address'),
    has_primary_ip: hasPrimaryAddress,
    primary_ip4: by.rule(namedAddresses('primary_ip4')),
    primary_ip6: by.rule(namedAddresses('primary_ip6')),
    services: by.relation('services', { isnull: true }),
    has_services: by.has('services'),
    interfaces: by.relation('interfaces', { isnull: true }),
    has_interfaces: by.has('interfaces'),
  },
  validate: [
    inOrder(
      firstProblem(localContextIsObject, schemaNeedsLocalContext),
      localContextKeepsToSchema,
      primaryAddressesAreOwn(addressesOfMachines),
    ),
  ],
});
