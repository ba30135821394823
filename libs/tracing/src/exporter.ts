import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '@plumbline/config';

/** Sends spans to the collector; `report` hears of the first that it did not take, and of the first it took again. */
export function openExporter(
  { url, headers, protocol, timeout }: TracingSettings,
  report: (trouble: string | undefined) => void,
): SpanExporter {
  const options = { url, headers, timeoutMillis: timeout };
  const exporter = protocol === 'http/json' ? new JsonExporter(options) : new ProtobufExporter(options);
  let isTroubled = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS;
        if (fails !== isTroubled) report(fails ? String(result.error?.message ?? 'no reason was given') : undefined);
        isTroubled = fails;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
