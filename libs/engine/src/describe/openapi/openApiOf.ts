import type { Model } from '@plumbline/model';
import type { OpenAPIV3 } from 'openapi-types';
import type { Schema } from '../../core/apiSchema';
import type { Extensions } from '../../core/extensions/extension';
import type { ObjectEndpoint } from '../../core/extensions/objectEndpoint';
import type { Action, EndpointMethod, OperationDescription, ServiceDefinition, View } from '../../core/service';
import { modelSchemas } from './objects';
import {
  answerOf,
  bodyRefusals,
  detailOperations,
  listOperations,
  type Operation,
  operationPrefix,
  parameterRefusals,
  refusals,
  requestBodyOf,
  summaryOf,
  tagOf,
} from './operations';
import { writeParameters } from './parameters';
import { complaints, sharedParameters, sharedResponses, sharedSchemas } from './shared';

/** What one service adds to the description of the whole API; paths stand without `/api`. */
export interface OpenApiFragment {
  paths: OpenAPIV3.PathsObject;
  components: OpenAPIV3.ComponentsObject;
}

/** Describes every endpoint of a service in OpenAPI 3.0.3 (docs/contract/description.md). */
export function openApiOf(
  { app, root = app, models, lists = [], actions = [], views = [] }: Parts,
  extensions: Extensions,
): OpenApiFragment {
  const own = models.filter((model) => model.endpoint !== undefined);
  const schemas: Record<string, Schema> = { ...sharedSchemas };
  for (const model of [...lists, ...own]) Object.assign(schemas, modelSchemas(extensions, model));
  for (const { endpoint, concerns } of extensions.all)
    if (endpoint && own.some(concerns)) Object.assign(schemas, endpoint.describe.schemas);
  for (const { describe = {} } of [...actions, ...views])
    for (const description of Object.values(describe)) Object.assign(schemas, description.schemas);
  return {
    paths: Object.fromEntries([
      ...own.flatMap((model) => modelPaths(extensions, model, actions)),
      ...lists.map((list): [string, PathItem] => [`/${root}/${list.endpoint}/`, listOperations(list)]),
      ...views.map((view): [string, PathItem] => [
        view.path?.slice('/api'.length) ?? `/${root}/${view.name}/`,
        viewPath(root, view),
      ]),
    ]),
    components: { schemas, responses: sharedResponses, parameters: sharedParameters },
  };
}

type Parts = Pick<ServiceDefinition, 'app' | 'root' | 'models' | 'lists' | 'actions' | 'views'>;

function modelPaths(extensions: Extensions, model: Model, actions: readonly Action[]): [string, PathItem][] {
  const list = `/${model.root}/${model.endpoint}/`;
  const byId = objectPaths(extensions, model, actions, list, keyParameter(model));
  if (!model.alsoNamedBy) return [[list, listOperations(model)], ...byId];
  const byName = objectPaths(extensions, model, actions, list, nameParameter(model, model.alsoNamedBy));
  return [
    [list, listOperations(model)],
    ...byId,
    ...byName.map(([path, item]): [string, PathItem] => [path, withSuffix(item, `_by_${model.alsoNamedBy}`)]),
  ];
}

type PathItem = OpenAPIV3.PathItemObject;

/** An object's own URLs, in which the key stands for it. */
function objectPaths(
  extensions: Extensions,
  model: Model,
  actions: readonly Action[],
  list: string,
  key: KeyParameter,
): [string, PathItem][] {
  const detail = `${list}{${key.name}}/`;
  const parameters = [key];
  return [
    [detail, { parameters, ...detailOperations(model) }],
    ...extensions
      .of(model)
      .flatMap(({ endpoint }): [string, PathItem][] =>
        endpoint ? [[`${detail}${endpoint.name}/`, { parameters, ...addedOperations(model, endpoint) }]] : [],
      ),
    ...actions
      .filter((action) => action.model === model)
      .map((action): [string, PathItem] => [`${detail}${action.name}/`, { parameters, ...actionPath(action) }]),
  ];
}

/** The same operations at a further URL, under names of their own. */
const withSuffix = (item: PathItem, suffix: string): PathItem =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      typeof operation === 'string' || Array.isArray(operation)
        ? operation
        : { ...operation, operationId: `${operation.operationId}${suffix}` },
    ]),
  );

interface KeyParameter {
  in: 'path';
  name: string;
  required: true;
  schema: Schema;
  description: string;
}

function keyParameter({ keyType, title }: Model): KeyParameter {
  const schema: Schema = keyType === 'int' ? { type: 'integer' } : { type: 'string', format: 'uuid' };
  return { in: 'path', name: 'id', required: true, schema, description: `The id of the ${title}.` };
}

const nameParameter = ({ title }: Model, name: string): KeyParameter => ({
  in: 'path',
  name,
  required: true,
  schema: { type: 'string' },
  description: `The ${name} of the ${title}.`,
});

/** The operations of an endpoint that an extension has below the URL of each object. */
function addedOperations(model: Model, { name, describe }: ObjectEndpoint): Record<string, Operation> {
  const prefix = `${operationPrefix(model.root, model.endpoint!)}_${name}`;
  return Object.fromEntries(
    Object.entries(describe.operations(model)).map(
      ([method, { verb, description, parameters = [], request, responses }]) => {
        const isWrite = method !== 'get';
        const own = parameters.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` }));
        const operation = {
          operationId: `${prefix}_${verb}`,
          tags: [tagOf(model.root)],
          summary: summaryOf(description),
          description,
          parameters: isWrite ? [...own, ...writeParameters] : own,
          ...(request ? { requestBody: requestBodyOf(request, false) } : {}),
          responses: {
            ...Object.fromEntries(Object.entries(responses).map(([status, schema]) => [status, answerOf(schema)])),
            ...(isWrite ? bodyRefusals : {}),
            ...refusals,
          },
        };
        return [method, operation];
      },
    ),
  );
}

function actionPath({ model, name, methods, describe }: Action): Record<string, Operation> {
  const prefix = `${operationPrefix(model.root, model.endpoint!)}_${name.replaceAll('-', '_')}`;
  return operationsOf(model.root, prefix, methods, describe);
}

function viewPath(root: string, { name, path, methods, describe }: View): Record<string, Operation> {
  return operationsOf(root, path === undefined ? operationPrefix(root, name) : name, methods, describe);
}

const usualVerbs: Record<EndpointMethod, string> = { GET: 'retrieve', POST: 'create', PATCH: 'partial_update' };

function operationsOf(
  root: string,
  prefix: string,
  methods: Partial<Record<EndpointMethod, unknown>>,
  describe: Partial<Record<EndpointMethod, OperationDescription>> = {},
): Record<string, Operation> {
  return Object.fromEntries(
    (Object.keys(methods) as EndpointMethod[]).map((method) => [
      method.toLowerCase(),
      operationOf(root, prefix, method, describe[method] ?? { responses: { 200: {} } }),
    ]),
  );
}

function operationOf(
  root: string,
  prefix: string,
  method: EndpointMethod,
  description: OperationDescription,
): Operation {
  const { request, form, responses, files = [], parameters = [] } = description;
  const all = method === 'GET' ? parameters : [...parameters, ...writeParameters];
  const besides = method === 'GET' ? (parameters.length > 0 ? parameterRefusals : {}) : bodyRefusals;
  const answers = Object.entries(responses).map(([status, schema]) => {
    const answer =
      schema === undefined ? { description: '' } : answerOf(status === '400' ? orComplaint(schema) : schema);
    return [status, status === '200' && files.length > 0 ? orFile(answer, files) : answer];
  });
  return {
    operationId: `${prefix}_${description.verb ?? usualVerbs[method]}`,
    tags: [tagOf(root)],
    ...(description.description === undefined
      ? {}
      : { summary: summaryOf(description.description), description: description.description }),
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(request ? { requestBody: requestBodyOf(request, false, form) } : {}),
    responses: { ...besides, ...refusals, ...Object.fromEntries(answers) },
  };
}

/** An answer that may be a file as well. */
const orFile = (answer: OpenAPIV3.ResponseObject, files: readonly string[]): OpenAPIV3.ResponseObject => ({
  ...answer,
  content: {
    ...answer.content,
    ...Object.fromEntries(files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
  },
});

/** A refusal of an endpoint's own: what every request may be refused with comes in its own shape all the same. */
const orComplaint = (schema: Schema): Schema => ({ anyOf: [schema, ...complaints] });
