import type { GuardedAgents } from './guardedAgents';
import { sendRequest } from './sendRequest';
import { withinTime } from './withinTime';

export interface FetchBounds {
  agents: GuardedAgents;
  /** Milliseconds until the status of an answer must have come. */
  timeout: number;
  /** Bytes of an answer that are read. */
  mostBytes: number;
}

/** What libraries hand to the `fetch` they are given. */
export interface FetchOptions {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * `fetch` for libraries that take one, as far as they use it: text goes out and comes back, only to where requests may go,
 * and redirects are answers like any other.
 */
export function guardedFetch({ agents, timeout, mostBytes }: FetchBounds) {
  return async (url: string | URL, { method = 'GET', headers, body, signal }: FetchOptions = {}): Promise<Response> => {
    const sent = body === undefined || body === null ? undefined : Buffer.from(String(body));
    const given = Object.fromEntries(new Headers(headers));
    const answer = await withinTime(timeout, signal, (limit) =>
      sendRequest({
        url: new URL(url),
        method,
        headers: sent === undefined ? given : { ...given, 'content-length': String(sent.length) },
        body: sent,
        agents,
        signal: limit,
        mostBytes,
      }),
    );
    const received = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    );
    const hasNoBody = [204, 205, 304].includes(answer.status);
    return new Response(hasNoBody ? null : answer.text, { status: answer.status, headers: received });
  };
}
