import { cable, cabledFields, endpointFields, endpointFilters, locationNeeds } from '@plumbline/domain';
import { tagsOf } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem, organizational, tagFilters } from '@plumbline/model';
import { terminationSides } from '../choices/terminationSides';
import { pointFromCircuits } from '../effects/pointFromCircuits';
import { attachesOnce, fitsLocation } from '../rules/terminations';

/** One end of a circuit: at a location, or in a network of the provider. A cable goes on from there. */
export const CircuitTermination = defineModel('circuits.circuittermination', {
  endpoint: 'circuit-terminations',
  menu: [{ under: ['Inventory', 'Circuits'], at: 300 }],
  title: 'circuit termination',
  description: 'The ends of circuits, at locations or in networks of the providers.',
  traits: [organizational, { webhooks: true, customLinks: true, exportTemplates: true }],
  fields: {
    ...cabledFields(),
    ...endpointFields(),
    term_side: f.plainChoice(terminationSides).label('Termination'),
    port_speed: f.int({ min: 0, max: 2147483647 }).optional().label('Port speed (Kbps)'),
    upstream_speed: f.int({ min: 0, max: 2147483647 }).optional().label('Upstream speed (Kbps)'),
    xconnect_id: f.text(50).default('').label('Cross-connect ID'),
    pp_info: f.text(100).default('').label('Patch panel/port(s)'),
    description: f.text(200).default(''),
    cable: cable(),
    circuit: f.ref('circuits.circuit', { reverse: 'circuit_terminations', onDelete: 'cascade' }),
    location: f.ref('dcim.location', { reverse: 'circuit_terminations' }).optional(),
    provider_network: f.ref('circuits.providernetwork', { reverse: 'circuit_terminations' }).optional(),
    tags: tagsOf('circuits.circuittermination').unshown(),
  },
  partOf: 'circuit',
  order: ['circuit', 'term_side'],
  unique: [{ fields: ['circuit', 'term_side'], checkedBy: 'serializer' }],
  naturalKey: ['circuit.provider.name', 'circuit.cid', 'term_side'],
  display: (end) => `Termination ${end.term_side}: ${end['location.name'] ?? end['provider_network.name']}`,
  displayNeeds: ['location.name', 'provider_network.name'],
  filterable: ['description', 'port_speed', 'pp_info', 'upstream_speed', 'xconnect_id', 'provider_network'],
  filters: {
    q: by.search({
      id: 'iexact',
      'circuit.cid': 'icontains',
      xconnect_id: 'icontains',
      pp_info: 'icontains',
      description: 'icontains',
    }),
    term_side: by.choice('term_side', terminationSides, { anyText: true }),
    circuit: by.relation('circuit', { key: 'cid' }),
    location: by.tree('location'),
    ...tagFilters(),
    created: undefined,
    last_updated: undefined,
    ...endpointFilters(),
  },
  needs: { location: locationNeeds },
  neededWith: { location: [] },
  validate: [firstProblem(attachesOnce, fitsLocation)],
  afterSave: [pointFromCircuits],
});
