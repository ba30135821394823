import type { Model } from '@plumbline/model';
import type { Action, EndpointMethod, OperationDescription, ServiceDefinition, View } from '../../service';
import { modelSchemas } from './objects';
import {
  answerOf,
  bodyOf,
  bodyRefusals,
  detailOperations,
  listOperations,
  type Operation,
  operationPrefix,
  parameterRefusals,
  refusals,
} from './operations';
import { writeParameters } from './parameters';
import { named, objectOf, type Schema } from './schema';
import { complaints, sharedParameters, sharedResponses, sharedSchemas } from './shared';

/** What one service adds to the description of the whole API; paths stand without `/api`. */
export interface OpenApiFragment {
  paths: Record<string, object>;
  components: Record<string, Record<string, object>>;
}

/** Describes every endpoint of a service in OpenAPI 3.0.3 (rules/core.md §19). */
export function openApiOf({ app, models, lists = [], actions = [], views = [] }: Parts): OpenApiFragment {
  const own = models.filter((model) => model.endpoint !== undefined);
  const schemas: Record<string, Schema> = { ...sharedSchemas };
  for (const model of [...lists, ...own]) Object.assign(schemas, modelSchemas(model));
  if (own.some((model) => model.abilities.notes)) Object.assign(schemas, noteSchemas);
  for (const { describe = {} } of [...actions, ...views])
    for (const description of Object.values(describe)) Object.assign(schemas, description.schemas);
  return {
    paths: Object.fromEntries([
      ...own.flatMap((model) => modelPaths(model, actions)),
      ...lists.map((list): [string, object] => [`/${app}/${list.endpoint}/`, listOperations(list)]),
      ...views.map((view): [string, object] => [
        view.path?.slice('/api'.length) ?? `/${app}/${view.name}/`,
        viewPath(app, view),
      ]),
    ]),
    components: { schemas, responses: sharedResponses, parameters: sharedParameters },
  };
}

type Parts = Pick<ServiceDefinition, 'app' | 'models' | 'lists' | 'actions' | 'views'>;

function modelPaths(model: Model, actions: readonly Action[]): [string, object][] {
  const list = `/${model.app}/${model.endpoint}/`;
  const detail = `${list}{id}/`;
  const key = keyParameter(model);
  return [
    [list, listOperations(model)],
    [detail, { parameters: [key], ...detailOperations(model) }],
    ...(model.abilities.notes
      ? [[`${detail}notes/`, { parameters: [key], ...notesOperations(model) }] as [string, object]]
      : []),
    ...actions
      .filter((action) => action.model === model)
      .map((action): [string, object] => [`${detail}${action.name}/`, { parameters: [key], ...actionPath(action) }]),
  ];
}

function keyParameter({ keyType, title }: Model): object {
  const schema = keyType === 'int' ? { type: 'integer' } : { type: 'string', format: 'uuid' };
  return { in: 'path', name: 'id', required: true, schema, description: `The id of the ${title}.` };
}

/** What the notes of any object look like; they are extras' to describe in full. */
const noteSchemas: Record<string, Schema> = {
  NoteInput: { ...objectOf({ note: { type: 'string', minLength: 1 } }), description: 'A note about an object.' },
};

function notesOperations(model: Model): Record<string, Operation> {
  const prefix = `${operationPrefix(model.app, model.endpoint!)}_notes`;
  return {
    get: {
      operationId: `${prefix}_list`,
      tags: [model.app],
      description: `List the notes about one ${model.title}.`,
      parameters: ['limit', 'offset'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
      responses: { 200: answerOf(named('PaginatedNoteList')), ...refusals },
    },
    post: {
      operationId: `${prefix}_create`,
      tags: [model.app],
      description: `Write a note about one ${model.title}.`,
      parameters: writeParameters,
      requestBody: bodyOf(named('NoteInput'), false),
      responses: { 201: answerOf(named('Note')), ...bodyRefusals, ...refusals },
    },
  };
}

function actionPath({ model, name, methods, describe }: Action): Record<string, Operation> {
  const prefix = `${operationPrefix(model.app, model.endpoint!)}_${name.replaceAll('-', '_')}`;
  return operationsOf(model.app, prefix, methods, describe);
}

function viewPath(app: string, { name, path, methods, describe }: View): Record<string, Operation> {
  return operationsOf(app, path === undefined ? operationPrefix(app, name) : name, methods, describe);
}

const usualVerbs: Record<EndpointMethod, string> = { GET: 'retrieve', POST: 'create', PATCH: 'partial_update' };

function operationsOf(
  app: string,
  prefix: string,
  methods: Partial<Record<EndpointMethod, unknown>>,
  describe: Partial<Record<EndpointMethod, OperationDescription>> = {},
): Record<string, Operation> {
  return Object.fromEntries(
    (Object.keys(methods) as EndpointMethod[]).map((method) => [
      method.toLowerCase(),
      operationOf(app, prefix, method, describe[method] ?? { responses: { 200: {} } }),
    ]),
  );
}

function operationOf(
  app: string,
  prefix: string,
  method: EndpointMethod,
  description: OperationDescription,
): Operation {
  const { request, responses, parameters = [] } = description;
  const all = method === 'GET' ? parameters : [...parameters, ...writeParameters];
  const besides = method === 'GET' ? (parameters.length > 0 ? parameterRefusals : {}) : bodyRefusals;
  const answers = Object.entries(responses).map(([status, schema]) => [
    status,
    schema === undefined ? { description: '' } : answerOf(status === '400' ? orComplaint(schema) : schema),
  ]);
  return {
    operationId: `${prefix}_${description.verb ?? usualVerbs[method]}`,
    tags: [app],
    ...(description.description === undefined ? {} : { description: description.description }),
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(request ? { requestBody: bodyOf(request, false) } : {}),
    responses: { ...besides, ...refusals, ...Object.fromEntries(answers) },
  };
}

/** A refusal of an endpoint's own: what every request may be refused with comes in its own shape all the same. */
const orComplaint = (schema: Schema): Schema => ({ anyOf: [schema, ...complaints] });
