import { address, type Definition, flag, pairs, share, text, wholeNumber, word } from '../definition';
import { knownAs, logLevelWord } from '../knownNames';
import { samplers } from '../settings';

/** Traces and the log. */
export const observation = {
  tracesEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'Collector of OpenTelemetry that traces are sent to over HTTP (http://collector:4318). Without one nothing is traced.',
    otherwise: 'no traces',
    schema: address(['http', 'https']),
  },
  tracesAddress: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    meaning: 'The same as a whole address, for a collector that takes traces elsewhere than at /v1/traces.',
    schema: address(['http', 'https']),
  },
  tracesProtocol: {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    meaning: 'How traces are written for the collector: http/protobuf or http/json.',
    fallback: 'http/protobuf',
    schema: word(['http/protobuf', 'http/json']),
  },
  tracesHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    meaning: 'Headers the collector wants to see: name=value, several separated by commas, values percent-encoded.',
    schema: pairs(),
    isSecret: true,
  },
  tracesTimeout: {
    variable: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    meaning: 'Milliseconds the collector has to take traces; those it does not take are lost.',
    fallback: '5000',
    schema: wholeNumber(1, 600_000),
  },
  tracesServiceName: {
    variable: 'OTEL_SERVICE_NAME',
    meaning: 'The name under which traces list this process.',
    otherwise: 'plumbline, plumbline-gateway, plumbline-ipam …',
    schema: text(),
  },
  tracesSampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    meaning:
      'Which requests are traced: always_on, always_off, traceidratio, or one of these after parentbased_, which does as the client does when it traces.',
    fallback: 'parentbased_always_on',
    schema: word(samplers),
  },
  tracesSamplerRatio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    meaning: 'For traceidratio: the share of requests that are traced, from 0 to 1.',
    fallback: '1',
    schema: share(),
  },
  tracesDisabled: {
    variable: 'OTEL_SDK_DISABLED',
    meaning: 'Trace nothing, whatever else is set.',
    fallback: 'false',
    schema: flag(),
  },
  logFormat: {
    variable: 'PLUMBLINE_LOG_FORMAT',
    meaning:
      'How the log is written: `json`, one object a line; `lines`, short and coloured for people, with requests at `debug` alone; `auto`, lines on a terminal and JSON anywhere else.',
    fallback: 'auto',
    schema: word(['auto', 'json', 'lines']),
  },
  logLevel: {
    variable: 'PLUMBLINE_LOG_LEVEL',
    known: knownAs('NAUTOBOT_LOG_LEVEL', logLevelWord, 'WARNING is warn, CRITICAL is fatal'),
    meaning: 'Least important lines to log: trace, debug, info, warn, error, fatal or silent.',
    fallback: 'info',
    schema: word(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  },
} satisfies Record<string, Definition<unknown>>;
