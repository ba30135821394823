import type { IncomingHttpHeaders } from 'node:http';

/** Whether the gateway goes by the name a request calls it. */
export type IsAllowedHost = (headers: IncomingHttpHeaders) => boolean;

/** This machine's own names for itself: a link that has one of them leads nobody astray. */
const own = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Prepares the look-up: names as they are, `.example.net` for all below it too, `*` or none at all for any; and the address
 * that the gateway listens on.
 */
export function allowedHosts(names: readonly string[], listensOn: string): IsAllowedHost {
  if (names.length === 0 || names.includes('*')) return () => true;
  const known = new Set([...own, listensOn.toLowerCase(), ...names.map((name) => name.replace(/^\./, ''))]);
  const families = names.filter((name) => name.startsWith('.'));
  return (headers) => {
    const name = hostName(headers);
    return known.has(name) || families.some((family) => name.endsWith(family));
  };
}

/** The name without port and brackets, as the address in answers would have it. */
function hostName(headers: IncomingHttpHeaders): string {
  const forwarded = headers['x-forwarded-host'];
  const host = typeof forwarded === 'string' ? forwarded : (headers.host ?? '');
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
