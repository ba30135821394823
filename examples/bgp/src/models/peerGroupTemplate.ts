import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { attributesAreNamed } from '../rules/attributesAreNamed';
import { holdTimeIsLongEnough } from '../rules/holdTimeIsLongEnough';

/** What peer groups have in common: where one of them says nothing itself, what its template says holds. */
export const PeerGroupTemplate = defineModel('bgp.peergrouptemplate', {
  root: 'plugins/bgp',
  endpoint: 'peer-group-templates',
  menu: [{ under: ['Networks', 'BGP'], at: 1005 }],
  traits: [primary],
  title: 'peer group template',
  description: 'What peer groups have in common: it holds for those that say nothing else.',
  listed: ['name', 'local_as', 'hold_time', 'group_count', 'description'],
  fields: {
    group_count: f.count('bgp.peergroup', 'template'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    hold_time: f.int({ min: 0, max: 65_535 }).optional().label('Hold time (seconds)'),
    extra_attributes: f.json().default(() => ({})),
    local_as: f.ref('bgp.autonomoussystem', { reverse: 'peer_group_templates' }).optional().label('Local AS'),
    import_policy: f.ref('bgp.routingpolicy', { reverse: 'importing_templates' }).optional(),
    export_policy: f.ref('bgp.routingpolicy', { reverse: 'exporting_templates' }).optional(),
  },
  filterable: ['name', 'description', 'hold_time'],
  filters: {
    q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }),
    local_as: by.relation('local_as', { key: 'asn', isnull: true }),
    import_policy: by.relation('import_policy', { key: 'name', isnull: true }),
    export_policy: by.relation('export_policy', { key: 'name', isnull: true }),
  },
  validate: [firstProblem(holdTimeIsLongEnough, attributesAreNamed)],
});
