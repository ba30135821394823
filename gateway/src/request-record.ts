import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@plumbline/log';
import type { TraceIds } from '@plumbline/tracing';
import type { ServiceAddress } from './addresses';
import type { RequestMetrics } from './request-metrics';

/** What is known of a request when it has been answered; filled in on its way. */
export interface RequestRecord {
  requestId: string;
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

/** Writes one line and counts one request as soon as the answer is out, or the client is gone. */
export function recordRequest(
  req: IncomingMessage,
  res: ServerResponse,
  record: RequestRecord,
  log: Log,
  metrics: RequestMetrics,
): void {
  res.once('close', () => {
    const milliseconds = performance.now() - record.started;
    const method = req.method ?? '';
    metrics.observe(record, method, res.statusCode, milliseconds);
    log.info(
      {
        requestId: record.requestId,
        method,
        route: record.route,
        status: res.statusCode,
        milliseconds: Math.round(milliseconds * 100) / 100,
        sql: record.cost.sql,
        bus: record.cost.bus,
        replica: record.cost.replica,
        user: record.user,
        ...record.trace,
        aborted: res.writableFinished ? undefined : true,
      },
      'request answered',
    );
  });
}
