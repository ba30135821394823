import { type Problem, plainAddress, problems, requestIdOf, sendProblem, stripInternalHeaders } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Tracing } from '@plumbline/tracing';
import type { Request, RequestHandler, Response } from 'express';
import { ticketFrom } from './authentication/credentials';
import type { IsAllowedHost } from './clients/allowedHosts';
import type { ReadClient } from './clients/readClient';
import type { TakeShare } from './clients/requestShare';
import { recordRequest } from './recordRequest';
import type { RequestMetrics } from './requestMetrics';
import { keepRecord, type RequestRecord } from './requestRecord';
import { traceRequest } from './traceRequest';

export interface AdmissionParts {
  readClient: ReadClient;
  isAllowedHost: IsAllowedHost;
  takeShare: TakeShare;
  log: Log;
  /** At which requests are logged. */
  requestLevel: 'info' | 'debug';
  metrics: RequestMetrics;
  tracing: Tracing | undefined;
}

/** How an address begins that a client sends whole, as it would to a proxy. */
const origin = /^https?:\/\/[^/?]*/i;

/** Asked every few seconds by those who see whether all is well: such traces would bury the others. */
const isWatched = (path: string): boolean => path.startsWith('/health') || path.startsWith('/metrics');

/** Whether it shows a job's ticket; one that is not good is refused whatever we are called. */
const isFromWorker = ({ headers }: Request): boolean =>
  headers.authorization !== undefined && ticketFrom(headers.authorization) !== undefined;

/**
 * The one handler every request passes: it takes away what only our own processes may say, gives the request its id,
 * sees that it is logged and counted, and sends it on. It is on every request's way, so it does little.
 */
export function admitRequests(parts: AdmissionParts): RequestHandler {
  const { log, requestLevel, metrics, tracing, readClient, isAllowedHost, takeShare } = parts;
  return (req, res, next) => {
    const started = performance.now();
    stripInternalHeaders(req.headers);
    const requestId = requestIdOf(req);
    const client = readClient(req);
    const record: RequestRecord = { requestId, client, route: 'unknown', started, cost: { sql: 0, bus: 0 } };
    keepRecord(res, record);
    res.setHeader('X-Request-Id', requestId);
    recordRequest(req, res, record, log, requestLevel, metrics);

    if (!req.url.startsWith('/')) req.originalUrl = req.url = req.url.replace(origin, '') || '/';
    const question = req.url.indexOf('?');
    const path = question < 0 ? req.url : req.url.slice(0, question);
    const refusal = whyRefused(req, res, path, client);
    if (refusal) {
      record.route = 'refused';
      sendProblem(req, res, refusal);
    } else if (tracing && !isWatched(path)) traceRequest(tracing, req, res, record, next);
    else next();
  };

  function whyRefused(req: Request, res: Response, path: string, client: string): Problem | undefined {
    // Those who watch us call us by an address that changes, and workers by a name of their own.
    if (!isAllowedHost(req.headers) && !isWatched(path) && !isFromWorker(req))
      return problems.malformed('This server does not go by the name in the Host header.');
    const isForwarded = client !== plainAddress(req.socket.remoteAddress ?? '');
    return isForwarded && !takeShare(client, res) ? problems.throttled(2) : undefined;
  }
}
