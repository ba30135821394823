import type { ChoiceSet } from '@plumbline/model';

/** Address families with their subsequent ones, as IANA lists them. */
export const addressFamilies: ChoiceSet = [
  ['ipv4-unicast', 'IPv4 unicast'],
  ['ipv4-multicast', 'IPv4 multicast'],
  ['ipv4-flowspec', 'IPv4 flow specification'],
  ['ipv6-unicast', 'IPv6 unicast'],
  ['ipv6-multicast', 'IPv6 multicast'],
  ['ipv6-flowspec', 'IPv6 flow specification'],
  ['vpnv4-unicast', 'VPN-IPv4 unicast'],
  ['vpnv6-unicast', 'VPN-IPv6 unicast'],
  ['l2vpn-evpn', 'L2VPN EVPN'],
];
