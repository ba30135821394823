import { patiently } from '@plumbline/client/patientFetch';
import { ApiError, mayComeSoon } from './apiError';
import { keepKey, takeKey } from './writeKeys';

/** Values of a query; several of one name are repeated, undefined and null are left out. */
export type QueryValues = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

export interface RequestOptions {
  query?: QueryValues | URLSearchParams;
  /** Sent as JSON, unless it is a text or a form, which are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
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
export const request = <T>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer<T>> =>
  once(method, path, options, async (key) => {
    const answer = await send(method, path, options, key);
    if (isOfAnother(answer, path)) throw new ApiError(answer.status, answeredByAnother, undefined);
    const data = (await contentOf(answer)) as T;
    return { data, status: answer.status, etag: answer.headers.get('ETag') ?? undefined };
  });

/** The same, with the answer as it came: for files. */
export const ask = (method: Method, path: string, options: RequestOptions = {}): Promise<Response> =>
  once(method, path, options, (key) => send(method, path, options, key));

type Method = 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Somebody waits for the answer: how often is tried meanwhile. */
const patience = { attempts: 4, firstWait: 500, longestWait: 5_000 };

/**
 * Writes that the server puts off, or does not answer, are sent again under a key, so that they take effect once. What is only
 * asked is asked again as long as somebody looks at it (`queryClient`).
 */
const isWrite = (method: Method, path: string): boolean =>
  method !== 'GET' && method !== 'OPTIONS' && path.startsWith('/api/') && !path.startsWith('/api/graphql/');

/** Gives a write the key that it has, which it keeps where no answer came: whoever sends it again sends the same one. */
async function once<T>(
  method: Method,
  path: string,
  { query, body, headers }: RequestOptions,
  act: (key: string | undefined) => Promise<T>,
): Promise<T> {
  if (!isWrite(method, path)) return act(undefined);
  const content = bodyOf(body);
  const write = JSON.stringify([method, addressOf(path, query), headers, content]);
  const key = takeKey(write);
  try {
    return await act(key);
  } catch (error) {
    // What a form says is not compared.
    if (typeof content !== 'object' && mayComeSoon(error)) keepKey(write, key);
    throw error;
  }
}

const isPlain = (body: unknown): body is string | FormData | URLSearchParams =>
  typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams;

const bodyOf = (body: unknown) => (body === undefined || isPlain(body) ? body : JSON.stringify(body));

async function send(
  method: Method,
  path: string,
  { query, body, headers, signal }: RequestOptions,
  key: string | undefined,
): Promise<Response> {
  const token = method === 'GET' || method === 'OPTIONS' ? undefined : csrfToken();
  const content = bodyOf(body);
  const asked: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(body === undefined || isPlain(body) ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { 'X-CSRFToken': token }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  };
  const attempt = () => fetch(addressOf(path, query), asked);
  const answer = await (key === undefined ? attempt() : patiently(patience, attempt, signal)).catch(brokenOff);
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
