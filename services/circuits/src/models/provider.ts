import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';

/** A company that lines are leased from. */
export const Provider = defineModel('circuits.provider', {
  endpoint: 'providers',
  menu: [{ under: ['Inventory', 'Circuits'], at: 320 }],
  traits: [primary],
  title: 'provider',
  description: 'Companies that lines are leased from.',
  fields: {
    circuit_count: f.count('circuits.circuit', 'provider'),
    name: f.text(100).unique(),
    asn: f.int({ min: 1, max: 4294967295 }).optional().label('ASN'),
    account: f.text(100).default('').label('Account number'),
    portal_url: f.url().default('').label('Portal URL'),
    noc_contact: f.text().default('').label('NOC contact'),
    admin_contact: f.text().default(''),
    comments: f.text().default(''),
  },
  filterable: ['name', 'asn', 'account', 'portal_url', 'noc_contact', 'admin_contact', 'comments'],
  filters: {
    q: by.search({
      name: 'icontains',
      account: 'icontains',
      noc_contact: 'icontains',
      admin_contact: 'icontains',
      comments: 'icontains',
    }),
    circuits: by.relation('circuits', { key: 'cid', isnull: true }),
    has_circuits: by.has('circuits'),
    provider_networks: by.relation('provider_networks', { isnull: true }),
    has_provider_networks: by.has('provider_networks'),
    location: by.tree('circuits.circuit_terminations.location', { isnull: true }),
  },
});
