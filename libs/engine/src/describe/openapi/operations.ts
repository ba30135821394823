import type { Model } from '@plumbline/model';
import type { OpenAPIV3 } from 'openapi-types';
import { inEveryForm, listOf, named, type Schema } from '../../core/apiSchema';
import { requestName } from './names';
import {
  changeParameters,
  detailParameters,
  filterParameters,
  listParameters,
  multipartParameter,
  writeParameters,
} from './parameters';

export type Operation = OpenAPIV3.OperationObject;

const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** What any request may be refused with. */
export const refusals = {
  403: shared('Forbidden'),
  404: shared('NotFound'),
  406: shared('NotAcceptable'),
  431: shared('HeadTooLarge'),
  500: shared('Unexpected'),
  503: shared('Unavailable'),
};

/** What a request with parameters of its own may be refused with besides. */
export const parameterRefusals = { 400: shared('BadRequest') };

/** What any write may be refused with besides. */
const writeRefusals = { 400: shared('BadRequest'), 422: shared('Repeated') };

/** What a write with a body may be refused with besides. */
export const bodyRefusals = {
  ...writeRefusals,
  413: shared('TooLarge'),
  415: shared('UnsupportedMediaType'),
};

const json = (schema: Schema) => ({ 'application/json': { schema } });
const table = (schema: Schema) => ({ 'text/csv': { schema } });

/** A body in JSON, or as rows of CSV, or as a form. */
export const requestBodyOf = (schema: Schema, csv = true, form?: Schema): OpenAPIV3.RequestBodyObject => ({
  required: true,
  content: {
    ...json(schema),
    ...(csv ? table(schema) : {}),
    ...(form ? { 'multipart/form-data': { schema: form } } : {}),
  },
});

/** The body of a write about one object: for a model that has files also a form, with `?multipart=true`. */
function objectBody(model: Model, schema: Schema): OpenAPIV3.RequestBodyObject {
  const files = filesOf(model);
  if (files.length === 0) return requestBodyOf(schema);
  const form: Schema = {
    type: 'object',
    description: 'Files, and the other fields of the object as texts. Needs `multipart=true` in the address.',
    properties: Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }])),
    additionalProperties: {},
  };
  return { required: true, content: { ...json(schema), ...table(schema), 'multipart/form-data': { schema: form } } };
}

const filesOf = ({ fields }: Model): string[] =>
  Object.keys(fields).filter((name) => {
    const { isFile, options } = fields[name]!;
    return isFile && !options.hidden && !options.readOnly;
  });

/** A write about one object may be a form, where the model has files. */
const formParameter = (model: Model): OpenAPIV3.ReferenceObject[] =>
  filesOf(model).length > 0 ? [multipartParameter] : [];

export const answerOf = (schema: Schema, description = ''): OpenAPIV3.ResponseObject => ({
  description,
  content: inEveryForm(schema),
});

/** `ipam_ip_addresses`, `plugins_bgp_peerings`: how the names of an endpoint's operations begin. */
export const operationPrefix = (root: string, endpoint: string): string =>
  `${root}/${endpoint}`.replaceAll(/[/-]/g, '_');

/** Under which its operations stand: the first segment of their URLs. */
export const tagOf = (root: string): string => root.split('/')[0]!;

/** The first thing that a description says, for lists of operations. */
export const summaryOf = (description: string): string => description.split(/[.:;](?:\s|$)/)[0]!;

/** Names operations uniquely, after what they do and where. */
const operationOf = (model: Model, verb: string, description: string, rest: Operation): Operation => ({
  operationId: `${operationPrefix(model.root, model.endpoint!)}_${verb}`,
  tags: [tagOf(model.root)],
  summary: summaryOf(description),
  description,
  ...rest,
});

/** The operations of a list's URL. */
export function listOperations(model: Model): Record<string, Operation> {
  const { className: name, plural, title } = model;
  const many = (words: string) => `${words} ${plural}.`;
  return only(model, {
    get: operationOf(model, 'list', many('List'), {
      parameters: [...listParameters, ...filterParameters(model)],
      responses: { 200: answerOf(named(`Paginated${name}List`)), 400: shared('BadRequest'), ...refusals },
    }),
    post: operationOf(
      model,
      'create',
      `Make a new ${title}. A list of them makes several, all or none, and is answered with a list.`,
      {
        parameters: [...writeParameters, ...formParameter(model)],
        requestBody: objectBody(model, named(requestName(model))),
        responses: { 201: created(named(name)), ...bodyRefusals, ...refusals },
      },
    ),
    put: operationOf(model, 'bulk_update', many('Replace several'), {
      parameters: writeParameters,
      requestBody: requestBodyOf(listOf(named(`BulkWritable${name}Request`))),
      responses: { 200: answerOf(listOf(named(name))), ...bodyRefusals, ...refusals },
    }),
    patch: operationOf(model, 'bulk_partial_update', many('Change several'), {
      parameters: writeParameters,
      requestBody: requestBodyOf(listOf(named(`PatchedBulkWritable${name}Request`))),
      responses: { 200: answerOf(listOf(named(name))), ...bodyRefusals, ...refusals },
    }),
    delete: operationOf(model, 'bulk_destroy', many('Delete several'), {
      parameters: writeParameters,
      requestBody: requestBodyOf(
        listOf(named(model.keyType === 'int' ? 'BulkOperationIntegerIDRequest' : 'BulkOperationRequest')),
      ),
      responses: { 204: { description: '' }, 409: shared('Conflict'), ...bodyRefusals, ...refusals },
    }),
  });
}

/** The operations of an object's URL. */
export function detailOperations(model: Model): Record<string, Operation> {
  const { className: name, title } = model;
  return only(model, {
    get: operationOf(model, 'retrieve', `Show one ${title}.`, {
      parameters: detailParameters,
      responses: {
        200: tagged(named(name)),
        304: { description: 'It is what the client has already.' },
        400: shared('BadRequest'),
        ...refusals,
      },
    }),
    put: operationOf(model, 'update', `Replace one ${title}.`, {
      parameters: [...changeParameters, ...formParameter(model)],
      requestBody: objectBody(model, named(requestName(model))),
      responses: { 200: tagged(named(name)), 412: shared('Changed'), ...bodyRefusals, ...refusals },
    }),
    patch: operationOf(model, 'partial_update', `Change one ${title}.`, {
      parameters: [...changeParameters, ...formParameter(model)],
      requestBody: objectBody(model, named(requestName(model, true))),
      responses: { 200: tagged(named(name)), 412: shared('Changed'), ...bodyRefusals, ...refusals },
    }),
    delete: operationOf(model, 'destroy', `Delete one ${title}.`, {
      parameters: changeParameters,
      responses: {
        204: { description: '' },
        409: shared('Conflict'),
        412: shared('Changed'),
        ...writeRefusals,
        ...refusals,
      },
    }),
  });
}

const only = ({ methods }: Model, operations: Record<string, Operation>): Record<string, Operation> =>
  Object.fromEntries(
    Object.entries(operations).filter(([method]) => (methods as readonly string[]).includes(method.toUpperCase())),
  );

const etag: OpenAPIV3.HeaderObject = {
  description: 'Tells this state of the object from others.',
  schema: { type: 'string' },
};

const tagged = (schema: Schema): OpenAPIV3.ResponseObject => ({ ...answerOf(schema), headers: { ETag: etag } });

const created = (schema: Schema): OpenAPIV3.ResponseObject => ({
  ...answerOf(schema),
  headers: {
    ETag: etag,
    Location: { description: 'Where the new object is.', schema: { type: 'string', format: 'uri' } },
  },
});
