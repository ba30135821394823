import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as a collector was told of it. */
export interface ToldSpan {
  /** The name of the process. */
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  failed: boolean;
}

/** A collector of OpenTelemetry, over HTTP in JSON. */
export interface Collector {
  url: string;
  spans: ToldSpan[];
  /** What the requests' headers said. */
  headers: NodeJS.Dict<string | string[]>[];
  stop(): Promise<void>;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}
interface Export {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: (Omit<ToldSpan, 'attributes'> & { attributes: KeyValue[]; status?: { code?: number } })[] }[];
  }[];
}

/** Starts a collector on this machine, on any port unless one is named; `answer` says what becomes of a request that it has read. */
export async function startCollector(
  answer = (res: ServerResponse) => void res.end('{}'),
  port = 0,
): Promise<Collector> {
  const spans: ToldSpan[] = [];
  const headers: Collector['headers'] = [];
  const server = createServer(async (req, res) => {
    headers.push(req.headers);
    if (req.url === '/v1/traces' && req.headers['content-type'] === 'application/json')
      spans.push(...read((await json(req)) as Export));
    res.setHeader('content-type', 'application/json');
    answer(res);
  }).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

const read = ({ resourceSpans }: Export): ToldSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        kind: span.kind,
        attributes: valuesOf(span.attributes),
        failed: span.status?.code === 2,
      })),
    ),
  );

const valuesOf = (pairs: KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
