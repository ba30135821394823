import type { Request } from 'express';
import type { ChangeOrigin, Identity } from '../identity/identity';

/** How the answer is to be written. */
export interface Negotiated {
  /** The API version used, `major.minor`. */
  version: string;
  renderer: 'json' | 'html' | 'csv';
  /** Spaces to indent JSON with, when the client asked for it. */
  indent?: number;
}

/** What the gateway found out about a request; services read it from here in either form of deployment. */
export interface GatewayRequest {
  requestId: string;
  identity: Identity;
  /** Set when a job asks, in the name of whoever started it. */
  origin?: ChangeOrigin;
  negotiated: Negotiated;
  /** The same as the gateway vouches for it, for services that do a part of what is asked. */
  vouched?: Vouched;
  /** `scheme://host` as the client sees it, without a trailing slash. */
  base: string;
  /** Epoch milliseconds by which the answer must be on its way. */
  deadline: number;
  /** Names a write whose client named none (`Idempotency-Key`), so that its client can ask what became of it. */
  requestKey?: string;
  /** Milliseconds that what is shown may be old; absent: it is what is true now. */
  mayBeOld?: number;
  /**
   * SQL statements and bus requests made for this request so far, and which of the statements a read replica answered.
   */
  cost: { sql: number; bus: number; replica?: number };
  /** Whether the answer is to tell its cost in a header, for a gateway in another process or for a test. */
  tellsCost?: boolean;
}

export type AuthenticatedRequest = Request & { gatewayRequest: GatewayRequest };

/**
 * What the gateway vouches for when it hands a request on: who asks, by which method, in which request, from which
 * address, until when, how old the answer may be.
 */
export type IdentityStatement = Pick<
  GatewayRequest,
  'requestId' | 'identity' | 'origin' | 'base' | 'deadline' | 'mayBeOld'
> & {
  method: string;
};

/** A request as the gateway vouches for it; `text` proves it to other processes, where it came from one. */
export interface Vouched {
  statement: IdentityStatement;
  text?: string;
}
