import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Span, type Tracing, traceAnswer, traceHeaders } from '@plumbline/tracing';
import type { RequestRecord } from './requestRecord';

/** Serves a request as a trace, or as part of the client's; it is told by its pattern, never by its URL. */
export function traceRequest(
  tracing: Tracing,
  req: IncomingMessage,
  res: ServerResponse,
  record: RequestRecord,
  serve: () => void,
): void {
  const method = req.method ?? '';
  const attributes = { 'http.request.method': method, 'plumbline.request_id': record.requestId };
  const options = {
    name: method,
    kind: 'server' as const,
    attributes,
    from: traceHeaders(req.headers),
    conclude: (span: Span) => {
      span.rename(`${method} ${record.route}`);
      span.set({ 'http.route': record.route });
    },
  };
  traceAnswer(tracing, res, options, (span) => {
    record.trace = span.ids;
    serve();
  });
}
