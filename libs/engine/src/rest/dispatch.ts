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
/** `id` is what the URL names the object by; empty where it names none. */
type Handler = (exchange: Exchange, id: string) => Promise<Reply>;

/** What the URLs of one kind have in common: what each verb they know does. */
interface Verbs {
  handlers: Partial<Record<Method | 'OPTIONS', Handler>>;
  /** What a caller must be allowed to learn that a verb is not supported. */
  guard: ((exchange: Exchange, method: Method) => Promise<void>) | undefined;
  versioned: boolean;
  csvName: string | undefined;
}

/** The same with the names of the verbs, in the contract's order. Made once, except for files. */
interface Endpoint extends Verbs {
  allow: readonly string[];
}

/** A URL: what it leads to, and the object it names. */
interface Found {
  endpoint: Endpoint;
  id: string;
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
    const found = find(path);
    if (!found) return next();
    const exchange = newExchange(engine, req, res, path, readQuery(req.originalUrl));
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

/** Names the verbs. The contract announces TRACE, and knows nothing of it, wherever something else can be traced. */
function endpointOf(verbs: Verbs, announcesTrace = false): Endpoint {
  const { handlers } = verbs;
  const allow = [
    ...verbOrder.filter((verb) => handlers[verb]),
    ...(handlers.GET ? ['HEAD'] : []),
    'OPTIONS',
    ...(announcesTrace ? ['TRACE'] : []),
  ];
  return { ...verbs, allow };
}

/** What is below the URL of a list. */
interface Below {
  model: Model;
  detail: Endpoint;
  /** By the last part of their URLs. */
  actions: Map<string, Endpoint>;
}

/** Builds every endpoint once; answers which one a path means. */
function endpointFinder(
  engine: Engine,
  { app, models, lists = [], actions = [], views = [] }: ServiceDefinition,
): (path: string) => Found | undefined {
  const fixed = new Map<string, Found>();
  const below = new Map<string, Below>();
  const add = (path: string, verbs: Verbs, announcesTrace = false) =>
    fixed.set(path, { endpoint: endpointOf(verbs, announcesTrace), id: '' });
  for (const model of models) {
    if (!model.endpoint) continue;
    const own = actions.filter((action) => action.model === model);
    const isTraced = own.some(({ name }) => name === 'trace');
    add(`/api/${app}/${model.endpoint}/`, listVerbs(engine, model), isTraced);
    below.set(model.endpoint, {
      model,
      detail: endpointOf(detailVerbs(engine, model), isTraced),
      actions: new Map([
        ...own.map((action) => [action.name, endpointOf(actionVerbs(action), action.name === 'trace')] as const),
        ...(model.abilities.notes ? [['notes', endpointOf(notesVerbs(model))] as const] : []),
      ]),
    });
  }
  for (const list of lists) add(`/api/${app}/${list.endpoint}/`, listVerbs(engine, list));
  for (const view of views) add(view.path ?? `/api/${app}/${view.name}/`, viewVerbs(view));
  return (path) => {
    const known = fixed.get(path);
    if (known) return known;
    if (path.startsWith('/media/')) return findFile(below, path);
    const [, , , name, id, action, end, ...more] = path.split('/');
    const found = below.get(name ?? '');
    if (!found || id === undefined || id === '' || more.length > 0) return undefined;
    const endpoint =
      action === '' && end === undefined ? found.detail : end === '' ? found.actions.get(action ?? '') : undefined;
    return endpoint && { endpoint, id: decodeSegment(id) };
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

function listVerbs(engine: Engine, model: Model): Verbs {
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

function detailVerbs(engine: Engine, model: Model): Verbs {
  const all: Record<Method, Handler> = {
    GET: (exchange, id) => readObject(exchange, model, id),
    POST: () => Promise.reject(problems.methodNotAllowed('POST')),
    PUT: (exchange, id) => changeObject(exchange, model, id),
    PATCH: (exchange, id) => changeObject(exchange, model, id),
    DELETE: (exchange, id) => deleteObject(exchange, model, id),
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

function notesVerbs(model: Model): Verbs {
  const handler: Handler = (exchange, id) => notesOf(exchange, model, id);
  return {
    handlers: { GET: handler, POST: handler, OPTIONS: plainOptions('Notes') },
    guard: undefined,
    versioned: true,
    csvName: undefined,
  };
}

function actionVerbs(action: Action): Verbs {
  const handlers: Verbs['handlers'] = { OPTIONS: plainOptions(action.name) };
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    const act = action.methods[method];
    if (!act) continue;
    handlers[method] = async (exchange, id) => {
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

function viewVerbs(view: View): Verbs {
  const handlers: Verbs['handlers'] = { OPTIONS: plainOptions(view.name) };
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
function findFile(below: Map<string, Below>, path: string): Found | undefined {
  const [, , , name = '', id = '', field = '', ...reference] = path.split('/').map(decodeSegment);
  const { model } = below.get(name) ?? {};
  if (!model?.fields[field]?.isFile || model.fields[field].options.hidden) return undefined;
  const address = { model, id, field, reference: reference.join('/') };
  const endpoint = endpointOf({
    handlers: { GET: (exchange) => showFile(exchange, address), OPTIONS: plainOptions(model.name) },
    guard: undefined,
    versioned: false,
    csvName: undefined,
  });
  return { endpoint, id };
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
