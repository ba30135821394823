import ipaddr from 'ipaddr.js';

/** What requests may reach although it is not on the internet: host names, addresses and networks. */
export interface Allowed {
  hosts: ReadonlySet<string>;
  networks: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/** Addresses among the public ones at which a cloud tells its machines what nobody else should know. */
const metadataServices = new Set(['168.63.129.16']);

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
  const range = ipaddr.parse(address).range();
  if (range === 'unicast' && !metadataServices.has(plain.toString())) return undefined;
  const kind = range === 'unicast' ? 'metadata' : range;
  return `${host} is at ${address} (${kind}), where nothing is sent unless PLUMBLINE_OUTGOING_ALLOW names it.`;
}
