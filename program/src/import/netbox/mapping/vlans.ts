import { refTo } from '../../apply/draft';
import { derived, idOf, inWords, isEmpty, kept, keyOf, linked, type Mapping, ref, to } from './language';
import { isPlace, placeOf } from './places';
import { comments, counters, primary, slug } from './shared';

export const vlanGroup: Mapping = {
  from: 'ipam.vlangroup',
  list: 'ipam/vlan-groups',
  to: { endpoint: 'ipam/vlan-groups', label: 'ipam.vlangroup' },
  fields: {
    ...primary,
    ...slug,
    ...comments,
    name: to('name'),
    scope_type: derived('the location, where it is one'),
    scope_id: derived('the location, where it is one'),
    scope: kept('text', (value, object) =>
      isPlace(object.scope_type) || isEmpty(value) ? null : `${String(object.scope_type)} ${inWords(value)}`,
    ),
    min_vid: kept('integer', (value) => (value === 1 ? null : value)),
    max_vid: kept('integer', (value) => (value === 4094 ? null : value)),
    vid_ranges: kept('text', (value) => {
      const text = ((value ?? []) as number[][]).map((range) => range.join('-')).join(', ');
      return text === '' || text === '1-4094' ? null : text;
    }),
    tenant: linked('tenancy.tenant', 'NetBox tenant of VLAN group'),
    description: to('description'),
    ...counters('vlan_count', 'utilization', 'total_vlan_ids'),
  },
  finish: (draft, object) => {
    const place = isPlace(object.scope_type) ? placeOf(object) : undefined;
    draft.body.location = place ?? null;
  },
};

/** Interfaces take VLANs of exactly their own location, or of none: one that is used elsewhere than its site is of none. */
export const vlan: Mapping = {
  from: 'ipam.vlan',
  list: 'ipam/vlans',
  to: { endpoint: 'ipam/vlans', label: 'ipam.vlan' },
  needs: ['ipam.vlangroup'],
  fields: {
    ...primary,
    ...comments,
    site: derived('the location, or a relationship where interfaces elsewhere use it'),
    group: ref('vlan_group', 'ipam.vlangroup'),
    vid: to('vid'),
    name: to('name'),
    tenant: ref('tenant', 'tenancy.tenant'),
    status: to('status', (value, _, context) => context.status(value, 'ipam.vlan')),
    role: ref('role', 'ipam.role'),
    description: to('description'),
    qinq_role: kept('text', inWords),
    qinq_svlan: linked('ipam.vlan', 'NetBox service VLAN'),
    l2vpn_termination: derived('reported with the L2VPNs'),
    ...counters('prefix_count'),
  },
  finish: (draft, object, context) => {
    const site = idOf(object.site);
    draft.body.location = null;
    if (site === undefined) return;
    const place = refTo(keyOf('dcim.site', site));
    const group = context.all('ipam.vlangroup').get(idOf(object.group) ?? -1);
    const scope = group?.scope_type;
    const groupReaches =
      !isPlace(scope) || scope === 'dcim.region' || (scope === 'dcim.site' && group!.scope_id === site);
    const used = context.vlansUsedAt.get(object.id);
    if (groupReaches && (used === undefined || used === place.$ref)) {
      draft.body.location = place;
      return;
    }
    context.link(
      { key: 'netbox_vlan_site', label: 'NetBox site of VLAN', one: 'dcim.location', many: 'ipam.vlan' },
      place,
      refTo(draft.key),
    );
    context.adjusted(
      'ipam.vlan',
      object,
      'is linked with its site and has no location, since it is used in locations within or elsewhere',
    );
  },
};
