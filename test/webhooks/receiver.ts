import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One request a receiver was sent. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body, when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  body: any;
  /** What was answered. */
  status: number;
}

/** Somewhere webhooks can be sent to; it remembers everything. */
export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  stop(): Promise<void>;
}

type Answer = number | ((res: ServerResponse) => void);

/** Starts a receiver on this machine; `answer` says what it answers to a request, 200 unless told otherwise. */
export async function startReceiver(
  answer: (received: Received) => Answer = () => 200,
  tls?: { cert: string; key: string },
): Promise<Receiver> {
  const received: Received[] = [];
  const hear = async (req: IncomingMessage, res: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString('utf8');
    const one: Received = {
      method: req.method!,
      path: req.url!,
      headers: req.headers,
      text,
      body: parsed(text),
      status: 0,
    };
    received.push(one);
    const reply = answer(one);
    if (typeof reply === 'function') return reply(res);
    one.status = reply;
    res.writeHead(reply).end();
  };
  const server = (tls ? createSecureServer(tls, hear) : createServer(hear)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    received,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
