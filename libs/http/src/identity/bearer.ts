import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { problems } from '../answer/problem';

const scheme = /^(?:bearer|token) +(\S+)$/i;

/** Throws a 403 unless the request brings the token along (`Authorization: Bearer …`); none is wanted when absent. */
export function demandBearer({ authorization }: IncomingHttpHeaders, token: string | undefined): void {
  if (token === undefined) return;
  const [, sent] = scheme.exec(authorization?.trim() ?? '') ?? [];
  if (sent === undefined) throw problems.forbidden('Authentication credentials were not provided.');
  if (!timingSafeEqual(digest(sent), digest(token))) throw problems.forbidden('Invalid token');
}

/** Of one length, whatever was sent. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
