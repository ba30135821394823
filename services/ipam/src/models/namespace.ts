import { primary } from '@plumbline/extensions';
import { anyOf, by, defineModel, f, where } from '@plumbline/model';

/** A plumbline in which addresses mean one thing only. */
export const Namespace = defineModel('ipam.namespace', {
  endpoint: 'namespaces',
  menu: [{ under: ['Networks', 'Layer 3 / Routing'], at: 460 }],
  traits: [primary, { dynamicGroups: true }],
  title: 'namespace',
  description: 'Realms in which every prefix, address and route distinguisher is unique.',
  listed: ['name', 'description', 'location'],
  fields: {
    name: f.text(255).unique(),
    description: f.text(200).default(''),
    location: f.ref('dcim.location', { reverse: 'namespaces' }).optional(),
  },
  filterable: ['name', 'description'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains' }),
    location: by.relationId('location', { single: true }),
    _custom_field_data: by.rule(
      (values) => anyOf(...values.map((value) => where('custom_fields', 'icontains', value))),
      { lookupWords: 'contains' },
    ),
  },
});
