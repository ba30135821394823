export { loadTracing } from './loadTracing';
export { traceAnswer, traceHeaders } from './traceAnswer';
export { tracedBus } from './tracedBus';
export { tracedDatabase } from './tracedDatabase';
export { tracedReplicas } from './tracedReplicas';
export type { Attributes, Carrier, Span, SpanKind, SpanOptions, TraceIds, Tracing } from './tracing';
