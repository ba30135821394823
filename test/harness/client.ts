import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** What came back of one request; status 0 means that the connection broke before an answer was there. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  body: any;
  text: string;
  /** Milliseconds from the first byte out to the last byte in. */
  milliseconds: number;
  /** The id the change log files this request's records under. */
  requestId: string;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Milliseconds after which the client itself gives up. */
  patience?: number;
}

/** Speaks to a running program as its administrator, over connections that are kept open as a real client's are. */
export interface Client {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** As `call`; throws unless the answer has the wanted status. */
  must(wanted: number, method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  close(): void;
}

const clientPatience = 60_000;

/** Makes a client of the program at `url`; paths are those below `/api/`. */
export function createClient(url: string, token: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const call: Client['call'] = (method, path, body, options = {}) =>
    new Promise((resolve) => {
      const started = performance.now();
      const requestId = randomUUID();
      const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const settle = (status: number, headers: Answer['headers'], text: string) =>
        resolve({ status, headers, text, body: parsed(text), milliseconds: performance.now() - started, requestId });
      const outgoing = request(
        `${url}/api/${path}`,
        {
          method,
          agent,
          timeout: options.patience ?? clientPatience,
          headers: {
            authorization: `Token ${token}`,
            accept: 'application/json',
            'x-request-id': requestId,
            ...(payload === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
            ...options.headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', (error) => settle(0, {}, error.message));
          incoming.on('end', () =>
            settle(incoming.complete ? incoming.statusCode! : 0, incoming.headers, Buffer.concat(chunks).toString()),
          );
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('the client lost its patience')));
      outgoing.on('error', (error) => settle(0, {}, error.message));
      outgoing.end(payload);
    });
  return {
    call,
    must: async (wanted, method, path, body, options) => {
      const answer = await call(method, path, body, options);
      if (answer.status !== wanted)
        throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text.slice(0, 500)}`);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A client that sends a request again, once, when the answer asks for it or does not come. */
export const retryingOnce = (client: Client): Client => ({
  ...client,
  call: async (...request) => {
    const answer = await client.call(...request);
    return answer.status === 0 || answer.status === 503 ? client.call(...request) : answer;
  },
});
