import type { OpenAPIV3 } from 'openapi-types';
import { anyObject, inEveryForm, listOf, named, objectOf, orNull, type Schema } from '../../core/apiSchema';

const text: Schema = { type: 'string' };

const related: Schema = {
  ...objectOf({
    id: { oneOf: [{ type: 'string', format: 'uuid' }, { type: 'integer' }] },
    object_type: text,
    url: orNull({ type: 'string', format: 'uri' }),
  }),
  additionalProperties: {},
};

/** What stands where objects of several kinds can. */
export const relatedOfSomeKind: Schema = {
  ...orNull(related),
  description: 'An object of one of several kinds, or null when there is none.',
};

/** The forms a request may name another object in, beside those of the target's own id. */
const naming =
  'By id, by URL, by natural key (parts joined by `;`), or as an object with `id`, `url` or attributes that only one object has.';

/** Schemas that the descriptions of all services share. */
export const sharedSchemas: Record<string, Schema> = {
  RelatedObject: {
    ...related,
    description: 'Another object: named here, and with everything else it has when `depth` is 1 or more.',
  },
  RelatedObjectOrNull: { ...orNull(related), description: 'As RelatedObject, or null when there is none.' },
  RelatedObjectRequest: { oneOf: [text, { type: 'integer' }, anyObject], description: naming },
  RelatedObjectRequestOrNull: {
    oneOf: [orNull(text), { type: 'integer' }, anyObject],
    description: `${naming} Null for none.`,
  },
  BulkOperationRequest: objectOf({ id: { type: 'string', format: 'uuid' } }),
  BulkOperationIntegerIDRequest: objectOf({ id: { type: 'integer' } }),
  BlankEnum: { type: 'string', enum: [''] },
  Detail: { ...objectOf({ detail: text }), description: 'Why a request was refused, in words.' },
  Unavailable: {
    ...objectOf({ detail: text, outcome: { type: 'string', enum: ['none', 'unknown'] }, idempotency_key: text }, [
      'detail',
    ]),
    description:
      'What is away. To a write also what became of it: `none`, nothing happened; `unknown`, sending it again with this `Idempotency-Key` finds out, and does it if it was not done.',
  },
  FieldErrors: {
    type: 'object',
    description: 'What is wrong, by field; `non_field_errors` and `__all__` concern several fields together.',
    additionalProperties: { anyOf: [listOf(text), text, named('FieldErrors')] },
  },
  BulkErrors: {
    ...listOf({ anyOf: [named('FieldErrors'), listOf(text), text] }),
    description: 'What is wrong with each object of a list, in its order; empty for those that are right.',
  },
  Unexpected: objectOf({
    error: text,
    exception: text,
    request_id: text,
    nautobot_version: text,
    python_version: text,
  }),
};

const answer = (description: string, schema: Schema) => ({ description, content: inEveryForm(schema) });

/** What says what is wrong with a request. */
export const complaints: Schema[] = [named('FieldErrors'), named('BulkErrors')];

/** Refusals that the descriptions of all services share. */
export const sharedResponses: Record<string, OpenAPIV3.ResponseObject> = {
  BadRequest: answer('The request cannot be carried out as it stands.', {
    anyOf: complaints,
  }),
  Forbidden: answer('Nobody has signed in, or whoever has is not permitted this.', named('Detail')),
  NotFound: answer('There is no such object, or not for whoever asks.', named('Detail')),
  MethodNotAllowed: answer('The method is not supported here.', named('Detail')),
  NotAcceptable: answer('None of the media types or versions asked for can be answered with.', named('Detail')),
  HeadTooLarge: answer('The address and the headers together are longer than 16 KiB.', named('Detail')),
  Conflict: answer('Other objects refer to this one and stand in the way.', named('Detail')),
  Changed: answer('The object is not what `If-Match` says any more.', named('Detail')),
  Repeated: answer('The `Idempotency-Key` belongs to a different request.', named('Detail')),
  TooLarge: answer(
    'The body is larger, or holds more objects, than one request may bring: 32 MiB, 10,000 objects.',
    named('Detail'),
  ),
  UnsupportedMediaType: answer('The body is neither JSON nor CSV, nor a form where one is taken.', named('Detail')),
  Unexpected: answer(
    'Something went wrong that is not the request’s fault; the id finds it in the log.',
    named('Unexpected'),
  ),
  Unavailable: answer('A service that is needed for the answer does not answer.', named('Unavailable')),
};

const parameter = (name: string, schema: Schema, description: string) => ({ in: 'query', name, schema, description });

const header = (name: string, schema: Schema, description: string) => ({ in: 'header', name, schema, description });

/** Parameters that the descriptions of all services share. */
export const sharedParameters: Record<string, OpenAPIV3.ParameterObject> = {
  limit: parameter('limit', { type: 'integer' }, 'How many objects to answer with at most; 0 for as many as possible.'),
  offset: parameter('offset', { type: 'integer' }, 'How many objects to pass over first.'),
  sort: parameter('sort', text, 'Fields to order by, separated by commas; `-` before a name turns its order round.'),
  depth: parameter(
    'depth',
    { type: 'integer', minimum: 0, maximum: 10, default: 0 },
    'How many levels of related objects to show in full.',
  ),
  include: {
    ...parameter('include', listOf(text), 'Keys to show that are left out otherwise.'),
    explode: true,
    style: 'form',
  },
  multipart: parameter('multipart', { type: 'boolean' }, 'The body is a form, which can hold files.'),
  dry_run: parameter('dry_run', { type: 'boolean' }, 'Do everything but keep it.'),
  idempotency_key: header(
    'Idempotency-Key',
    { type: 'string', minLength: 1, maxLength: 255 },
    'Names the request, so that sending it again has no further effect and gets the same answer.',
  ),
  if_match: header('If-Match', text, 'The `ETag` the object must still have.'),
  if_none_match: header('If-None-Match', text, 'The `ETag` of what is there already; the same again is a 304.'),
  prefer: header(
    'Prefer',
    text,
    '`nested=object` shows relations inside nested objects as objects, `nested=url` as URLs (RFC 7240).',
  ),
  format: parameter('format', { type: 'string', enum: ['json', 'csv'] }, 'The form of the answer; wins over Accept.'),
};
