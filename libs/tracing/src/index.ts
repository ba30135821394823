export { loadTracing } from './load-tracing';
export { traceAnswer, traceHeaders } from './trace-answer';
export { tracedBus } from './traced-bus';
export { tracedDatabase } from './traced-database';
export { tracedReplicas } from './traced-replicas';
export type { Attributes, Carrier, Span, SpanKind, SpanOptions, TraceIds, Tracing } from './tracing';
