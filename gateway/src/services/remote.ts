import type { IncomingMessage } from 'node:http';
import { parse } from 'node:url';
import type { App } from '@plumbline/config';
import { type AuthenticatedRequest, requestKeyHeader, signStatement, statementHeader } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Family } from '@plumbline/metrics';
import type { Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { discardBody, readCost, tellOfConnection, watchSilence } from './answers';
import { askInstances, reachInstances } from './askInstances';
import { createBalancedAgent } from './balancedAgent';
import { createDeliveries } from './deliveries';
import { readInstances } from './instances';
import type { Deliver } from './serviceConnection';

/** Where a service tells what it measures, and the milliseconds it has for that. */
const metricsPath = '/metrics/?format=json';
const measuredWithin = 1_000;

export interface RemoteParts {
  statementKeys: readonly Buffer[];
  metricsToken?: string | undefined;
  log: Log;
  /** Called when nobody takes a connection: the service may have told of another address since. */
  unreachable?: ((app: App) => void) | undefined;
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
  { statementKeys: keys, metricsToken, log, unreachable }: RemoteParts,
): RemoteService {
  const asReader: Record<string, string> = metricsToken ? { authorization: `Bearer ${metricsToken}` } : {};
  const instances = readInstances(urls);
  const { agent, leave } = createBalancedAgent(instances);
  const deliveries = createDeliveries({ app, leave, forward: (...request) => void proxy(...request) });
  let isAway = false;

  /** Why nobody can be reached, said once each time, until somebody is. */
  function noteReachability(trouble: string | undefined): void {
    if (trouble !== undefined) unreachable?.(app);
    if (trouble !== undefined && !isAway) log.warn({ app, url: urls, error: trouble }, 'a service takes no connection');
    isAway = trouble !== undefined;
  }

  const proxyPlugin: Plugin<AuthenticatedRequest, Response> = (server) => {
    server.on('start', (req) => {
      if (deliveries.of(req)?.isChunked) frameInChunks(req);
    });
    server.on('proxyReq', (outgoing, req) => {
      const delivery = deliveries.of(req);
      // Nothing has been sent yet; when nobody waits any more, nothing is.
      if (delivery) delivery.outgoing = outgoing;
      else outgoing.destroy();
    });
    server.on('proxyRes', (answer, req, res) => {
      noteReachability(undefined);
      clearTimeout(deliveries.of(req)?.timer);
      readCost(answer, req);
      // A process says so with all its answers while it comes to its end.
      if (answer.headers.connection === 'close') leave(answer.socket);
      tellOfConnection(answer, req, res);
      watchSilence(answer, res);
      answer.once('end', () => discardBody(req, deliveries.of(req)?.outgoing));
      answer.once('close', () => {
        if (!answer.complete) res.destroy();
      });
    });
    server.on('error', (error, req, res) => {
      const delivery = deliveries.of(req);
      if (delivery && !delivery.outgoing) noteReachability(error.message);
      deliveries.repeatOrGiveUp(req, res as Response);
    });
    server.on('econnreset', (_error, req, res) => deliveries.repeatOrGiveUp(req, res));
  };

  const proxy = createProxyMiddleware<AuthenticatedRequest, Response>({
    target: instances.url.href,
    agent,
    ejectPlugins: true,
    plugins: [proxyPlugin],
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
      deliveries.begin(req, res, fail);
    },
    measures: async () => (await askInstances<Family[]>(instances, metricsPath, measuredWithin, asReader)).flat(),
    async isReached(within) {
      const troubles = await reachInstances(app, instances, within);
      const isReached = troubles.includes(undefined);
      noteReachability(isReached ? undefined : troubles[0]);
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

/**
 * Credentials, and who forwarded for whom, are the gateway's business alone: services have its statement. `Expect` it
 * has already answered.
 */
const isOurs = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name === 'expect' || name.startsWith('x-forwarded-');

/**
 * The proxy takes a DELETE or OPTIONS that does not say how long it is for one without a body: its body would stand on the
 * connection to the service as somebody's next request.
 */
function frameInChunks({ headers }: IncomingMessage) {
  delete headers['content-length'];
  headers['transfer-encoding'] = 'chunked';
}
