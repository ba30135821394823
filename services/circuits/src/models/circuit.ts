import { primary } from '@plumbline/extensions';
import { by, defineModel, type Field, f } from '@plumbline/model';

/** The end on one side; terminations keep it up to date (`effects/pointFromCircuits`). */
const end = (): Field => f.ref('circuits.circuittermination', { onDelete: 'setNull' }).optional().readOnly();

/** A line between two points, leased from a provider. */
export const Circuit = defineModel('circuits.circuit', {
  endpoint: 'circuits',
  menu: [{ under: ['Inventory', 'Circuits'], at: 290 }],
  traits: [primary],
  title: 'circuit',
  description: 'Lines between two points, leased from providers.',
  fields: {
    cid: f.text(100).label('Circuit ID').selective(),
    install_date: f.date().optional().label('Date installed'),
    commit_rate: f.int({ min: 0, max: 2147483647 }).optional().label('Commit rate (Kbps)'),
    description: f.text(200).default(''),
    comments: f.text().default(''),
    status: f.ref('extras.status', { reverse: 'circuits', onlyFor: 'circuits.circuit' }),
    provider: f.ref('circuits.provider', { reverse: 'circuits' }),
    circuit_type: f.ref('circuits.circuittype', { reverse: 'circuits' }),
    tenant: f.ref('tenancy.tenant', { reverse: 'circuits' }).optional(),
    circuit_termination_a: end(),
    circuit_termination_z: end(),
  },
  order: ['provider', 'cid'],
  unique: [['provider', 'cid']],
  naturalKey: ['provider.name', 'cid'],
  display: (circuit) => String(circuit.cid),
  filterable: [
    'cid',
    'install_date',
    'commit_rate',
    'description',
    'comments',
    'status',
    'provider',
    'circuit_type',
    'tenant',
  ],
  filters: {
    q: by.search({
      id: 'iexact',
      cid: 'icontains',
      'circuit_terminations.xconnect_id': 'icontains',
      'circuit_terminations.pp_info': 'icontains',
      'circuit_terminations.description': 'icontains',
      description: 'icontains',
      comments: 'icontains',
    }),
    tenant_id: by.relationId('tenant'),
    tenant_group: by.tree('tenant.tenant_group', { isnull: true }),
    provider_network: by.relation('circuit_terminations.provider_network', { isnull: true }),
    location: by.tree('circuit_terminations.location', { isnull: true }),
    has_terminations: by.has('circuit_terminations'),
    circuit_terminations: by.relationId('circuit_terminations', { isnull: true }),
    circuit_termination_a: by.relationId('circuit_termination_a'),
    circuit_termination_z: by.relationId('circuit_termination_z'),
  },
});
