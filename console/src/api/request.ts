import { newKey, patiently } from '@plumbline/client/patientFetch';
import { ApiError } from './apiError';

/** Values of a query; several of one name are repeated, undefined and null are left out. */
export type QueryValues = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

export interface RequestOptions {
  query?: QueryValues | URLSearchParams;
  /** Sent as JSON, unless it is a text or a form, which are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The key of a write that was not answered, where it is sent again. */
  key?: string;
}

export interface Answer<T> {
  data: T;
  status: number;
  /** The version of the object, for `If-Match`. */
  etag: string | undefined;
}

/** Where the site begins, as the browser sees it; a proxy may have put it below a path. */
export const siteBase = new URL('.', document.baseURI);

/** The path that all of the console's addresses begin with, without a slash at its end. */
export const basePath = siteBase.pathname.replace(/\/$/, '');

/** Where the console begins: with a slash, without which proxies that put it below a path know no such page. */
export const startPath = `${basePath}/`;

const csrfToken = (): string | undefined => /(?:^|; *)csrftoken=([^;]+)/.exec(document.cookie)?.[1];

/** The address of something of this site: `/api/dcim/devices/`. */
export function addressOf(path: string, query?: RequestOptions['query']): string {
  const text = query === undefined ? '' : String(query instanceof URLSearchParams ? query : searchOf(query));
  return `${basePath}${path}${text === '' ? '' : `${path.includes('?') ? '&' : '?'}${text}`}`;
}

/** The values as a query. */
export function searchOf(values: QueryValues): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search;
}

/** The path of an absolute URL that the API answered with, as `request` takes it. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url, siteBase);
  return pathname.slice(basePath.length) + search;
}

/**
 * Asks the server. Paths begin with a slash, as of the site's root; answers are JSON, or text where they are none. Throws an
 * `ApiError` for whatever is no success, with status 0 when no answer came at all.
 */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const answer = await ask(method, path, options);
  if (isOfAnother(answer, path)) throw new ApiError(answer.status, answeredByAnother, undefined);
  const data = (await contentOf(answer)) as T;
  return { data, status: answer.status, etag: answer.headers.get('ETag') ?? undefined };
}

type Method = 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Somebody waits for the answer: how often is tried meanwhile. */
const patience = { attempts: 4, firstWait: 500, longestWait: 5_000 };

/**
 * Writes that the server puts off, or does not answer, are sent again under a key, so that they take effect once. What is only
 * asked is asked again as long as somebody looks at it (`queryClient`).
 */
const isWrite = (method: Method, path: string): boolean =>
  method !== 'GET' && method !== 'OPTIONS' && path.startsWith('/api/') && !path.startsWith('/api/graphql/');

/** The same, with the answer as it came: for files. */
export async function ask(
  method: Method,
  path: string,
  { query, body, headers, signal, key = newKey() }: RequestOptions = {},
): Promise<Response> {
  const isPlain = typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams;
  const token = method === 'GET' || method === 'OPTIONS' ? undefined : csrfToken();
  const isRepeatable = isWrite(method, path);
  const asked: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(isRepeatable ? { 'Idempotency-Key': key } : {}),
      ...(body === undefined || isPlain ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { 'X-CSRFToken': token }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isPlain ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
  const send = () => fetch(addressOf(path, query), asked);
  const answer = await (isRepeatable ? patiently(patience, send, signal) : send()).catch(brokenOff);
  if (!answer.ok) {
    const said = isOfAnother(answer, path) ? answeredByAnother : await contentOf(answer);
    throw new ApiError(answer.status, said, answer.headers.get('X-Request-Id') ?? undefined, refusalOf(method, answer));
  }
  return answer;
}

/** Of what one sees a write that finds nothing says that it is gone, or not one's own to write. */
const refusalOf = (method: Method, { status }: Response): string | undefined =>
  status !== 404 || !['PUT', 'PATCH', 'DELETE'].includes(method)
    ? undefined
    : `It is not there any more, or you may not ${method === 'DELETE' ? 'delete' : 'change'} it.`;

/** Whether a page came where the API was asked, and not because it cannot be reached. */
const isOfAnother = ({ headers, status }: Response, path: string): boolean =>
  path.startsWith('/api/') && status < 500 && (headers.get('Content-Type')?.includes('text/html') ?? false);

const answeredByAnother = {
  detail:
    'Something else answers in the place of Plumbline, perhaps a proxy that wants you to sign in. Load the page anew.',
};

/** What was answered; an answer that broke off is none. */
async function contentOf(answer: Response): Promise<unknown> {
  const text = await answer.text().catch(brokenOff);
  if (text === '') return undefined;
  if (!answer.headers.get('Content-Type')?.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return brokenOff();
  }
}

function brokenOff(error?: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(0, undefined, undefined);
}
