import type { Definitions } from './definitions';
import type { Devices } from './devices';
import type { Networks } from './networks';
import type { People } from './people';
import type { Places } from './places';
import type { Tools } from './tools';

/** What has no place. */
export function makeUnplaced(
  { named, choice, brief, add, generic }: Tools,
  { interfaces, vlans, sites, users, tags }: Devices & Networks & Places & People & Definitions,
) {
  const ike = named('vpn/ike-proposals', 'IKE', { authentication_method: choice('preshared-keys') });
  const ikePolicy = named('vpn/ike-policies', 'IKE policy', {
    version: choice(2),
    proposals: [brief(ike)],
    preshared_key: 'a secret',
  });
  const ipsec = named('vpn/ipsec-proposals', 'IPsec');
  const ipsecPolicy = named('vpn/ipsec-policies', 'IPsec policy', { proposals: [brief(ipsec)] });
  const profile = named('vpn/ipsec-profiles', 'Profile', {
    mode: choice('esp'),
    ike_policy: brief(ikePolicy),
    ipsec_policy: brief(ipsecPolicy),
  });
  const tunnelGroup = named('vpn/tunnel-groups', 'Tunnels');
  const tunnel = named('vpn/tunnels', 'Tunnel', {
    status: choice('active'),
    group: brief(tunnelGroup),
    encapsulation: choice('gre'),
    ipsec_profile: brief(profile),
  });
  add('vpn/tunnel-terminations', {
    tunnel: brief(tunnel),
    role: choice('peer'),
    ...generic('termination', 'dcim.interface', interfaces[0]!),
  });
  const l2vpn = named('vpn/l2vpns', 'EVPN', { type: choice('vxlan-evpn'), status: choice('active') });
  add('vpn/l2vpn-terminations', { l2vpn: brief(l2vpn), ...generic('assigned_object', 'ipam.vlan', vlans[0]!) });
  const radioGroup = named('wireless/wireless-lan-groups', 'Radio');
  const radio = add('wireless/wireless-lans', {
    ssid: 'guest',
    display: 'guest',
    group: brief(radioGroup),
    status: choice('active'),
    auth_psk: 'a secret',
    ...generic('scope', 'dcim.site', sites[0]!),
    custom_fields: { only_radio: 'x' },
  });
  add('wireless/wireless-links', {
    interface_a: brief(interfaces[0]),
    interface_b: brief(interfaces[1]),
    ssid: 'bridge',
    status: choice('connected'),
    auth_psk: 'a secret',
  });
  const source = add('core/data-sources', {
    name: 'Repository',
    type: choice('git'),
    source_url: 'https://git.example.org',
    enabled: true,
    status: choice('completed'),
    parameters: { password: 'a secret' },
  });
  add('core/data-files', { source: brief(source), path: 'a.yaml', size: 1, hash: 'x' });
  add('core/jobs', { name: 'A job', status: choice('completed') });
  add('core/object-changes', {
    user_name: 'ada',
    action: choice('create'),
    changed_object_type: 'dcim.site',
    changed_object_id: 1,
  });
  add('core/object-types', { app_label: 'dcim', model: 'site' });
  add('extras/object-changes', {
    user_name: 'ada',
    action: choice('create'),
    changed_object_type: 'dcim.site',
    changed_object_id: 1,
  });
  add('extras/content-types', { app_label: 'dcim', model: 'site' });
  add('extras/reports', { name: 'A report' });
  add('extras/scripts', { name: 'A script' });
  add('extras/bookmarks', { object_type: 'dcim.site', object_id: 1, user: brief(users[0]) });
  add('extras/subscriptions', { object_type: 'dcim.site', object_id: 1, user: brief(users[0]) });
  add('extras/notifications', {
    object_type: 'dcim.site',
    object_id: 1,
    user: brief(users[0]),
    event_type: 'object_updated',
  });
  add('extras/notification-groups', { name: 'All', users: [brief(users[0])], description: '' });
  add('extras/saved-filters', { name: 'Mine', slug: 'mine', object_types: ['dcim.site'], parameters: {} });
  add('extras/table-configs', { name: 'Mine', table: 'SiteTable', object_type: 'dcim.site', columns: ['name'] });
  add('extras/tagged-objects', { object_type: 'dcim.site', object_id: 1, tag: brief(tags[0]) });
  const pictures = { object_type: 'dcim.site', object_id: 1 };
  add('extras/image-attachments', { ...pictures, name: 'Door', image: '/media/image-attachments/door%201.png' });
  add('extras/image-attachments', { ...pictures, name: 'Plan', image: '/media/plan.svg' });
  add('extras/image-attachments', { ...pictures, name: 'Gone', image: '/media/gone.png' });
  return { radio };
}

export type Unplaced = ReturnType<typeof makeUnplaced>;
