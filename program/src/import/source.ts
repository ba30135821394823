import { setTimeout as delay } from 'node:timers/promises';

/** A part of a list of another server. */
export interface Page {
  count: number;
  objects: Record<string, unknown>[];
  /** Whether there are more behind these. */
  more: boolean;
}

/** A running server of the same contract. */
export interface Source {
  /** The objects from a place in an endpoint's list on; undefined when the server has no such endpoint. */
  page(endpoint: string, offset: number): Promise<Page | undefined>;
  /** The bytes of a file that an object names by its address; undefined when they cannot be had. */
  file(address: string): Promise<Buffer | undefined>;
}

/** Objects asked for at a time; a server may give fewer. */
const limit = 500;
/** Times something is asked for before the server counts as out of reach. */
const attempts = 6;
/** Milliseconds for one answer. */
const patience = 120_000;

/** Speaks to a server as whoever the token belongs to. */
export function openSource(url: string, token: string): Source {
  const base = rootOf(url);
  const headers = { accept: 'application/json; version=2.1', authorization: `Token ${token}` };
  const ask = (endpoint: string, offset: number, sorted: boolean) =>
    persistently(
      `${base}/api/${endpoint}/?depth=0&limit=${limit}&offset=${offset}${sorted ? '&sort=id' : ''}`,
      headers,
    );
  return {
    page: async (endpoint, offset) => {
      let response = await ask(endpoint, offset, true);
      // Not every list can be sorted by id; its own order has to do then.
      if (response.status === 400) response = await ask(endpoint, offset, false);
      if (response.status === 404) return undefined;
      return readPage(endpoint, response);
    },
    file: async (address) => {
      if (!URL.canParse(address, base)) return undefined;
      const url = new URL(address, base);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
      // Nobody but the server itself gets to see the token.
      const own: Record<string, string> =
        url.origin === new URL(base).origin ? { authorization: headers.authorization } : {};
      const response = await persistently(url.href, own);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    },
  };
}

/** The server's address, with or without what people copy along. */
function rootOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${url} is not the address of a server, such as https://nautobot.example.org.`);
  return url.replace(/\/+$/, '').replace(/\/api$/, '');
}

async function persistently(url: string, headers: Record<string, string>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(patience) }).catch((error: Error) => error);
    const isTrouble = answer instanceof Error || answer.status === 429 || answer.status >= 500;
    if (!isTrouble) return answer;
    if (attempt === attempts)
      throw new Error(`${url}: ${whatHappened(answer)}. Give the same command again to go on from here.`);
    if (!(answer instanceof Error)) await answer.body?.cancel();
    await delay(500 * 2 ** attempt);
  }
}

const whatHappened = (answer: Response | Error): string =>
  answer instanceof Error ? String(answer.cause ?? answer.message) : `the server answered ${answer.status}`;

async function readPage(endpoint: string, response: Response): Promise<Page> {
  if (response.status === 401 || response.status === 403)
    throw new Error(`The token may not read ${endpoint} (${response.status}). Use one of a superuser.`);
  if (!response.ok) throw new Error(`${endpoint}: the server answered ${response.status}.`);
  const body = (await response.json().catch(() => undefined)) as
    | { count?: unknown; next?: unknown; results?: unknown }
    | undefined;
  if (typeof body?.count !== 'number' || !Array.isArray(body.results))
    throw new Error(`${endpoint}: the answer is not a list. Is this the address of the server itself?`);
  return { count: body.count, objects: body.results, more: typeof body.next === 'string' && body.results.length > 0 };
}
