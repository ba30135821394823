import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { everyObject, type Page } from '@plumbline/client';
import type { ApiObject } from './variables';

/** An answer of the API that is not a success. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    request: string,
  ) {
    super(`${request} was answered with ${status}: ${JSON.stringify(body)?.slice(0, 500)}`);
    this.name = 'ApiError';
  }
}

/** Query parameters; lists are repeated. */
export type Parameters = Record<string, string | number | boolean | readonly (string | number)[]>;

/** The REST API, below `/api/`. Paths are written as `dcim/devices/` or as the API tells them. */
export interface Api {
  get<T = ApiObject>(path: string, parameters?: Parameters): Promise<T>;
  /** Every object of a list, page by page; also while some leave the list, as those do that are deleted. */
  list<T = ApiObject>(path: string, parameters?: Parameters): AsyncGenerator<T>;
  /** An answer as text, of a type such as `text/csv`; otherwise of that which the parameter `format` asks for. */
  text(path: string, parameters?: Parameters, type?: string): Promise<string>;
  /** What an endpoint says of itself. */
  options(path: string): Promise<{ object_type?: string } & Record<string, unknown>>;
  count(path: string, parameters?: Parameters): Promise<number>;
  post<T = ApiObject>(path: string, body: unknown): Promise<T>;
  patch<T = ApiObject>(path: string, body: unknown): Promise<T>;
  put<T = ApiObject>(path: string, body: unknown): Promise<T>;
  delete(path: string, body?: unknown): Promise<void>;
}

export interface ApiOptions {
  /** `http://127.0.0.1:8080` */
  base: string;
  /** The value of the header that says who asks, as it is now. */
  authorization(): string;
  requestId: string;
  /** Headers of the trace that the requests are part of. */
  trace: Record<string, string>;
  dryRun: boolean;
  readOnly: boolean;
  signal: AbortSignal;
}

const json = 'application/json';
const pageSize = 500;

/** Milliseconds to wait before asking again what could not be answered: a part of the server may be started anew. */
const pauses = [200, 1000, 3000, 5000, 10_000];

/** Answers that say: later. */
const later = new Set([429, 502, 503, 504]);

interface Answer {
  status: number;
  ok: boolean;
  type: string;
  text: string;
}

/** A client for the run of a job. */
export function createApi(options: ApiOptions): Api {
  const { base, requestId, trace, dryRun, readOnly, signal } = options;

  async function send(
    method: string,
    path: string,
    parameters: Parameters = {},
    body?: unknown,
    type = json,
  ): Promise<unknown> {
    const reads = method === 'GET' || method === 'OPTIONS';
    if (!reads && readOnly) throw new Error('This job is read-only and may not write.');
    const url = addressOf(base, path, !reads && dryRun ? { ...parameters, dry_run: true } : parameters);
    const init = {
      method,
      headers: {
        accept: type,
        authorization: options.authorization(),
        'x-request-id': requestId,
        ...trace,
        // Sent again, a write takes effect once.
        ...(reads ? {} : { 'idempotency-key': randomUUID() }),
        ...(body === undefined ? {} : { 'content-type': json }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual' as const,
      signal,
    };
    const { status, ok, type: answered, text } = await patiently(() => ask(url, init));
    const parsed: unknown = answered.startsWith(json) && text !== '' ? JSON.parse(text) : text;
    if (!ok) throw new ApiError(status, parsed, `${method} ${url.pathname}`);
    return parsed;
  }

  /** Requests are repeated while a part of the server is away. */
  async function patiently(attempt: () => Promise<Answer>): Promise<Answer> {
    for (const pause of pauses) {
      const answer = await attempt().catch((error: unknown) => {
        signal.throwIfAborted();
        // The server is not there, or its answer broke off; anything else is wrong with the request.
        if (!isBroken(error)) throw error;
        return undefined;
      });
      if (answer && !later.has(answer.status)) return answer;
      await delay(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
    return attempt();
  }

  return {
    get: <T>(path: string, parameters?: Parameters) => send('GET', path, parameters) as Promise<T>,
    list: <T>(path: string, parameters: Parameters = {}) => {
      const asked = addressOf(base, path, { limit: pageSize, ...parameters }).searchParams;
      const wanted = (name: string) => Number(asked.getAll(name).at(-1)) || 0;
      return everyObject((part) => send('GET', path, { ...parameters, ...part }) as Promise<Page<T>>, {
        limit: wanted('limit'),
        offset: wanted('offset'),
      });
    },
    text: async (path, parameters, type = '*/*') => {
      const answer = await send('GET', path, parameters, undefined, type);
      return typeof answer === 'string' ? answer : JSON.stringify(answer);
    },
    options: (path) => send('OPTIONS', path) as Promise<Record<string, unknown>>,
    count: async (path, parameters = {}) =>
      ((await send('GET', path, { ...parameters, limit: 1 })) as { count: number }).count,
    post: <T>(path: string, body: unknown) => send('POST', path, {}, body) as Promise<T>,
    patch: <T>(path: string, body: unknown) => send('PATCH', path, {}, body) as Promise<T>,
    put: <T>(path: string, body: unknown) => send('PUT', path, {}, body) as Promise<T>,
    delete: async (path, body) => {
      await send('DELETE', path, {}, body);
    },
  };
}

/** Whether a connection was refused or broke: those errors have a code. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code !== undefined;

/** Asks once, and reads the whole answer. */
async function ask(url: URL, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  return { status: answer.status, ok: answer.ok, type: answer.headers.get('content-type') ?? '', text };
}

/** The part of an address that says what is asked for: answers tell addresses by the name their reader used. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Whatever is written, it leads to the API of the server the job belongs to. */
function addressOf(base: string, path: string, parameters: Parameters): URL {
  const local = /^https?:\/\//.test(path) ? pathOf(path) : path;
  const url = new URL(local.startsWith('/') ? local : `/api/${local}`, base);
  if (url.origin !== new URL(base).origin) throw new Error(`${path} is not an address of the API.`);
  for (const [name, value] of Object.entries(parameters))
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one));
  return url;
}
