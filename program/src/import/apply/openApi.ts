import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from '@plumbline/model';

/** What a write was answered. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Plumbline's own API, asked as somebody who may write everything. */
export interface Api {
  /** All objects of a list that match, in whole pages. */
  list(endpoint: string, query?: string, depth?: 0 | 1): AsyncGenerator<Row[]>;
  count(endpoint: string): Promise<number>;
  write(method: 'POST' | 'PATCH' | 'DELETE', endpoint: string, body: unknown): Promise<Answer>;
  /** The bytes of a file that an object names by its address. */
  file(address: string): Promise<Buffer | undefined>;
}

/** Thrown when Plumbline itself is out of reach, or refuses everything. */
export class ApiUnusable extends Error {}

const pageSize = 1_000;
const attempts = 6;
const answerWithin = 300_000;

/** Speaks to a Plumbline at an address, with one of its tokens. */
export function openApi(url: string, token: string): Api {
  const base = `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
  const authorization = `Token ${token}`;

  /** One answer; what may go better a little later is asked again. A write has one effect however often it is sent. */
  async function ask(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      let trouble: string;
      try {
        const answer = await fetch(`${base}/${path}`, {
          ...init,
          method,
          headers: { accept: 'application/json', authorization, ...init.headers },
          signal: AbortSignal.timeout(answerWithin),
        });
        const text = await answer.text();
        if (![429, 502, 503, 504].includes(answer.status)) return { status: answer.status, body: readJson(text) };
        trouble = `it answered ${answer.status}`;
      } catch (error) {
        const { cause, message } = error as Error;
        trouble = String(cause ?? message);
      }
      if (attempt === attempts)
        throw new ApiUnusable(
          `Plumbline at ${base} cannot be reached: ${trouble}. Give the same command again to go on.`,
        );
      await delay(250 * 2 ** attempt);
    }
  }

  const read = async (path: string): Promise<{ count: number; results: Row[]; next: string | null }> => {
    const { status, body } = await ask('GET', path);
    if (status === 401 || status === 403)
      throw new ApiUnusable(`Plumbline at ${base} does not let this token in (${status}): use one of a superuser.`);
    const page = body as { count?: unknown; results?: unknown };
    if (status !== 200 || !Array.isArray(page?.results))
      throw new ApiUnusable(
        `Plumbline at ${base} answered ${status} to /${path}: ${JSON.stringify(body).slice(0, 300)}`,
      );
    return page as { count: number; results: Row[]; next: string | null };
  };

  return {
    list: async function* (endpoint, query = '', depth = 0) {
      for (let offset = 0; ; ) {
        const page = await read(
          `${endpoint}/?depth=${depth}&limit=${pageSize}&offset=${offset}${query && `&${query}`}`,
        );
        yield page.results;
        offset += page.results.length;
        if (!page.next || page.results.length === 0) return;
      }
    },
    count: async (endpoint) => (await read(`${endpoint}/?depth=0&limit=1`)).count,
    write: (method, endpoint, body) =>
      ask(method, `${endpoint}/`, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      }),
    file: async (address) => {
      const answer = await fetch(new URL(new URL(address, base).pathname, base), {
        headers: { authorization },
        signal: AbortSignal.timeout(answerWithin),
      });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    },
  };
}

function readJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text.slice(0, 300);
  }
}
