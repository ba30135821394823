export { loadTracing } from './load-tracing';
export { traceAnswer, traceHeaders } from './trace-answer';
export { tracedBus } from './traced-bus';
export { tracedDatabase } from './traced-database';
export type { Attributes, Carrier, Span, SpanKind, SpanOptions, TraceIds, Tracing } from './tracing';
