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
import type { Model } from '@plumbline/model';
import type { NextFunction, Response } from 'express';
import { databaseProblem } from '../databaseProblem';
import { describeEndpoint, relationDefaults } from '../describe';
import type { Engine } from '../engine';
import { showFile } from '../files/showFile';
import { allowed, type PermittedAction, permitted } from '../permissions';
import type { Follower } from '../record/follower';
import type { Action, ServiceDefinition, View } from '../service';
import { changeMany, createFromBody, deleteMany } from './bulk';
import { changeObject, deleteObject, loadNamed, readObject } from './detail';
import { bodyOf, bodyOrForm, bytesOf, checkOptions, type Exchange, newExchange, type Reply } from './exchange';
import { listObjects } from './list';
import { notesOf } from './notes';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Handler = (exchange: Exchange) => Promise<Reply>;

/** One URL: the verbs it knows, in the contract's order, and what each does. */
interface Endpoint {
  handlers: Partial<Record<Method | 'OPTIONS', Handler>>;
  /** What a caller must be allowed to learn that a verb is not supported. */
  guard: ((exchange: Exchange, method: Method) => Promise<void>) | undefined;
  versioned: boolean;
  csvName: string | undefined;
  /** The contract announces the verb TRACE, and knows nothing of it, wherever something else can be traced. */
  announcesTrace?: boolean;
}

const verbOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const actionOf: Record<Method, PermittedAction> = {
  GET: 'view',
  POST: 'add',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
};

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
    const endpoint = find(path);
    if (!endpoint) return next();
    const exchange = newExchange(engine, req, res, path, readQuery(req.originalUrl));
    const fresh = follower && derived.has(path.split('/')[3]) ? follower.catchUp : undefined;
    void answer(engine, endpoint, exchange, fresh);
  };
}

async function answer(
  engine: Engine,
  endpoint: Endpoint,
  exchange: Exchange,
  before?: () => Promise<void>,
): Promise<void> {
  const { req, res } = exchange;
  const method = req.method === 'HEAD' ? 'GET' : (req.method as Method | 'OPTIONS');
  const known = verbOrder.filter((verb) => endpoint.handlers[verb]);
  const allow = [
    ...known,
    ...(endpoint.handlers.GET ? ['HEAD'] : []),
    'OPTIONS',
    ...(endpoint.announcesTrace ? ['TRACE'] : []),
  ];
  const options = { negotiated: req.visit.negotiated, announceVersion: endpoint.versioned, allow };
  try {
    const handler = endpoint.handlers[method];
    if (!handler) {
      await endpoint.guard?.(exchange, method as Method);
      throw problems.methodNotAllowed(req.method);
    }
    checkOptions(exchange);
    await before?.();
    const reply = await handler(exchange);
    tellCost(exchange);
    const sent = { ...options, headers: { ...reply.headers, ...csvHeaders(endpoint, exchange) } };
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

/** Builds every endpoint once; answers which one a path means. */
function endpointFinder(
  engine: Engine,
  { app, models, lists = [], actions = [], views = [] }: ServiceDefinition,
): (path: string) => Endpoint | undefined {
  const fixed = new Map<string, Endpoint>();
  const detailed = new Map<string, Model>();
  const isTraced = (model: Model) => actions.some((action) => action.model === model && action.name === 'trace');
  for (const model of models) {
    if (!model.endpoint) continue;
    fixed.set(`/api/${app}/${model.endpoint}/`, { ...listEndpoint(engine, model), announcesTrace: isTraced(model) });
    detailed.set(model.endpoint, model);
  }
  for (const list of lists) fixed.set(`/api/${app}/${list.endpoint}/`, listEndpoint(engine, list));
  for (const view of views) fixed.set(view.path ?? `/api/${app}/${view.name}/`, viewEndpoint(view));
  return (path) => {
    const known = fixed.get(path);
    if (known) return known;
    if (path.startsWith('/media/')) return fileEndpoint(detailed, path);
    const [, , , endpoint, id, action, end, ...more] = path.split('/');
    const model = detailed.get(endpoint ?? '');
    if (!model || id === undefined || id === '' || more.length > 0) return undefined;
    const key = decodeSegment(id);
    if (action === '' && end === undefined)
      return { ...detailEndpoint(engine, model, key), announcesTrace: isTraced(model) };
    if (end !== '') return undefined;
    if (action === 'notes' && model.abilities.notes) return notesEndpoint(model, key);
    const own = actions.find((one) => one.model === model && one.name === action);
    return own && { ...actionEndpoint(own, key), announcesTrace: action === 'trace' };
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** An unsupported verb is a 403 to those who may not even do that to the model (rules/core.md §3). */
const guardOf =
  (model: Model) =>
  async ({ work }: Exchange, method: Method) => {
    if (actionOf[method]) await permitted(work, model, actionOf[method]);
  };

function listEndpoint(engine: Engine, model: Model): Endpoint {
  const all: Record<Method, Handler> = {
    GET: (exchange) => listObjects(exchange, model),
    POST: (exchange) => createFromBody(exchange, model),
    PUT: (exchange) => changeMany(exchange, model),
    PATCH: (exchange) => changeMany(exchange, model),
    DELETE: (exchange) => deleteMany(exchange, model),
  };
  return {
    handlers: { ...only(all, model.methods), OPTIONS: (exchange) => describe(engine, exchange, model, false) },
    guard: guardOf(model),
    versioned: !model.unversioned,
    csvName: model.name,
  };
}

function detailEndpoint(engine: Engine, model: Model, id: string): Endpoint {
  const all: Record<Method, Handler> = {
    GET: (exchange) => readObject(exchange, model, id),
    POST: () => Promise.reject(problems.methodNotAllowed('POST')),
    PUT: (exchange) => changeObject(exchange, model, id),
    PATCH: (exchange) => changeObject(exchange, model, id),
    DELETE: (exchange) => deleteObject(exchange, model, id),
  };
  const methods = model.methods.filter((method) => method !== 'POST');
  return {
    handlers: { ...only(all, methods), OPTIONS: (exchange) => describe(engine, exchange, model, true) },
    guard: guardOf(model),
    versioned: !model.unversioned,
    csvName: model.name,
  };
}

const only = (all: Record<Method, Handler>, methods: readonly Method[]): Partial<Record<Method, Handler>> =>
  Object.fromEntries(methods.map((method) => [method, all[method]]));

async function describe(engine: Engine, { work }: Exchange, model: Model, detail: boolean): Promise<Reply> {
  const may = async (action: PermittedAction) =>
    work.scope.identity.writeEnabled && (await allowed(work, model, action)) !== undefined;
  const [mayAdd, mayChange, defaults] = await Promise.all([may('add'), may('change'), relationDefaults(work, model)]);
  return { status: 200, body: describeEndpoint(engine, model, { mayAdd, mayChange, detail, defaults }) };
}

function notesEndpoint(model: Model, id: string): Endpoint {
  const handler: Handler = (exchange) => notesOf(exchange, model, id);
  return {
    handlers: { GET: handler, POST: handler, OPTIONS: plainOptions('Notes') },
    guard: undefined,
    versioned: true,
    csvName: undefined,
  };
}

function actionEndpoint(action: Action, id: string): Endpoint {
  const handlers: Endpoint['handlers'] = { OPTIONS: plainOptions(action.name) };
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    const act = action.methods[method];
    if (!act) continue;
    handlers[method] = async (exchange) => {
      const { work, query } = exchange;
      if (method !== 'GET' && !action.onlyReads && !work.scope.identity.writeEnabled) throw problems.forbidden();
      const row = await loadNamed(work, action.model, id, (action.permission?.[method] ?? 'view') as PermittedAction);
      const read = action.takesForms ? bodyOrForm : bodyOf;
      const body = method === 'GET' ? undefined : await read(exchange, action.model);
      return act({ work, model: action.model, row, id, query, body });
    };
  }
  return { handlers, guard: undefined, versioned: true, csvName: undefined };
}

function viewEndpoint(view: View): Endpoint {
  const handlers: Endpoint['handlers'] = { OPTIONS: plainOptions(view.name) };
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    const act = view.methods[method];
    if (act)
      handlers[method] = async (exchange) =>
        act({
          work: exchange.work,
          query: exchange.query,
          body: method === 'GET' ? undefined : await readFor(view, exchange),
        });
  }
  return { handlers, guard: undefined, versioned: !view.unversioned, csvName: undefined };
}

/** `/media/<app>/<endpoint>/<id>/<field>/<digest>/<name>`: a file of an object. */
function fileEndpoint(models: Map<string, Model>, path: string): Endpoint | undefined {
  const [, , , endpoint = '', id = '', field = '', ...reference] = path.split('/').map(decodeSegment);
  const model = models.get(endpoint);
  if (!model?.fields[field]?.isFile || model.fields[field].options.hidden) return undefined;
  const address = { model, id, field, reference: reference.join('/') };
  return {
    handlers: { GET: (exchange) => showFile(exchange, address), OPTIONS: plainOptions(model.name) },
    guard: undefined,
    versioned: false,
    csvName: undefined,
  };
}

const readFor = async ({ readBody }: View, exchange: Exchange): Promise<unknown> =>
  readBody ? readBody(exchange.req.headers['content-type'], await bytesOf(exchange)) : bodyOf(exchange);

/** OPTIONS where there is no model to describe. */
const plainOptions =
  (name: string): Handler =>
  async () => ({
    status: 200,
    body: {
      name,
      description: '',
      renders: ['application/json', 'text/html', 'text/csv'],
      parses: ['application/json', 'text/csv'],
      object_type: 'unknown',
    },
  });
