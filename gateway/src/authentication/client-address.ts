/**
 * The address failures are counted under: an IPv4 address whole, of an IPv6 address the /64 that one client may roam
 * in.
 */
export function clientNetwork(address: string | undefined): string {
  if (!address) return 'unknown';
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (mapped.includes('.')) return mapped;
  const [head = ''] = address.split('::', 1);
  return head.split(':').slice(0, 4).join(':') || '::';
}
