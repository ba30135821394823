import type { ServerResponse } from 'node:http';
import type { Span, SpanOptions, Tracing } from './tracing';

export interface AnswerOptions extends SpanOptions {
  /** Says what is known only when the answer is out. */
  conclude?: (span: Span) => void;
}

/** Begins a span that ends when the answer is out or its reader is gone, and does the work as part of it. */
export function traceAnswer(
  tracing: Tracing,
  res: ServerResponse,
  { conclude, ...options }: AnswerOptions,
  work: (span: Span) => void,
): void {
  const span = tracing.begin(options);
  res.once('close', () => {
    conclude?.(span);
    span.set({ 'http.response.status_code': res.statusCode, aborted: res.writableFinished ? undefined : true });
    if (res.statusCode >= 500) span.fail();
    span.end();
  });
  span.run(() => work(span));
}

/** What a request's headers say of the trace it is part of. */
export function traceHeaders({ traceparent, tracestate }: NodeJS.Dict<string | string[]>): Record<string, string> {
  return {
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
    ...(typeof tracestate === 'string' ? { tracestate } : {}),
  };
}
