import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';

/** Which routes are taken from peers, or told to them, and how they are preferred (RFC 4271, section 9). */
export const RoutingPolicy = defineModel('bgp.routingpolicy', {
  root: 'plugins/bgp',
  endpoint: 'routing-policies',
  menu: [{ under: ['Networks', 'BGP'], at: 1040 }],
  traits: [primary],
  title: 'routing policy',
  plural: 'routing policies',
  description: 'Which routes are taken from peers, or told to them, and how they are preferred.',
  listed: ['name', 'term_count', 'description'],
  fields: {
    term_count: f.count('bgp.policyterm', 'policy'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'description'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }),
    has_terms: by.has('terms'),
  },
});
