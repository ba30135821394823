import { primary } from '@plumbline/extensions';
import { by, defineModel, f, firstProblem } from '@plumbline/model';
import { inherited, inheritedFrom, mergedAttributes } from '../inherited';
import { addressesFit } from '../rules/addressesFit';
import { attributesAreNamed } from '../rules/attributesAreNamed';
import { holdTimeIsLongEnough } from '../rules/holdTimeIsLongEnough';

/** What RFC 4271 suggests where nobody says anything. */
const usualHoldTime = 90;

/** What holds for a peering of what a relation leads to: its own word, its group's, or that of the group's template. */
const effective = (path: string, type: 'string' | 'integer') =>
  f.computed({ type, nullable: true }, (peering) => inherited(peering, path), [path, ...inheritedFrom(path)]);

/** A session between an address of a device and one of its peer. */
export const Peering = defineModel('bgp.peering', {
  root: 'plugins/bgp',
  endpoint: 'peerings',
  menu: [{ under: ['Networks', 'BGP'], at: 1020 }],
  traits: [primary, { dynamicGroups: true }],
  title: 'peering',
  description: 'Sessions between addresses of devices and those of their peers.',
  listed: ['local_address', 'remote_address', 'remote_as', 'peer_group', 'device', 'status'],
  fields: {
    description: f.text(200).default(''),
    hold_time: f.int({ min: 0, max: 65_535 }).optional().label('Hold time (seconds)'),
    effective_hold_time: f.computed(
      { type: 'integer' },
      (peering) => inherited(peering, 'hold_time') ?? usualHoldTime,
      inheritedFrom('hold_time'),
    ),
    extra_attributes: f.json().default(() => ({})),
    effective_extra_attributes: f.computed({ type: 'object' }, mergedAttributes, inheritedFrom('extra_attributes')),
    effective_local_as: effective('local_as.asn', 'integer'),
    effective_import_policy: effective('import_policy.name', 'string'),
    effective_export_policy: effective('export_policy.name', 'string'),
    device: f.ref('dcim.device', { reverse: 'bgp_peerings', onDelete: 'cascade' }),
    local_address: f.ref('ipam.ipaddress', { reverse: 'bgp_peerings' }),
    remote_address: f.ref('ipam.ipaddress', { reverse: 'bgp_peerings_from_afar' }),
    remote_as: f.ref('bgp.autonomoussystem', { reverse: 'peerings_from_afar' }).label('Remote AS'),
    local_as: f.ref('bgp.autonomoussystem', { reverse: 'peerings' }).optional().label('Local AS'),
    peer_group: f.ref('bgp.peergroup', { reverse: 'peerings' }).optional(),
    import_policy: f.ref('bgp.routingpolicy', { reverse: 'importing_peerings' }).optional(),
    export_policy: f.ref('bgp.routingpolicy', { reverse: 'exporting_peerings' }).optional(),
    status: f.ref('extras.status', { reverse: 'bgp_peerings', onlyFor: 'bgp.peering' }),
  },
  partOf: 'device',
  order: ['device', 'local_address', 'remote_address'],
  unique: [['local_address', 'remote_address']],
  naturalKey: ['local_address.parent.namespace.name', 'local_address.host', 'remote_address.host'],
  display: (peering) => `${peering['local_address.host']} ↔ ${peering['remote_address.host']}`,
  displayNeeds: ['local_address.host', 'remote_address.host'],
  filterable: ['description', 'hold_time', 'device', 'peer_group', 'status'],
  filters: {
    q: by.search({
      id: 'iexact',
      description: 'icontains',
      'device.name': 'icontains',
      'peer_group.name': 'icontains',
    }),
    local_address: by.relationId('local_address'),
    remote_address: by.relationId('remote_address'),
    remote_as: by.relation('remote_as', { key: 'asn' }),
    local_as: by.relation('local_as', { key: 'asn', isnull: true }),
    import_policy: by.relation('import_policy', { key: 'name', isnull: true }),
    export_policy: by.relation('export_policy', { key: 'name', isnull: true }),
    has_address_families: by.has('address_families'),
  },
  needs: { local_address: ['ip_version', 'type'], remote_address: ['ip_version', 'type'] },
  validate: [firstProblem(addressesFit, holdTimeIsLongEnough, attributesAreNamed)],
});
