import { refTo } from '../../apply/draft';
import { choiceOf, derived, idOf, inWords, kept, keyOf, type Mapping, ref, to } from './language';
import { comments, itself, keepSeveral, primary } from './shared';

const protocols: Record<string, string> = { vrrp2: 'vrrp', vrrp3: 'vrrp', hsrp: 'hsrp', glbp: 'glbp', carp: 'carp' };

/** Interfaces that share an address are a redundancy group. */
export const fhrpGroup: Mapping = {
  from: 'ipam.fhrpgroup',
  list: 'ipam/fhrp-groups',
  to: { endpoint: 'dcim/interface-redundancy-groups', label: 'dcim.interfaceredundancygroup' },
  secret: ['auth_key'],
  fields: {
    ...primary,
    ...comments,
    name: derived('the name, or protocol and number'),
    protocol: derived('the protocol, where there is such a one here'),
    group_id: to('protocol_group_id', (value) => String(value ?? '')),
    auth_type: kept('text', inWords),
    auth_key: derived('a secret, which is not taken along'),
    description: to('description'),
    ip_addresses: derived('the first is its virtual address'),
  },
  accepts: (object, context) => {
    const there = String(choiceOf(object.protocol) ?? '');
    if (protocols[there]) return true;
    context.nowhere('ipam.fhrpgroup', object, '', `there are no redundancy groups of protocol ${there} here`);
    return false;
  },
  finish: (draft, object, context) => {
    const there = String(choiceOf(object.protocol) ?? '');
    const addresses = (object.ip_addresses ?? []) as unknown[];
    Object.assign(draft.body, {
      name: String(object.name || `${there} ${object.group_id}`),
      protocol: protocols[there],
      status: context.status('active', 'dcim.interfaceredundancygroup'),
      virtual_ip: addresses.length > 0 ? refTo(keyOf('ipam.ipaddress', idOf(addresses[0]))) : null,
    });
    const unlike = protocols[there] === there ? null : there;
    context.keep(draft, 'dcim.interfaceredundancygroup', 'protocol', 'text', unlike);
    keepSeveral(context, draft, 'dcim.interfaceredundancygroup', 'ip_addresses', addresses.map(inWords));
  },
};

export const fhrpGroupAssignment: Mapping = {
  from: 'ipam.fhrpgroupassignment',
  list: 'ipam/fhrp-group-assignments',
  to: { endpoint: 'dcim/interface-redundancy-group-associations', label: 'dcim.interfaceredundancygroupassociation' },
  fields: {
    ...itself,
    group: ref('interface_redundancy_group', 'ipam.fhrpgroup'),
    interface_type: derived('the interface'),
    interface_id: derived('the interface'),
    interface: derived('the interface'),
    priority: to('priority'),
  },
  needs: ['ipam.fhrpgroup'],
  accepts: (object, context) => {
    const protocol = choiceOf(context.all('ipam.fhrpgroup').get(idOf(object.group) ?? -1)?.protocol);
    if (object.interface_type === 'dcim.interface' && protocols[String(protocol)]) return true;
    context.nowhere(
      'ipam.fhrpgroupassignment',
      object,
      '',
      'only interfaces of devices are in redundancy groups here, of protocols that there are here',
    );
    return false;
  },
  finish: (draft, object) => {
    draft.body.interface = refTo(keyOf('dcim.interface', object.interface_id), true);
    draft.body.interface_redundancy_group = refTo(keyOf('ipam.fhrpgroup', idOf(object.group)), true);
  },
};
