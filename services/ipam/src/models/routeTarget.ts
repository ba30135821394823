import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';

/** A mark on routes that tells which VRFs take them in. */
export const RouteTarget = defineModel('ipam.routetarget', {
  endpoint: 'route-targets',
  menu: [{ under: ['Networks', 'Layer 3 / Routing'], at: 480 }],
  traits: [primary],
  title: 'route target',
  description: 'Marks by which VRFs tell which routes they export and import.',
  listed: ['name', 'tenant', 'description'],
  fields: {
    name: f.text(21).unique(),
    description: f.text(200).default(''),
    tenant: f.ref('tenancy.tenant', { reverse: 'route_targets' }).optional(),
  },
  filterable: ['name', 'tenant'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    importing_vrfs: by.relation('importing_vrfs', { key: 'rd', isnull: true }),
    exporting_vrfs: by.relation('exporting_vrfs', { key: 'rd', isnull: true }),
  },
});
