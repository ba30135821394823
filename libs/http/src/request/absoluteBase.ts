import type { IncomingMessage } from 'node:http';

const wellFormedHost = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const wellFormedPrefix = /^(?:\/[\w.~-]+)+$/;

/**
 * `scheme://host` with an optional path prefix, as the client sees it, without a trailing slash; for absolute URLs in
 * answers. Reads `X-Forwarded-Proto`, `-Host` and `-Prefix` before `Host`; a value that is no plain host or path is
 * passed over.
 */
export function absoluteBase(req: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const { headers } = req;
  const forwardedScheme = first(headers['x-forwarded-proto'])?.toLowerCase();
  const isTls = (req.socket as { encrypted?: boolean } | undefined)?.encrypted === true;
  const scheme = forwardedScheme === 'https' || forwardedScheme === 'http' ? forwardedScheme : isTls ? 'https' : 'http';
  const candidates = [first(headers['x-forwarded-host']), headers.host];
  const host = candidates.find((name) => name !== undefined && wellFormedHost.test(name)) ?? 'localhost';
  const prefix = first(headers['x-forwarded-prefix'])?.replace(/\/+$/, '');
  return `${scheme}://${host}${prefix && wellFormedPrefix.test(prefix) ? prefix : ''}`;
}

function first(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(',', 1)[0]?.trim();
}
