/** An address as it is usually written: one of IPv4 that came over IPv6 as one of IPv4. */
export const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;

/**
 * What one client may roam in: of an IPv4 address the whole, of an IPv6 address the /64. Failures are counted and
 * connections are shared out by it.
 */
export function clientNetwork(address: string | undefined): string {
  if (!address) return 'unknown';
  const plain = plainAddress(address);
  if (plain.includes('.')) return plain;
  const [head = ''] = plain.split('::', 1);
  return head.split(':').slice(0, 4).join(':') || '::';
}
