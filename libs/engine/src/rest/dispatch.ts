import {
  errorAnswer,
  type Problem,
  problems,
  readQuery,
  sendAnswer,
  sendProblem,
  streamAnswer,
  type VisitedRequest,
} from '@plumbline/http';
import type { NextFunction, Response } from 'express';
import { databaseProblem } from '../databaseProblem';
import type { Engine } from '../engine';
import type { Follower } from '../record/follower';
import type { ServiceDefinition } from '../service';
import { type Endpoint, endpointFinder, type Found } from './endpoints';
import { checkOptions, type Exchange, newExchange } from './exchange';
import type { Method } from './verbs';

/** Answers every request under `/api/<app>/`; what has no endpoint here goes to `next`. */
export function createDispatcher(
  engine: Engine,
  definition: ServiceDefinition,
  follower?: Follower,
): (req: VisitedRequest, res: Response, next: NextFunction) => void {
  const find = endpointFinder(engine, definition);
  const derived = new Set((definition.derived ?? []).map((model) => model.endpoint));
  return (req, res, next) => {
    const question = req.originalUrl.indexOf('?');
    const path = question < 0 ? req.originalUrl : req.originalUrl.slice(0, question);
    const found = find(path);
    if (!found) return next();
    const exchange = newExchange(engine, req, res, path, readQuery(req.originalUrl), found.endpoint.route);
    const fresh = follower && derived.has(path.split('/')[3]) ? follower.catchUp : undefined;
    void answer(engine, found, exchange, fresh);
  };
}

async function answer(
  engine: Engine,
  { endpoint, id }: Found,
  exchange: Exchange,
  before?: () => Promise<void>,
): Promise<void> {
  const { req, res } = exchange;
  const method = req.method === 'HEAD' ? 'GET' : (req.method as Method | 'OPTIONS');
  const { negotiated } = req.visit;
  const options = { negotiated, announceVersion: endpoint.versioned, allow: endpoint.allow };
  try {
    const handler = endpoint.handlers[method];
    if (!handler) {
      await endpoint.guard?.(exchange, method as Method);
      throw problems.methodNotAllowed(req.method);
    }
    checkOptions(exchange);
    if (before) await before();
    const reply = await handler(exchange, id);
    tellCost(exchange);
    const isTable = negotiated.renderer === 'csv';
    const headers = isTable ? { ...reply.headers, ...csvHeaders(endpoint, exchange) } : reply.headers;
    const sent = headers ? { ...options, headers } : options;
    if (typeof reply.csv === 'object') await streamAnswer(req, res, reply.csv, sent);
    else sendAnswer(req, res, reply.status, reply.csv ?? reply.body, sent);
  } catch (error) {
    const problem: Problem = errorAnswer(databaseProblem(error), { log: engine.log, requestId: req.visit.requestId });
    // What has begun and cannot go on must not look complete.
    if (res.headersSent) {
      res.destroy();
      return;
    }
    tellCost(exchange);
    sendProblem(req, res, problem, { ...options, headers: csvHeaders(endpoint, exchange) });
  }
}

/** Lets the gateway log what the answer cost when it stands in another process; it takes the header off. */
function tellCost({ req, res }: Exchange): void {
  const { cost, tellsCost } = req.visit;
  if (tellsCost)
    res.setHeader('x-plumbline-cost', [cost.sql, cost.bus, ...(cost.replica ? [cost.replica] : [])].join('/'));
}

function csvHeaders({ csvName }: Endpoint, { req }: Exchange): Record<string, string> {
  if (csvName === undefined || req.visit.negotiated.renderer !== 'csv') return {};
  return { 'Content-Disposition': `attachment; filename="nautobot_${csvName}_data.csv"` };
}
