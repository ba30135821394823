import { by, defineModel, f, organizational } from '@plumbline/model';

/** Who hands out blocks of addresses: a regional Internet registry, or a document such as RFC 1918. */
export const Rir = defineModel('ipam.rir', {
  endpoint: 'rirs',
  menu: [{ under: ['Networks', 'IP Management'], at: 430 }],
  title: 'RIR',
  description: 'Registries that hand out blocks of addresses.',
  listed: ['name', 'is_private', 'assigned_prefix_count', 'description'],
  traits: [organizational],
  fields: {
    assigned_prefix_count: f.count('ipam.prefix', 'rir'),
    name: f.text(100).unique(),
    is_private: f.bool().default(false).label('Private'),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'is_private', 'description'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains' }),
  },
});
