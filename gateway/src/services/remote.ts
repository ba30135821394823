import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:url';
import type { App } from '@plumbline/config';
import {
  type AuthenticatedRequest,
  isWrite,
  type Problem,
  problems,
  requestKeyHeader,
  signStatement,
  statementHeader,
  withOutcome,
} from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Family } from '@plumbline/metrics';
import type { Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { askInstances, reachInstances } from './askInstances';
import { createBalancedAgent } from './balancedAgent';
import { readInstances } from './instances';
import type { Deliver } from './serviceConnection';

/** Milliseconds of silence after which an answer that has begun is given up. */
const longestSilence = 30_000;
/** Milliseconds a client may take nothing of an answer that is waiting for it. */
const longestPause = 5 * 60_000;
/** Where a service tells what it measures, and the milliseconds it has for that. */
const metricsPath = '/metrics/?format=json';
const measuredWithin = 1_000;
/** What a service says its answer cost: `<SQL statements>/<bus requests>`, and statements that a replica answered. */
const costHeader = 'x-plumbline-cost';

interface Delivery {
  fail(error: unknown): void;
  /** Runs out at the deadline unless the answer has begun. */
  timer: NodeJS.Timeout | undefined;
  outgoing?: ClientRequest | undefined;
  /** Its body comes in chunks. */
  isChunked: boolean;
  /** It was handed on before, to a process that broke off. */
  isRepeated: boolean;
}

/** What came with a request was handed on with it, and is not there a second time. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export interface RemoteParts {
  statementKeys: readonly Buffer[];
  metricsToken?: string | undefined;
  log: Log;
}

/** A service in another process, and the connections kept to it. */
export interface RemoteService {
  deliver: Deliver;
  /** What each of its processes measures; who does not tell in time is left out. */
  measures(): Promise<Family[]>;
  /** Whether any of its processes, and not another service, answers within the milliseconds. */
  isReached(within: number): Promise<boolean>;
  close(): void;
}

/**
 * Forwards requests to a service over HTTP with a statement of who is asking, signed by keys, in turn to each of its processes
 * (`urls`, separated by commas) that takes connections; why none does is logged once. What is only read from a process that breaks
 * off before its headers is asked for once more. A service that refuses, breaks off otherwise or misses the deadline fails with a
 * 503, which for a write says whether it had been handed on; one that breaks off after its headers breaks the client's connection
 * too.
 */
export function connectRemoteService(
  app: App,
  urls: string,
  { statementKeys: keys, metricsToken, log }: RemoteParts,
): RemoteService {
  const asReader: Record<string, string> = metricsToken ? { authorization: `Bearer ${metricsToken}` } : {};
  const instances = readInstances(urls);
  const { agent, leave } = createBalancedAgent(instances);
  const deliveries = new WeakMap<IncomingMessage, Delivery>();
  let isAway = false;

  /** Said once each time: why nobody can be reached, until somebody is. */
  function note(trouble: string | undefined): void {
    if (trouble !== undefined && !isAway) log.warn({ app, url: urls, error: trouble }, 'a service takes no connection');
    isAway = trouble !== undefined;
  }

  const watch: Plugin<AuthenticatedRequest, Response> = (proxy) => {
    proxy.on('start', (req) => {
      if (deliveries.get(req)?.isChunked) frameInChunks(req);
    });
    proxy.on('proxyReq', (outgoing, req) => {
      const delivery = deliveries.get(req);
      // Nothing has been sent yet; when nobody waits any more, nothing is.
      if (delivery) delivery.outgoing = outgoing;
      else outgoing.destroy();
    });
    proxy.on('proxyRes', (answer, req, res) => {
      note(undefined);
      clearTimeout(deliveries.get(req)?.timer);
      readCost(answer, req);
      // A process says so with all its answers while it comes to its end.
      if (answer.headers.connection === 'close') leave(answer.socket);
      tellOfConnection(answer, req, res);
      watchSilence(answer, res);
      answer.once('end', () => throwRestAway(req, deliveries.get(req)?.outgoing));
      answer.once('close', () => {
        if (!answer.complete) res.destroy();
      });
    });
    proxy.on('error', (error, req, res) => {
      const delivery = deliveries.get(req);
      if (delivery && !delivery.outgoing) note(error.message);
      repeatOrGiveUp(req, res as Response);
    });
    proxy.on('econnreset', (_error, req, res) => repeatOrGiveUp(req, res));
  };

  /** Nothing comes of reading twice; whether something has come of a write is not known. */
  function repeatOrGiveUp(req: AuthenticatedRequest, res: Response) {
    const delivery = deliveries.get(req);
    const isOpen = !res.headersSent && !res.destroyed;
    if (!delivery?.outgoing || delivery.isRepeated || !isOpen || isWrite(req.method) || hasBody(req)) {
      giveUp(req);
      return;
    }
    leave(delivery.outgoing.socket);
    delivery.outgoing = undefined;
    delivery.isRepeated = true;
    void forward(req, res, delivery.fail);
  }

  function giveUp(req: IncomingMessage) {
    const delivery = deliveries.get(req);
    if (!delivery) return;
    deliveries.delete(req);
    clearTimeout(delivery.timer);
    delivery.outgoing?.destroy();
    delivery.fail(delivery.outgoing ? mayBeDone(req as AuthenticatedRequest) : problems.unavailable(app));
  }

  /** What is said of a request that was handed on and not answered. */
  function mayBeDone({ method, headers, gatewayRequest }: AuthenticatedRequest): Problem {
    const problem = problems.unavailable(app);
    const named = headers['idempotency-key'];
    const key = typeof named === 'string' ? named : gatewayRequest.requestKey;
    return isWrite(method) && key !== undefined ? withOutcome(problem, 'unknown', key) : problem;
  }

  /**
   * The time a client takes to send its request is not the service's: as long as bytes arrive, the deadline moves on.
   */
  function watchDeadline(req: AuthenticatedRequest, delivery: Delivery, read = req.socket.bytesRead): void {
    const patience = Math.max(0, req.gatewayRequest.deadline - Date.now());
    delivery.timer = setTimeout(() => {
      if (req.socket.bytesRead > read) {
        req.gatewayRequest.deadline = Date.now() + patience;
        watchDeadline(req, delivery);
      } else {
        leave(delivery.outgoing?.socket ?? null);
        giveUp(req);
      }
    }, patience);
  }

  const forward = createProxyMiddleware<AuthenticatedRequest, Response>({
    target: instances.url.href,
    agent,
    ejectPlugins: true,
    plugins: [watch],
  });

  return {
    deliver(req, res, fail) {
      const { gatewayRequest, headers, method } = req;
      req.url = sentUrl(req.url);
      headers[statementHeader] = signStatement({ ...gatewayRequest, method }, { app, method, url: req.url }, keys);
      headers['x-request-id'] = gatewayRequest.requestId;
      for (const name of Object.keys(headers)) if (isOurs(name)) delete headers[name];
      if (gatewayRequest.requestKey !== undefined) headers[requestKeyHeader] = gatewayRequest.requestKey;
      headers.connection = 'keep-alive';
      const isChunked = headers['transfer-encoding'] !== undefined;
      const delivery: Delivery = { fail, timer: undefined, isChunked, isRepeated: false };
      deliveries.set(req, delivery);
      watchDeadline(req, delivery);
      res.once('close', () => {
        clearTimeout(delivery.timer);
        deliveries.delete(req);
        if (!res.writableFinished) delivery.outgoing?.destroy();
      });
      void forward(req, res, fail);
    },
    measures: async () => (await askInstances<Family[]>(instances, metricsPath, measuredWithin, asReader)).flat(),
    async isReached(within) {
      const troubles = await reachInstances(app, instances, within);
      const isReached = troubles.includes(undefined);
      note(isReached ? undefined : troubles[0]);
      return isReached;
    },
    close: () => agent.destroy(),
  };
}

/** An address as the proxy sends it: the statement is bound to it. */
function sentUrl(url: string): string {
  const { pathname, search } = parse(url);
  return `${(pathname ?? '').replace(/\/+/g, '/')}${search ?? ''}`;
}

/** Of a request that has its answer nobody reads the rest: the client gets it off its hands, and can ask the next thing. */
function throwRestAway(req: IncomingMessage, outgoing: ClientRequest | undefined): void {
  if (req.complete || !outgoing) return;
  req.unpipe(outgoing);
  req.resume();
  outgoing.destroy();
}

/** Gives up an answer of which nothing comes any more, sooner when that is not because its reader is slow. */
function watchSilence(answer: IncomingMessage, res: Response): void {
  let read = answer.socket.bytesRead;
  let since = Date.now();
  const timer = setInterval(() => {
    const { bytesRead } = answer.socket;
    if (bytesRead > read) {
      read = bytesRead;
      since = Date.now();
    } else if (!res.writableNeedDrain || Date.now() - since > longestPause) answer.destroy();
  }, longestSilence);
  answer.once('close', () => clearInterval(timer));
}

/**
 * Credentials, and who forwarded for whom, are the gateway's business alone: services have its statement. `Expect` it
 * has already answered.
 */
const isOurs = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name === 'expect' || name.startsWith('x-forwarded-');

function readCost(answer: IncomingMessage, { gatewayRequest }: AuthenticatedRequest) {
  const header = answer.headers[costHeader];
  const [sql, bus, replica] = typeof header === 'string' ? header.split('/').map(Number) : [];
  gatewayRequest.cost.sql += sql || 0;
  gatewayRequest.cost.bus += bus || 0;
  if (replica) gatewayRequest.cost.replica = replica;
  for (const name of Object.keys(answer.headers)) if (name.startsWith('x-plumbline-')) delete answer.headers[name];
}

/**
 * The proxy takes a DELETE or OPTIONS that does not say how long it is for one without a body: its body would stand on the
 * connection to the service as somebody's next request.
 */
function frameInChunks({ headers }: IncomingMessage) {
  delete headers['content-length'];
  headers['transfer-encoding'] = 'chunked';
}

/** What a service says of its connection is not said of the client's, of which the proxy tells what the request has. */
function tellOfConnection(answer: IncomingMessage, { headers }: IncomingMessage, { shouldKeepAlive }: ServerResponse) {
  delete answer.headers.connection;
  delete answer.headers['keep-alive'];
  headers.connection = shouldKeepAlive ? 'keep-alive' : 'close';
}
