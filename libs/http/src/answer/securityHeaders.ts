import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers of every answer, whatever it holds (docs/contract/requests.md). */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
} as const;

/** Middleware for answers that are not written by `sendAnswer`, which adds these headers itself. */
export function setSecurityHeaders(_req: IncomingMessage, res: ServerResponse, next: () => void): void {
  for (const [name, value] of Object.entries(securityHeaders)) res.setHeader(name, value);
  next();
}
