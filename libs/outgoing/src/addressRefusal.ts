import ipaddr from 'ipaddr.js';

/** What requests may reach although it is not on the internet: host names, addresses and networks. */
export interface Allowed {
  hosts: ReadonlySet<string>;
  networks: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/** Addresses among the public ones at which a cloud tells its machines what nobody else should know. */
const metadataServices = new Set(['168.63.129.16']);

/** Where all public addresses of IPv6 are (RFC 4291); the rest is reserved, or stands for an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Reads the setting `PLUMBLINE_OUTGOING_ALLOW`, whose form was checked when it was read. */
export function readAllowed(entries: readonly string[]): Allowed {
  const isNetwork = (entry: string) => ipaddr.isValid(entry.split('/')[0]!);
  const networks = entries
    .filter(isNetwork)
    .map((entry) => ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`));
  const hosts = new Set(entries.filter((entry) => !isNetwork(entry)).map((entry) => entry.toLowerCase()));
  return { hosts, networks };
}

/**
 * Why nothing is sent to an address of a host, or nothing when it may be: everything but public addresses is refused
 * unless the operator allows it, and so is whatever wraps an IPv4 address in an IPv6 one.
 */
export function addressRefusal(address: string, host: string, { hosts, networks }: Allowed): string | undefined {
  if (!ipaddr.isValid(address)) return `${address} is not an address.`;
  if (hosts.has(host.toLowerCase().replace(/\.$/, ''))) return undefined;
  const plain = ipaddr.process(address);
  if (networks.some(([network, bits]) => network.kind() === plain.kind() && plain.match(network as never, bits)))
    return undefined;
  const kind = kindOf(ipaddr.parse(address), plain);
  if (kind === 'unicast') return undefined;
  return `${host} is at ${address} (${kind}), where nothing is sent unless PLUMBLINE_OUTGOING_ALLOW names it.`;
}

/** What kind of address it is: nothing but `unicast` is public. */
function kindOf(address: ipaddr.IPv4 | ipaddr.IPv6, plain: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range();
  if (range !== 'unicast') return range;
  if (metadataServices.has(plain.toString())) return 'metadata';
  return address instanceof ipaddr.IPv6 && !address.match(globalUnicast) ? 'reserved' : range;
}
