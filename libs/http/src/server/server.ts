import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@plumbline/log';
import { answerRaw } from '../answer/rawAnswer';
import { AnswersUnderWay } from './answersUnderWay';
import { type ConnectionBounds, shareConnections } from './connectionShare';
import { expressMessages } from './expressMessages';

export interface ServerOptions {
  /** 0 takes any free port. */
  port: number;
  host: string;
  log: Log;
  /** How long `stop` waits for answers under way, in milliseconds; 25,000 when absent. */
  graceMilliseconds?: number;
  /**
   * How long `stop` goes on answering while clients are connected, in milliseconds; 0 when absent. Each answer tells
   * its client to leave, so that nobody sends a request on a connection that is just being closed.
   */
  drainMilliseconds?: number;
  /** Bytes that request line and headers may have together; 16 KiB when absent. */
  headBytes?: number;
  /** For a server that strangers reach: how many connections it holds, and of whom. */
  connections?: ConnectionBounds;
}

export interface RunningServer {
  /** Where it really listens. */
  port: number;
  /**
   * Says farewell, accepts nothing new, lets answers under way finish within the grace period, then closes every
   * connection.
   */
  stop(): Promise<void>;
}

/** Leaves room for addresses of 8,000 characters. */
const defaultHeadBytes = 16 * 1024;
/** For what the gateway hands on: it took the head, and adds who asks at which address, which may be most of that head. */
export const forwardedHeadBytes = 4 * defaultHeadBytes;
const headersWithinMilliseconds = 20_000;
const requestWithinMilliseconds = 120_000;
/** Between looks for connections that are slower than that; node looks every half minute only. */
const looksEveryMilliseconds = 5_000;
/** Longer than load balancers keep an idle connection (60 s), so that they close first and never meet a closed one. */
const idleMilliseconds = 65_000;
/**
 * Connections the kernel takes before we do; it allows as many as `net.core.somaxconn` at most. Whoever finds the queue
 * full tries again after 1, 3, 7 and 15 seconds, so one client's burst must fit in.
 */
const queuedConnections = 65_535;
const defaultGrace = 25_000;
/** For requests that are on their way when nothing new is accepted any more. */
const lateRequestsMilliseconds = 200;

/** Starts an HTTP server; rejects when the port is taken. */
export async function startServer(app: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const server = createServer({
    ...expressMessages(app),
    maxHeaderSize: options.headBytes ?? defaultHeadBytes,
    headersTimeout: headersWithinMilliseconds,
    requestTimeout: requestWithinMilliseconds,
    connectionsCheckingInterval: looksEveryMilliseconds,
    keepAliveTimeout: idleMilliseconds,
  });
  const drain = countAnswers(server);
  if (options.connections) shareConnections(server, options.connections);
  server.on('request', app);
  answerUnreadable(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host, backlog: queuedConnections }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= drain(options);
    return stopping;
  };
  return { port, stop };
}

/** Keeps track of answers under way and returns the function that waits for them. */
function countAnswers(server: Server): (options: ServerOptions) => Promise<void> {
  const underWay = new AnswersUnderWay();
  let stopping = false;
  let closing = false;
  server.on('request', (_req, res) => {
    const leave = underWay.enter(res);
    if (stopping) res.shouldKeepAlive = false;
    res.once('close', () => {
      leave();
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return async ({ graceMilliseconds = defaultGrace, drainMilliseconds = 0, log }) => {
    stopping = true;
    for (const res of underWay) res.shouldKeepAlive = false;
    if (drainMilliseconds > 0 && (await connectionsOf(server)) > 0) await delay(drainMilliseconds);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        log.warn({ underWay: underWay.count }, 'closing connections whose answers did not finish in time');
        server.closeAllConnections();
      }, graceMilliseconds);
      // Node's own `server.close` also closes connections on which the first request is just arriving.
      NetServer.prototype.close.call(server, () => {
        clearTimeout(timer);
        resolve();
      });
      const closeIdle = () => {
        closing = true;
        server.closeIdleConnections();
      };
      setTimeout(closeIdle, Math.min(drainMilliseconds, lateRequestsMilliseconds));
    });
  };
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

const statusByCode: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Bytes that are no HTTP request never reach the application; they still get an answer in the shape of all others. */
function answerUnreadable(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (req, res) => answers.set(req.socket, res));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const last = answers.get(socket);
    const isMidAnswer = last?.headersSent === true && !last.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isMidAnswer) {
      socket.destroy();
      return;
    }
    const status = statusByCode[error.code ?? ''] ?? 400;
    answerRaw(socket, status, `${STATUS_CODES[status] ?? ''}.`);
  });
}
