import { type Span as ApiSpan, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '@plumbline/config';
import pTimeout from 'p-timeout';
import { openExporter } from './exporter';
import { samplerOf } from './sampler';
import type { Attributes, Carrier, Span, SpanOptions, TraceIds, Tracing } from './tracing';

/** Milliseconds between sending what has gathered. */
const gathering = 1_000;
/** Milliseconds in which the last of them are sent. */
const flushMilliseconds = 2_000;
/** Spans that wait at most: more are dropped, so that a collector that is away costs no memory. */
const waitingAtMost = 4_096;
const longestAttribute = 4_096;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const reading = {
  get: (carrier: Carrier, name: string) => carrier[name],
  keys: (carrier: Carrier) => Object.keys(carrier),
};
const writing = {
  set: (carrier: Carrier, name: string, value: string) => {
    carrier[name] = value;
  },
};

/** Starts tracing. `report` hears when the collector cannot be reached, and when it can again. */
export function startTracing(
  settings: TracingSettings,
  version: string,
  report: (trouble: string | undefined) => void,
): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version })),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: longestAttribute },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: openExporter(settings, report),
        scheduledDelayMillis: gathering,
        exportTimeoutMillis: settings.timeout,
        maxQueueSize: waitingAtMost,
      }),
    ],
  });
  const tracer = provider.getTracer('plumbline', version);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();

  function begin({ name, kind, attributes = {}, from }: SpanOptions): Span {
    const parent = from ? propagator.extract(ROOT_CONTEXT, from, reading) : contexts.active();
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: told(attributes) }, parent);
    return spanOf(span, trace.setSpan(parent, span), contexts);
  }

  return {
    begin,
    async within(options, work) {
      const span = begin(options);
      try {
        return await span.run(() => work(span));
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.end();
      }
    },
    isActive: () => trace.getSpan(contexts.active())?.isRecording() === true,
    ids: () => idsOf(trace.getSpan(contexts.active())),
    carry() {
      const active = contexts.active();
      if (!trace.getSpan(active)) return undefined;
      const carrier: Carrier = {};
      propagator.inject(active, carrier, writing);
      return carrier;
    },
    apart: (work) => contexts.with(ROOT_CONTEXT, work),
    async stop() {
      const flushed = provider.shutdown().catch(() => undefined);
      await pTimeout(flushed, flushMilliseconds, () => undefined);
      contexts.disable();
    },
  };
}

const spanOf = (span: ApiSpan, context: Context, contexts: AsyncLocalStorageContextManager): Span => ({
  ids: idsOf(span)!,
  run: (work) => contexts.with(context, work),
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(told(attributes)),
  fail(error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    if (error !== undefined) span.setAttribute('error.type', kindOf(error));
  },
  end: () => span.end(),
});

function idsOf(span: ApiSpan | undefined): TraceIds | undefined {
  if (!span) return undefined;
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

const told = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** Messages of errors may quote what clients sent. */
const kindOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'Error');
};
