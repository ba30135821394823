import type { Mapping } from './language';

/** Models of which nothing is here: by their list, with the reason that the report gives. */
const without = (from: string, list: string, nowhere: string, more: Partial<Mapping> = {}): Mapping => ({
  from,
  list,
  nowhere,
  fields: {},
  ...more,
});

const ofServer = { onlyCounted: true } as const;
const history = 'the change log here begins with the import';
const secure = 'there are no tunnels here, nor what belongs to them';
const radio = 'there are no wireless networks here';
const personal = 'it is what somebody has set for NetBox’s own pages';
const running = 'what NetBox runs by itself stays there';
const files = 'what was read from files is taken; git repositories are set up anew';

/** What only NetBox has, and what belongs to its server rather than to its data. */
export const withoutPlace: readonly Mapping[] = [
  without(
    'circuits.circuitgroup',
    'circuits/circuit-groups',
    'there are no groups of circuits here; circuits keep the names of theirs',
  ),
  without(
    'circuits.circuitgroupassignment',
    'circuits/circuit-group-assignments',
    'there are no groups of circuits here; circuits keep the names of theirs',
  ),
  without('circuits.virtualcircuit', 'circuits/virtual-circuits', 'there are no virtual circuits here'),
  without(
    'circuits.virtualcircuittermination',
    'circuits/virtual-circuit-terminations',
    'there are no virtual circuits here',
  ),
  without('circuits.virtualcircuittype', 'circuits/virtual-circuit-types', 'there are no virtual circuits here'),
  without('core.datafile', 'core/data-files', files, ofServer),
  without('core.datasource', 'core/data-sources', files, { secret: ['parameters'] }),
  without('core.job', 'core/jobs', running, ofServer),
  without('core.objectchange', 'core/object-changes', history, ofServer),
  without('core.objecttype', 'core/object-types', 'the kinds of objects here are Plumbline’s own', ofServer),
  without('core.backgroundqueue', 'core/background-queues', running, ofServer),
  without('core.backgroundworker', 'core/background-workers', running, ofServer),
  without('core.backgroundtask', 'core/background-tasks', running, ofServer),
  without('dcim.connecteddevice', 'dcim/connected-device', 'a question, nothing it keeps', ofServer),
  without('dcim.moduletypeprofile', 'dcim/module-type-profiles', 'there are no types of modules here'),
  without(
    'dcim.rackgroup',
    'dcim/rack-groups',
    'groups of racks stand at a location here, and these at none; racks keep the name of theirs',
  ),
  without(
    'dcim.racktype',
    'dcim/rack-types',
    'there are no types of racks here; racks keep the name of theirs and say its measures themselves',
  ),
  without('extras.bookmark', 'extras/bookmarks', personal),
  without(
    'extras.configtemplate',
    'extras/config-templates',
    'there are no templates of configurations here; devices keep the name of theirs, and jobs can render it',
  ),
  without('extras.contenttype', 'extras/content-types', 'the kinds of objects here are Plumbline’s own', ofServer),
  without('extras.notification', 'extras/notifications', personal),
  without(
    'extras.notificationgroup',
    'extras/notification-groups',
    'there are no notifications here; webhooks tell of changes',
  ),
  without('extras.objectchange', 'extras/object-changes', history, ofServer),
  without('extras.report', 'extras/reports', 'reports are programs; jobs are written anew', ofServer),
  without('extras.savedfilter', 'extras/saved-filters', personal),
  without('extras.script', 'extras/scripts', 'scripts are programs; jobs are written anew', ofServer),
  without('extras.scriptmodule', 'extras/scripts/upload', 'scripts are programs; jobs are written anew', ofServer),
  without('extras.subscription', 'extras/subscriptions', personal),
  without('extras.tableconfig', 'extras/table-configs', personal),
  {
    from: 'extras.taggeditem',
    list: 'extras/tagged-objects',
    partOf: 'objects name their tags',
    fields: {},
    onlyCounted: true,
  },
  without(
    'ipam.vlantranslationpolicy',
    'ipam/vlan-translation-policies',
    'VLANs are not translated here; interfaces keep the name of their policy',
  ),
  without('ipam.vlantranslationrule', 'ipam/vlan-translation-rules', 'VLANs are not translated here'),
  without(
    'tenancy.contactgroup',
    'tenancy/contact-groups',
    'there are no contacts here; those of objects are notes on them',
  ),
  without(
    'tenancy.contactrole',
    'tenancy/contact-roles',
    'there are no contacts here; the notes on objects name the role',
  ),
  without('users.config', 'users/config', personal, ofServer),
  without('vpn.ikepolicy', 'vpn/ike-policies', secure, { secret: ['preshared_key'] }),
  without('vpn.ikeproposal', 'vpn/ike-proposals', secure),
  without('vpn.ipsecpolicy', 'vpn/ipsec-policies', secure),
  without('vpn.ipsecprofile', 'vpn/ipsec-profiles', secure),
  without('vpn.ipsecproposal', 'vpn/ipsec-proposals', secure),
  without('vpn.l2vpn', 'vpn/l2vpns', 'there are no L2VPNs here'),
  without('vpn.l2vpntermination', 'vpn/l2vpn-terminations', 'there are no L2VPNs here'),
  without('vpn.tunnel', 'vpn/tunnels', secure),
  without('vpn.tunnelgroup', 'vpn/tunnel-groups', secure),
  without('vpn.tunneltermination', 'vpn/tunnel-terminations', secure),
  without('wireless.wirelesslan', 'wireless/wireless-lans', radio, { secret: ['auth_psk'] }),
  without('wireless.wirelesslangroup', 'wireless/wireless-lan-groups', radio),
  without('wireless.wirelesslink', 'wireless/wireless-links', radio, { secret: ['auth_psk'] }),
];
