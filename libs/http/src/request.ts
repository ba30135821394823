import type { Request } from 'express';
import type { Identity, Origin } from './identity';

/** How the answer is to be written. */
export interface Negotiated {
  /** The API version used, `major.minor`. */
  version: string;
  renderer: 'json' | 'html' | 'csv';
  /** Spaces to indent JSON with, when the client asked for it. */
  indent?: number;
}

/** What the door found out about a request; services read it from here in either form of deployment. */
export interface Visit {
  requestId: string;
  identity: Identity;
  /** Set when a job asks, in the name of whoever started it. */
  origin?: Origin;
  negotiated: Negotiated;
  /** `scheme://host` as the client sees it, without a trailing slash. */
  base: string;
  /** Epoch milliseconds by which the answer must be on its way. */
  deadline: number;
  /** Milliseconds that what is shown may be old; absent: it is what is true now. */
  mayBeOld?: number;
  /**
   * SQL statements and bus requests made for this request so far, and which of the statements a read replica answered.
   */
  cost: { sql: number; bus: number; replica?: number };
  /** Whether the answer is to tell its cost in a header, for a gateway in another process or for a test. */
  tellsCost?: boolean;
}

export type VisitedRequest = Request & { visit: Visit };
