import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { holdTimeIsLongEnough } from '../rules/holdTimeIsLongEnough';

/** What peerings have in common: where one of them says nothing itself, what its group says holds. */
export const PeerGroup = defineModel('bgp.peergroup', {
  root: 'plugins/bgp',
  endpoint: 'peer-groups',
  menu: [{ under: ['Networks', 'BGP'], at: 1010 }],
  traits: [primary],
  title: 'peer group',
  description: 'What peerings have in common: it holds for those of a group that say nothing else.',
  listed: ['name', 'local_as', 'hold_time', 'peering_count', 'description'],
  fields: {
    peering_count: f.count('bgp.peering', 'peer_group'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    hold_time: f.int({ min: 0, max: 65_535 }).optional().label('Hold time (seconds)'),
    local_as: f.ref('bgp.autonomoussystem', { reverse: 'peer_groups' }).optional().label('Local AS'),
  },
  filterable: ['name', 'description', 'hold_time'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }),
    local_as: by.relation('local_as', { key: 'asn', isnull: true }),
  },
  validate: [firstProblem(holdTimeIsLongEnough)],
});
