import type { Definitions } from './definitions';
import type { People } from './people';
import type { Tools } from './tools';

/** Tenants and contacts. */
export function makeTenancy(
  { named, brief, slugOf, add }: Tools,
  { tagged, customFields, owned }: Definitions & People,
) {
  const tenantGroups = [named('tenancy/tenant-groups', 'Customers')];
  tenantGroups.push(
    named('tenancy/tenant-groups', 'Large customers', {
      parent: brief(tenantGroups[0]),
      _depth: 1,
      comments: 'The largest of them',
    }),
  );
  const tenants = ['Acme', 'Initech', 'Umbrella', 'Acme'].map((name, index) =>
    named('tenancy/tenants', name, {
      slug: `${slugOf(name)}-${index}`,
      group: brief(tenantGroups[index % 2]),
      comments: `About ${name}`,
      tags: tagged(0),
      custom_fields: { ...customFields(index), ...(index === 1 && { peer_tenants: [{ id: 1 }] }) },
    }),
  );
  const contactGroup = named('tenancy/contact-groups', 'On call');
  const contactRole = named('tenancy/contact-roles', 'Technician');
  const contacts = ['Kim Kelvin', 'Pat Pascal', 'Nobody Asked'].map((name) =>
    add('tenancy/contacts', {
      name,
      title: 'Engineer',
      phone: '+49 30 1',
      email: 'x@example.org',
      address: 'A street',
      link: 'https://example.org',
      groups: [brief(contactGroup)],
      ...owned,
    }),
  );
  return { tenants, contacts, contactRole, tenantGroups };
}

export type Tenancy = ReturnType<typeof makeTenancy>;
