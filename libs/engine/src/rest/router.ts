import {
  type AuthenticatedRequest,
  errorAnswer,
  type Problem,
  problems,
  readQuery,
  sendAnswer,
  sendProblem,
  streamAnswer,
  withOutcome,
} from '@plumbline/http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Engine, UnitOfWork } from '../core/engine';
import type { RequestScope } from '../core/scope';
import type { Answer, ServiceDefinition } from '../core/service';
import { beforeDeadline, outcomeOf } from '../core/transactions/commit';
import { databaseProblem } from '../core/transactions/databaseProblem';
import { ProtectedFromDeletion } from '../delete/plan';
import { type Endpoint, routesOf } from './endpoints';
import { checkOptions, type Exchange, newExchange } from './exchange';
import type { Method } from './verbs';

/** Takes in what has been written elsewhere, before what follows from it is read. */
interface Fresh {
  catchUp(): Promise<void>;
}

/** Answers every request under `/api/<app>/`; what has no endpoint here goes to `next`. */
export function createRouter(engine: Engine, definition: ServiceDefinition, follower?: Fresh): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  router.use(readableAddress);
  for (const { path, endpoint, model } of routesOf(engine, definition)) {
    const isDerived = model && definition.derived?.some((derived) => derived.endpoint === model.endpoint);
    const fresh = isDerived ? follower?.catchUp : undefined;
    router.all(path, (given: Request, res: Response) => {
      const req = given as AuthenticatedRequest;
      const address = req.originalUrl.split('?', 1)[0]!;
      const exchange = newExchange(engine, req, res, address, readQuery(req.originalUrl), endpoint.route);
      void answer(engine, endpoint, String(req.params.id ?? ''), exchange, fresh);
    });
  }
  return router;
}

/** What is no percent-encoding is taken as it stands: it names nothing, and express would refuse it in other words. */
const readableAddress: RequestHandler = (req, _res, next) => {
  if (req.url.includes('%') && !isDecodable(req.path)) req.url = req.url.replaceAll('%', '%25');
  next();
};

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

async function answer(
  engine: Engine,
  endpoint: Endpoint,
  id: string,
  exchange: Exchange,
  before?: () => Promise<void>,
): Promise<void> {
  const { req, res } = exchange;
  const method = req.method === 'HEAD' ? 'GET' : (req.method as Method | 'OPTIONS');
  const { negotiated } = req.gatewayRequest;
  const { allow, csvName } = endpoint;
  const options = { negotiated, announceVersion: endpoint.versioned, allow, csvName };
  try {
    const handler = endpoint.handlers[method];
    if (!handler) {
      await endpoint.guard?.(exchange, method as Method);
      throw problems.methodNotAllowed(req.method);
    }
    checkOptions(exchange);
    if (before) await before();
    const reply = await inTime(engine, exchange, handler(exchange, id));
    tellCost(exchange);
    const isTable = negotiated.renderer === 'csv';
    const headers = isTable ? reply.headers : withPreference(reply.headers, exchange.work.scope);
    const sent = headers ? { ...options, headers } : options;
    if (typeof reply.csv === 'object') await streamAnswer(req, res, reply.csv, sent);
    else sendAnswer(req, res, reply.status, reply.csv ?? reply.body, sent);
  } catch (thrown) {
    const error = await asTold(exchange.work, thrown);
    const problem = refusal(
      exchange,
      errorAnswer(databaseProblem(error), { log: engine.log, requestId: req.gatewayRequest.requestId }),
    );
    // What has begun and cannot go on must not look complete.
    if (res.headersSent) {
      res.destroy();
      return;
    }
    tellCost(exchange);
    sendProblem(req, res, problem, options);
  }
}

/** The answer, or for a write the 503 when its time is up. */
function inTime(engine: Engine, { work, req }: Exchange, reply: Promise<Answer>): Promise<Answer> {
  const { effect } = work.scope;
  if (!effect) return reply;
  const { requestId } = req.gatewayRequest;
  return beforeDeadline(work, effect, reply, (error) =>
    engine.log.info({ requestId, error: String(error) }, 'a write ended after its deadline'),
  );
}

/** What is answered: of a write that could not be served, with what became of it. */
function refusal({ work }: Exchange, problem: Problem): Problem {
  const outcome = outcomeOf(work.scope);
  return outcome ? withOutcome(problem, outcome, work.scope.idempotency?.key) : problem;
}

/** What went wrong in the words that the caller may read. */
async function asTold(work: UnitOfWork, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof ProtectedFromDeletion)) return thrown;
  try {
    return await thrown.seenBy(work);
  } catch (error) {
    return error;
  }
}

/** Lets the gateway log what the answer cost when it stands in another process; it takes the header off. */
function tellCost({ req, res }: Exchange): void {
  const { cost, tellsCost } = req.gatewayRequest;
  if (tellsCost)
    res.setHeader('x-plumbline-cost', [cost.sql, cost.bus, ...(cost.replica ? [cost.replica] : [])].join('/'));
}

/** Says which wish was heeded (RFC 7240). */
function withPreference(headers: Answer['headers'], { nestedRelations }: RequestScope): Answer['headers'] {
  return nestedRelations ? { ...headers, 'Preference-Applied': `nested=${nestedRelations}` } : headers;
}
