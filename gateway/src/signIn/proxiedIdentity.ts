import type { IncomingMessage } from 'node:http';
import { type ProxyValue, plainAddress, type SignInOffer } from '@plumbline/http';
import { refusals } from '../authentication/refusals';
import { demandSameOrigin } from '../authentication/sameOrigin';
import type { IsTrusted } from '../clients/readClient';

/** Whether it is a trusted proxy that speaks to us; who speaks to the proxy does not matter. */
export const comesFrom = (request: IncomingMessage, isTrusted: IsTrusted): boolean =>
  isTrusted(plainAddress(request.socket.remoteAddress ?? ''));

/** What a trusted proxy says of whom it has let in; undefined when it says nothing. */
export function proxiedValues(
  { headers }: IncomingMessage,
  { proxyHeaders }: SignInOffer,
): Partial<Record<ProxyValue, string>> | undefined {
  if (proxyHeaders === undefined || !headers[proxyHeaders.username]) return undefined;
  const said = Object.entries(proxyHeaders).flatMap(([name, header]) => {
    const value = headers[header];
    return value === undefined ? [] : [[name, asText(String(value))]];
  });
  return Object.fromEntries(said);
}

/** Headers arrive as bytes, of which Node makes one character each; proxies send UTF-8. */
const asText = (value: string): string => Buffer.from(value, 'latin1').toString('utf8').trim();

/**
 * Throws a 403 when a page of another site has a browser write something: the proxy knows the browser by a cookie, which
 * goes along with whatever asks. Programs say nothing of where they come from.
 */
export function demandOwnPage({ headers }: IncomingMessage, base: string): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined) demandSameOrigin(headers, base);
  else if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusals.crossSite();
}
