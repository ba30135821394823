/** What a message carries for whoever receives it to go on with the trace: headers of W3C trace context. */
export type Carrier = Record<string, string>;

/** What a span says of itself. Never what clients or objects say: no addresses, bodies, values or credentials. */
export type Attributes = Record<string, string | number | boolean | undefined>;

/** On which side of a call a span is; `internal` where there is no call. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export interface SpanOptions {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** What the message carried that set it off; what is being done now when absent. */
  from?: Carrier;
}

/** Something that takes time, from when it was begun until `end`. */
export interface Span {
  /** To be written into logs. */
  ids: TraceIds;
  /** Does the work; whatever it begins is part of this span. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** It went wrong; of an error its kind is told, not its message. */
  fail(error?: unknown): void;
  end(): void;
}

export interface TraceIds {
  traceId: string;
  spanId: string;
}

/** Tells a collector what is done for a request, in which process, and how long it takes. */
export interface Tracing {
  begin(options: SpanOptions): Span;
  /** Begins a span that ends with the work. */
  within<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Whether what is being done now is part of a trace that is written down. */
  isActive(): boolean;
  /** Of what is being done now. */
  ids(): TraceIds | undefined;
  carry(): Carrier | undefined;
  /** Does the work as no part of what is being done now. */
  apart<T>(work: () => T): T;
  /** Sends what has not been sent, if that can be done soon. */
  stop(): Promise<void>;
}
