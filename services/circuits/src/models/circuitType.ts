import { by, defineModel, f, organizational } from '@plumbline/model';

/** What circuits are used for, such as transit or a private line. */
export const CircuitType = defineModel('circuits.circuittype', {
  endpoint: 'circuit-types',
  menu: [{ under: ['Inventory', 'Circuits'], at: 310 }],
  title: 'circuit type',
  description: 'What circuits are used for.',
  traits: [organizational],
  fields: {
    circuit_count: f.count('circuits.circuit', 'circuit_type'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'description'],
  filters: { q: by.search({ name: 'icontains', id: 'iexact' }) },
});
