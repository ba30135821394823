import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';

/** Networks under one administration, known to others by a number of 16 or 32 bits (RFC 6793). */
export const AutonomousSystem = defineModel('bgp.autonomoussystem', {
  root: 'plugins/bgp',
  endpoint: 'autonomous-systems',
  menu: [{ under: ['Networks', 'BGP'], at: 1000 }],
  traits: [primary],
  title: 'autonomous system',
  description: 'Networks under one administration, known to others by their number.',
  listed: ['asn', 'status', 'provider', 'peering_count', 'description'],
  fields: {
    peering_count: f.count('bgp.peering', 'remote_as'),
    asn: f.int({ min: 1, max: 4_294_967_295 }).label('ASN').unique(),
    description: f.text(200).default(''),
    status: f.ref('extras.status', { reverse: 'autonomous_systems', onlyFor: 'bgp.autonomoussystem' }),
    provider: f.ref('circuits.provider', { reverse: 'autonomous_systems', onDelete: 'setNull' }).optional(),
  },
  order: ['asn'],
  naturalKey: ['asn'],
  display: ({ asn }) => `AS${asn}`,
  filterable: ['asn', 'description', 'status', 'provider'],
  filters: {
    q: by.search({ id: 'iexact', description: 'icontains', 'provider.name': 'icontains' }),
    has_peerings: by.has('peerings_from_afar'),
  },
});
