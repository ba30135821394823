import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { attributesAreNamed } from '../rules/attributesAreNamed';
import { holdTimeIsLongEnough } from '../rules/holdTimeIsLongEnough';

/** What peerings have in common: where one of them says nothing itself, what its group says holds. */
export const PeerGroup = defineModel('bgp.peergroup', {
  root: 'plugins/bgp',
  endpoint: 'peer-groups',
  menu: [{ under: ['Networks', 'BGP'], at: 1010 }],
  traits: [primary],
  title: 'peer group',
  description: 'What peerings have in common: it holds for those of a group that say nothing else.',
  listed: ['name', 'template', 'local_as', 'hold_time', 'peering_count', 'description'],
  fields: {
    peering_count: f.count('bgp.peering', 'peer_group'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    hold_time: f.int({ min: 0, max: 65_535 }).optional().label('Hold time (seconds)'),
    extra_attributes: f.json().default(() => ({})),
    local_as: f.ref('bgp.autonomoussystem', { reverse: 'peer_groups' }).optional().label('Local AS'),
    template: f.ref('bgp.peergrouptemplate', { reverse: 'peer_groups' }).optional(),
    import_policy: f.ref('bgp.routingpolicy', { reverse: 'importing_groups' }).optional(),
    export_policy: f.ref('bgp.routingpolicy', { reverse: 'exporting_groups' }).optional(),
  },
  filterable: ['name', 'description', 'hold_time'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }),
    local_as: by.relation('local_as', { key: 'asn', isnull: true }),
    template: by.relation('template', { key: 'name', isnull: true }),
    import_policy: by.relation('import_policy', { key: 'name', isnull: true }),
    export_policy: by.relation('export_policy', { key: 'name', isnull: true }),
  },
  validate: [firstProblem(holdTimeIsLongEnough, attributesAreNamed)],
});
