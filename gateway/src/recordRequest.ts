import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '@plumbline/log';
import type { RequestMetrics } from './requestMetrics';
import type { RequestRecord } from './requestRecord';

/** Writes one line, at a level, and counts one request as soon as the answer is out, or the client is gone. */
export function recordRequest(
  req: IncomingMessage,
  res: ServerResponse,
  record: RequestRecord,
  log: Log,
  level: 'info' | 'debug',
  metrics: RequestMetrics,
): void {
  res.once('close', () => {
    const milliseconds = performance.now() - record.started;
    const method = req.method ?? '';
    metrics.observe(record, method, res.statusCode, milliseconds);
    log[level](
      {
        requestId: record.requestId,
        method,
        route: record.route,
        status: res.statusCode,
        client: record.client,
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
