import { by, defineModel, f, firstProblem, inOrder, organizational, where } from '@plumbline/model';
import { dataAreObject, dataKeepToSchema } from '../configContexts/rules';
import { displayOwned, displayOwnedNeeds, ownerFields, ownerKey } from '../fields/owned';

/** Roles that what has contexts can have. */
const usable = where('content_types', 'in', ['dcim.device', 'virtualization.virtualmachine']);

/** Configuration data for devices and virtual machines, for those alone that belong where it says. */
export const ConfigContext = defineModel('extras.configcontext', {
  endpoint: 'config-contexts',
  menu: [{ under: ['Networks', 'Config Contexts'], at: 500 }],
  title: 'config context',
  className: 'ConfigContext',
  description: 'Configuration data for the devices and virtual machines that belong where each context says.',
  listed: [],
  traits: [organizational, { customFields: false, relationships: false, computedFields: false }],
  fields: {
    ...ownerFields(),
    name: f.text(100).unique(),
    ...ownerKey(),
    weight: f
      .int({ min: 0, max: 32767 })
      .default(1000)
      .describe('Data of contexts with more weight lie above those of contexts with less.'),
    description: f.text(200).default(''),
    is_active: f.bool().default(true),
    data: f.json(),
    config_context_schema: f
      .ref('extras.configcontextschema', { reverse: 'config_contexts', onDelete: 'setNull' })
      .optional(),
    locations: f.many('dcim.location'),
    roles: f.many('extras.role'),
    device_types: f.many('dcim.devicetype'),
    device_redundancy_groups: f.many('dcim.deviceredundancygroup'),
    platforms: f.many('dcim.platform'),
    cluster_groups: f.many('virtualization.clustergroup'),
    clusters: f.many('virtualization.cluster'),
    tenant_groups: f.many('tenancy.tenantgroup'),
    tenants: f.many('tenancy.tenant'),
    tags: f.many('extras.tag').with({ namedBy: 'name' }).last(),
  },
  order: ['weight', 'name'],
  display: displayOwned,
  displayNeeds: displayOwnedNeeds,
  filterable: ['name', 'owner_object_id'],
  filters: {
    q: by.search({ name: 'icontains', description: 'icontains', data: 'icontains', id: 'iexact' }),
    is_active: by.boolean('is_active'),
    owner_content_type: by.label('owner_content_type', { single: true }),
    schema: by.relation('config_context_schema'),
    location_id: by.relationId('locations'),
    location: by.relation('locations'),
    device_type_id: by.relationId('device_types'),
    device_type: by.relation('device_types', { key: 'model' }),
    platform_id: by.relationId('platforms'),
    platform: by.relation('platforms'),
    cluster_group_id: by.relationId('cluster_groups'),
    cluster_group: by.relation('cluster_groups'),
    cluster_id: by.relationId('clusters'),
    tenant_group_id: by.relationId('tenant_groups'),
    tenant_group: by.relation('tenant_groups'),
    tenant_id: by.relationId('tenants'),
    tenant: by.relation('tenants'),
    device_redundancy_group: by.relation('device_redundancy_groups'),
    tag: by.relation('tags'),
    role: by.relation('roles', { among: usable }),
    created: undefined,
    last_updated: undefined,
  },
  validate: [inOrder(firstProblem(dataAreObject), dataKeepToSchema)],
});
