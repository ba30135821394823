import type { TraceIds } from '@plumbline/tracing';
import type { Response } from 'express';
import type { ServiceAddress } from './addresses';

/** What is known of a request when it has been answered; filled in on its way. */
export interface RequestRecord {
  requestId: string;
  /** The address it comes from; behind trusted proxies that of their client. */
  client: string;
  /** The URL's pattern, never the URL itself: that would make as many of them as there are objects. */
  route: string;
  /** Set when the URL belongs to a service. */
  address?: ServiceAddress;
  started: number;
  cost: { sql: number; bus: number; replica?: number };
  user?: string;
  /** Set when traces are wanted. */
  trace?: TraceIds;
}

/** Keeps the record with the answer it is of, for all that handle the request. */
export function keepRecord({ locals }: Response, record: RequestRecord): void {
  locals.record = record;
}

export const recordOf = ({ locals }: Response): RequestRecord => locals.record as RequestRecord;
