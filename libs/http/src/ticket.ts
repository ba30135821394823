import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Origin } from './identity';

/** Lets a job ask in the name of whoever started it, for a short while. */
export interface Ticket {
  userId: string;
  /** The job only reads. */
  readOnly: boolean;
  origin: Origin;
}

const validForMilliseconds = 90_000;
/** How often whoever keeps a job should give it a new ticket. */
export const renewTicketAfter = 30_000;
const form = 't1';
/** The word that says so in an `Authorization` header. */
export const ticketScheme = 'Job';

/** Writes the value of an `Authorization` header; only holders of the secret key can. */
export function signTicket(ticket: Ticket, secretKey: string, now = Date.now()): string {
  const text = Buffer.from(JSON.stringify({ ...ticket, until: now + validForMilliseconds })).toString('base64url');
  return `${ticketScheme} ${form}.${text}.${signature(text, secretKey).toString('base64url')}`;
}

/** The ticket after the scheme, or undefined when it is forged, damaged or too old. */
export function readTicket(value: string, secretKey: string, now = Date.now()): Ticket | undefined {
  const [found, text, signed, more] = value.split('.');
  if (found !== form || !text || !signed || more !== undefined) return undefined;
  const given = Buffer.from(signed, 'base64url');
  const expected = signature(text, secretKey);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { until, ...ticket } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Ticket & {
    until: number;
  };
  return until < now ? undefined : ticket;
}

/** The form is part of what is signed: a signature made for another purpose is worth nothing here. */
const signature = (text: string, secretKey: string): Buffer =>
  createHmac('sha256', secretKey).update(`plumbline ticket ${form}\n${text}`).digest();
