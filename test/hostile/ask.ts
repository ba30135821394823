import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { HostileServer } from './hostileServer';

/** What came back. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  body: any;
  milliseconds: number;
  /** Milliseconds of processor time this process, which the server is part of, has used meanwhile. */
  processor: number;
}

export interface Asked {
  /** Sent as it is when it is text or bytes, else as JSON. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Whether the administrator's token goes along; yes when absent. */
  signedIn?: boolean;
  /** The loopback address the request comes from; brakes tell clients apart by it. */
  from?: string;
}

const agents = new Map<string, Agent>();

function agentFor(from: string): Agent {
  const agent = agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from, maxSockets: 16 });
  agents.set(from, agent);
  return agent;
}

/** Lets go of the connections kept open between requests. */
export function hangUp(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

/**
 * Sends one request whose path is left exactly as written, and waits for the whole answer; gives up after a minute
 * without a byte.
 */
export function ask(server: HostileServer, method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { body, headers = {}, signedIn = true, from = '127.0.0.1' } = asked;
  const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const began = performance.now();
  const used = process.cpuUsage();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: server.host,
        port: server.port,
        method,
        path,
        agent: agentFor(from),
        timeout: 60_000,
        headers: {
          accept: 'application/json',
          ...(signedIn ? { authorization: `Token ${server.token}` } : {}),
          ...(bytes === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(bytes)) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: incoming.statusCode!,
            headers: incoming.headers,
            text,
            body: parsed(incoming.headers['content-type'], text),
            milliseconds: performance.now() - began,
            processor: processorSince(used),
          });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path.slice(0, 200)}: no answer in 60 s`)));
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function processorSince(used: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
}

function parsed(type: string | undefined, text: string): unknown {
  return type?.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined;
}
