import { randomBytes } from 'node:crypto';
import type { ToldSpan } from './collector';

/** A client's own trace: what it sends, and what should be found of it. */
export interface ClientTrace {
  traceId: string;
  spanId: string;
  headers: { traceparent: string };
}

/** Begins a trace as a client does. */
export function clientTrace(sampled = true): ClientTrace {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}` } };
}

/** The spans from a given one up to the one that nobody of ours began, as `<process> <name>`. */
export function wayUp(spans: readonly ToldSpan[], from: ToldSpan): string[] {
  const parent = spans.find((one) => one.spanId === from.parentSpanId && one.traceId === from.traceId);
  return [`${from.service} ${from.name}`, ...(parent ? wayUp(spans, parent) : [])];
}

/** The outermost span of ours above a given one. */
export function outermost(spans: readonly ToldSpan[], from: ToldSpan): ToldSpan {
  const parent = spans.find((one) => one.spanId === from.parentSpanId && one.traceId === from.traceId);
  return parent ? outermost(spans, parent) : from;
}
