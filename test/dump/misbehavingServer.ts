import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What is asked of a server. */
export interface Asked {
  method: string;
  /** Without `/api/` and the last slash: `dcim/devices`. */
  endpoint: string;
  query: URLSearchParams;
  /** How many times this very address was asked for before. */
  before: number;
}

/** What goes wrong with an answer. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The connection is reset before there is an answer. */
  | 'reset'
  /** The connection is closed in the middle of the answer. */
  | 'half'
  /** The answer comes this many milliseconds late. */
  | { late: number };

export interface MisbehavingServer {
  url: string;
  /** Says what goes wrong from now on; nothing unless it answers a fault. */
  misbehave(fault: (asked: Asked) => Fault | undefined): void;
  /** Everything that was asked since the server began to misbehave in this way. */
  asked: Asked[];
  close(): Promise<void>;
}

/**
 * Stands in for a server that misbehaves when it is told to; what it says otherwise, another one says, asked with some
 * headers more.
 */
export async function startMisbehavingServer(
  target: string,
  more: Record<string, string> = {},
): Promise<MisbehavingServer> {
  let fault: (asked: Asked) => Fault | undefined = () => undefined;
  let asked: Asked[] = [];
  let times = new Map<string, number>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url!, target);
    const before = times.get(url.href) ?? 0;
    times.set(url.href, before + 1);
    const endpoint = url.pathname.replace(/^\/api\/|\/$/g, '');
    const one: Asked = { method: request.method!, endpoint, query: url.searchParams, before };
    asked.push(one);
    const wrong = fault(one);
    if (wrong === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (typeof wrong === 'object' && 'status' in wrong) {
      response.writeHead(wrong.status, { 'content-type': 'text/html', ...wrong.headers }).end(wrong.body ?? '<html>');
      return;
    }
    if (typeof wrong === 'object') await delay(wrong.late);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => ['accept', 'authorization', 'content-type'].includes(name)),
    ) as Record<string, string>;
    const init = {
      method: request.method!,
      headers: { ...headers, ...more },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    };
    const real = await fetch(url, init);
    const body = Buffer.from(await real.arrayBuffer());
    const type = { 'content-type': real.headers.get('content-type') ?? 'application/json' };
    response.writeHead(real.status, { ...type, 'content-length': body.length });
    if (wrong !== 'half') response.end(body);
    else response.write(body.subarray(0, body.length / 2), () => response.destroy());
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stand: MisbehavingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (next) => {
      fault = next;
      asked = [];
      times = new Map();
      stand.asked = asked;
    },
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stand;
}
