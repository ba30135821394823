import type { IncomingHttpHeaders } from 'node:http';
import { refusals } from './refusals';

/**
 * Throws a 403 unless the request comes from our own pages: an `Origin` must be ours, and over https, where browsers
 * always say where they come from, there must be an `Origin` or a `Referer`. `base` is `scheme://host`.
 */
export function demandSameOrigin(headers: IncomingHttpHeaders, base: string): void {
  const { origin, referer } = headers;
  // What a client calls us need not be a URL; then nobody can come from there.
  const ours = URL.canParse(base) ? new URL(base).origin : undefined;
  if (origin !== undefined) {
    if (origin !== ours) throw refusals.origin(origin);
    return;
  }
  if (!base.startsWith('https:')) return;
  if (!referer) throw refusals.noReferer();
  if (!URL.canParse(referer) || new URL(referer).origin !== ours) throw refusals.referer();
}
