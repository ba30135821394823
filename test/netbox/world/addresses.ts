import type { Definitions } from './definitions';
import type { Devices } from './devices';
import type { Networks } from './networks';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';

/** Addresses. */
export function makeAddresses(
  { add, choice, brief, generic, size }: Tools,
  { uplinks, switches, interfaces, tenants, tagged, vrfs }: Devices & Tenancy & Definitions & Networks,
) {
  const address = (text: string, fields: Record<string, unknown> = {}) =>
    add('ipam/ip-addresses', {
      address: text,
      display: text,
      family: choice(text.includes(':') ? 6 : 4),
      status: choice('active'),
      dns_name: '',
      description: 'An address',
      comments: '',
      ...fields,
    });
  uplinks.forEach((one, index) => {
    const site = Math.floor(index / size.devicesPerSite);
    const number = index % size.devicesPerSite;
    const owner = switches[index]!;
    const ip4 = address(`10.${site}.1.${10 + number}/24`, {
      tenant: brief(tenants[0]),
      dns_name: `sw${number}.site${site}.example.org`,
      ...generic('assigned_object', 'dcim.interface', one),
      tags: tagged(0),
    });
    owner.primary_ip4 = brief(ip4);
    owner.primary_ip = brief(ip4);
    if (number === 0) {
      const ip6 = address(`2001:DB8:${site}::${number + 1}/64`, {
        ...generic('assigned_object', 'dcim.interface', one),
        status: choice('slaac'),
        vrf: null,
      });
      owner.primary_ip6 = brief(ip6);
      owner.oob_ip = brief(ip4);
    }
  });
  const inside = address('192.168.77.5/24', { comments: 'It has no prefix' });
  address('203.0.113.5/32', { nat_inside: brief(inside), status: choice('dhcp') });
  address('10.0.1.10/24', { description: 'The same host once more' });
  address('10.0.0.1/16', { vrf: brief(vrfs[0]) });
  address('10.0.0.1/16', { vrf: brief(vrfs[2]) });
  const virtual = [0, 1].map((index) =>
    address('10.0.1.1/24', {
      role: choice('vrrp'),
      ...generic('assigned_object', 'dcim.interface', interfaces[index * (size.interfacesPerDevice + 3)]!),
    }),
  );
  address('10.0.1.2/24', { role: choice('loopback') });
  const fhrp = add('ipam/fhrp-groups', {
    name: 'Gateways',
    protocol: choice('vrrp3'),
    group_id: 7,
    auth_type: choice('md5'),
    auth_key: 'a secret',
    description: 'A group',
    comments: '',
    ip_addresses: [brief(virtual[0])],
  });
  add('ipam/fhrp-groups', { name: '', protocol: choice('clusterxl'), group_id: 8, description: '', comments: '' });
  address('10.0.1.3/24', { role: choice('vip'), ...generic('assigned_object', 'ipam.fhrpgroup', fhrp) });
  for (const index of [0, 1])
    add('ipam/fhrp-group-assignments', {
      group: brief(fhrp),
      ...generic('interface', 'dcim.interface', interfaces[index * (size.interfacesPerDevice + 3) + 1]!),
      priority: 100 - index,
    });
  add('dcim/mac-addresses', {
    mac_address: '00:11:22:00:00:0A',
    ...generic('assigned_object', 'dcim.interface', uplinks[0]!),
    description: 'The primary one',
  });
  add('dcim/mac-addresses', { mac_address: '00:11:22:FF:FF:FF', description: 'Nobody’s' });
  return { address, fhrp };
}

export type Addresses = ReturnType<typeof makeAddresses>;
