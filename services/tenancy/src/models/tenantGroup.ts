import { by, defineModel, f, organizational } from '@plumbline/model';

/** A group of tenants; groups may stand inside one another. */
export const TenantGroup = defineModel('tenancy.tenantgroup', {
  endpoint: 'tenant-groups',
  menu: [{ under: ['Inventory', 'Tenancy'], at: 280 }],
  title: 'tenant group',
  description: 'Groups of tenants, which may stand inside one another.',
  listed: ['name', 'tenant_count', 'description'],
  traits: [organizational],
  tree: { parent: 'parent', sortBy: 'name' },
  fields: {
    tenant_count: f.count('tenancy.tenant', 'tenant_group'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    parent: f.ref('tenancy.tenantgroup', { reverse: 'children', onDelete: 'cascade' }).optional(),
  },
  filterable: ['name', 'description', 'parent'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    children: by.relation('children', { isnull: true }),
    has_children: by.has('children'),
    tenants: by.relation('tenants', { isnull: true }),
    has_tenants: by.has('tenants'),
  },
});
