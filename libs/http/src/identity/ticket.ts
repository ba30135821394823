import type { ChangeOrigin } from './identity';
import { signedToken } from './signedToken';

/** Lets a job ask in the name of whoever started it, for a short while. */
export interface Ticket {
  userId: string;
  /** The job only reads. */
  readOnly: boolean;
  origin: ChangeOrigin;
}

const validForMilliseconds = 90_000;
/** How often whoever keeps a job should give it a new ticket. */
export const renewTicketAfter = 30_000;
const token = signedToken<Ticket & { until: number }>('t1', 'ticket t1');
/** The word that says so in an `Authorization` header. */
export const ticketScheme = 'Job';

/** Writes the value of an `Authorization` header; only who holds the key of tickets can. */
export function signTicket(ticket: Ticket, key: Buffer, now = Date.now()): string {
  return `${ticketScheme} ${token.write({ ...ticket, until: now + validForMilliseconds }, [key])}`;
}

/** The ticket after the scheme, or undefined when it is forged, damaged or too old. */
export function readTicket(value: string, key: Buffer, now = Date.now()): Ticket | undefined {
  const claims = token.read(value, key);
  if (!claims) return undefined;
  const { until, ...ticket } = claims;
  return until < now ? undefined : ticket;
}
