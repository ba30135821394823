import { plainOptions, problems } from '@plumbline/http';
import type { Criteria, Model } from '@plumbline/model';
import type { Engine, UnitOfWork } from '../core/engine';
import type { ObjectEndpoint, ObjectRequest } from '../core/extensions/objectEndpoint';
import type { Action, Answer, EndpointMethod, View } from '../core/service';
import { describeEndpoint, relationDefaults } from '../describe';
import { allowed, type PermittedAction, permitted, visibleTo } from '../permissions/permissions';
import { recall } from '../write/idempotency/idempotency';
import { changeMany, createFromBody, deleteMany } from './bulk';
import { changeObject, deleteObject, loadNamed, readObject } from './detail';
import { bodyOf, bodyOrForm, bytesOf, type Exchange, wantsCsv } from './exchange';
import { listObjects } from './list';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** `id` is what the URL names the object by; empty where it names none. */
type Handler = (exchange: Exchange, id: string) => Promise<Answer>;

/** What the URLs of one kind have in common: what each verb they know does. */
export interface Verbs {
  handlers: Partial<Record<Method | 'OPTIONS', Handler>>;
  /** What a caller must be allowed to learn that a verb is not supported. */
  guard: ((exchange: Exchange, method: Method) => Promise<void>) | undefined;
  versioned: boolean;
  csvName: string | undefined;
}

const actionOf: Record<Method, PermittedAction> = {
  GET: 'view',
  POST: 'add',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
};

/** An unsupported verb is a 403 to those who may not even do that to the model (docs/contract/requests.md). */
const guardOf =
  (model: Model) =>
  async ({ work }: Exchange, method: Method) => {
    if (actionOf[method]) await permitted(work, model, actionOf[method]);
  };

export function listVerbs(engine: Engine, model: Model): Verbs {
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

export function detailVerbs(engine: Engine, model: Model): Verbs {
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

async function describe(engine: Engine, { work }: Exchange, model: Model, detail: boolean): Promise<Answer> {
  const may = async (action: PermittedAction) =>
    work.scope.identity.writeEnabled && (await allowed(work, model, action)) !== undefined;
  const [mayAdd, mayChange, defaults] = await Promise.all([may('add'), may('change'), relationDefaults(work, model)]);
  return { status: 200, body: describeEndpoint(engine, model, { mayAdd, mayChange, detail, defaults }) };
}

/** What an extension has below the URL of each object. */
export function addedVerbs(model: Model, { title, methods, answer }: ObjectEndpoint): Verbs {
  const handlerOf =
    (method: ObjectRequest['method']): Handler =>
    (exchange, id) => {
      const { work, path, query } = exchange;
      return answer({
        work,
        model,
        method,
        object: async () => loadNamed(work, model, id, await permitted(work, model, 'view')),
        address: work.scope.base + path,
        query,
        wantsTable: wantsCsv(exchange),
        body: () => bodyOf(exchange),
      });
    };
  return {
    handlers: {
      ...Object.fromEntries(methods.map((method) => [method, handlerOf(method)])),
      OPTIONS: describePlainly(title),
    },
    guard: undefined,
    versioned: true,
    csvName: model.name,
  };
}

export function actionVerbs(action: Action): Verbs {
  const handlers: Verbs['handlers'] = { OPTIONS: describePlainly(action.name) };
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    const act = action.methods[method];
    if (!act) continue;
    handlers[method] = async (exchange, id) => {
      const { work, query } = exchange;
      if (method !== 'GET' && !action.onlyReads) demandWriter(work);
      const reached = await reach(action, method, work);
      const answered = action.decides?.includes(method) ? await answeredBefore(exchange) : undefined;
      if (answered) return answered;
      const load = (within: UnitOfWork) => loadNamed(within, action.model, id, reached);
      const row = action.loadsWithin?.includes(method) ? undefined : await load(work);
      const read = action.takesForms ? bodyOrForm : bodyOf;
      const body = method === 'GET' ? undefined : await read(exchange, action.bodyModel);
      return act({ work, model: action.model, row, load, id, query, wantsTable: wantsCsv(exchange), body });
    };
  }
  const guard = guardOf(action.permissionOf ?? action.model);
  return { handlers, guard, versioned: true, csvName: action.model.name };
}

/** What was answered to this very request before. */
async function answeredBefore(exchange: Exchange): Promise<Answer | undefined> {
  const { idempotency } = exchange.work.scope;
  if (!idempotency || idempotency.isNew) return undefined;
  exchange.sent = await bytesOf(exchange);
  return (await recall<Answer>(exchange.work))?.outcome;
}

/** Refuses a token, or the ticket of a job, that may only read. */
function demandWriter({ scope }: UnitOfWork): void {
  if (!scope.identity.writeEnabled) throw problems.forbidden();
}

/** The objects whose URLs an action has for the caller; throws the 403 when there is no permission. */
async function reach(
  { model, permission, permissionOf }: Action,
  method: EndpointMethod,
  work: UnitOfWork,
): Promise<Criteria> {
  if (!permissionOf) return permitted(work, model, (permission?.[method] ?? 'view') as PermittedAction);
  await permitted(work, permissionOf, actionOf[method]);
  return visibleTo(work, model, work.scope.identity);
}

export function viewVerbs(view: View): Verbs {
  const handlers: Verbs['handlers'] = {
    OPTIONS: describePlainly(view.title ?? view.name, view.describe?.GET?.description),
  };
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    const act = view.methods[method];
    if (!act) continue;
    handlers[method] = async (exchange) => {
      const { work, query } = exchange;
      if (method !== 'GET' && !view.onlyReads && !view.readersMayWrite) demandWriter(work);
      return act({ work, query, body: method === 'GET' ? undefined : await readFor(view, exchange) });
    };
  }
  return { handlers, guard: undefined, versioned: !view.unversioned, csvName: undefined };
}

const readFor = async ({ readBody, bodyIsData = false }: View, exchange: Exchange): Promise<unknown> =>
  readBody
    ? readBody(exchange.req.headers['content-type'], await bytesOf(exchange))
    : bodyOf(exchange, undefined, { isData: bodyIsData });

/** OPTIONS where there is no model to describe. */
export const describePlainly =
  (name: string, description?: string): Handler =>
  async () => ({ status: 200, body: plainOptions(name, description) });
