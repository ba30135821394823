import type { OpenApiDocument } from '@plumbline/gateway';
import { compareDescriptions } from '../src/contracts/compare/compareDescriptions';

/** A description of one list, of which tests change a part. */
function things(): OpenApiDocument {
  const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: object) => ({ 'application/json': { schema } });
  const document = {
    openapi: '3.0.3',
    info: { title: '', version: '', description: '' },
    security: [{ tokenAuth: [] }],
    tags: [],
    paths: {
      '/things/': {
        get: {
          operationId: 'things_list',
          description: 'Lists things.',
          parameters: [
            { in: 'query', name: 'color', schema: { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } } },
            { in: 'query', name: 'size', schema: { type: 'integer', maximum: 10 } },
            { in: 'header', name: 'If-None-Match', schema: { type: 'string' } },
          ],
          responses: {
            200: { description: '', headers: { ETag: { schema: { type: 'string' } } }, content: json(named('Thing')) },
            404: { description: 'Nothing.' },
          },
        },
        post: {
          operationId: 'things_create',
          requestBody: { content: { ...json(named('ThingRequest')), 'text/csv': { schema: named('ThingRequest') } } },
          responses: { 201: { description: '', content: json(named('Thing')) } },
        },
      },
      '/things/{id}/': { get: { operationId: 'things_retrieve', responses: { 200: { description: '' } } } },
    },
    components: {
      schemas: {
        Thing: {
          type: 'object',
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            name: { type: 'string', maxLength: 20 },
            color: named('Color'),
            parent: { oneOf: [named('Thing'), { type: 'string' }] },
            weight: { type: 'number', nullable: true },
          },
          required: ['id', 'name'],
        },
        ThingRequest: {
          type: 'object',
          properties: {
            name: { type: 'string', maxLength: 20 },
            color: named('Color'),
            parent: { oneOf: [named('ThingRequest'), { type: 'string' }] },
            weight: { type: 'integer', nullable: true },
          },
          required: ['name'],
        },
        Color: { type: 'string', enum: ['red', 'blue'] },
      },
    },
  };
  return document as unknown as OpenApiDocument;
}

// biome-ignore lint/suspicious/noExplicitAny: any part of the description is changed
type Any = any;

/** What is said of a description in which something was changed. */
function comparing(change: (document: Any) => void): string[] {
  const now = things();
  change(now);
  return compareDescriptions(things(), now).map(({ kind, place, text }) => `${kind}: ${place} ${text}`);
}

const list = (document: Any) => document.paths['/things/'].get;
const create = (document: Any) => document.paths['/things/'].post;
const schema = (document: Any, name: string) => document.components.schemas[name];

describe('what breaks clients', () => {
  test.each<[string, (document: Any) => void]>([
    ['/things/{id}/ is gone', ({ paths }) => delete paths['/things/{id}/']],
    ['POST /things/ is gone', ({ paths }) => delete paths['/things/'].post],
    [
      'GET /things/ is called `list`, no longer `things_list`',
      (document) => Object.assign(list(document), { operationId: 'list' }),
    ],
    ['GET /things/ does not take `color` any more', (document) => list(document).parameters.shift()],
    ['GET /things/ does not take `If-None-Match (header)` any more', (document) => list(document).parameters.pop()],
    [
      'GET /things/ requires `more`',
      (document) => list(document).parameters.push({ in: 'query', name: 'more', required: true }),
    ],
    [
      'GET /things/, parameter `size` is required',
      (document) => Object.assign(list(document).parameters[1], { required: true }),
    ],
    [
      'GET /things/, parameter `size` has maximum 5, not 10',
      (document) => Object.assign(list(document).parameters[1].schema, { maximum: 5 }),
    ],
    [
      'GET /things/, parameter `color`[] cannot be "blue" any more',
      (document) => list(document).parameters[0].schema.items.enum.pop(),
    ],
    [
      'GET /things/, parameter `size` is string, no longer integer',
      (document) => Object.assign(list(document).parameters[1], { schema: { type: 'string' } }),
    ],
    [
      'GET /things/ asks for other credentials',
      (document) => Object.assign(list(document), { security: [{ basicAuth: [] }] }),
    ],
    ['GET /things/ does not answer 200 any more', (document) => delete list(document).responses[200]],
    [
      'GET /things/, answer 200 has no header `ETag` any more',
      (document) => delete list(document).responses[200].headers.ETag,
    ],
    [
      'GET /things/, answer 200 cannot be application/json any more',
      (document) => delete list(document).responses[200].content['application/json'],
    ],
    [
      'POST /things/, body cannot be text/csv any more',
      (document) => delete create(document).requestBody.content['text/csv'],
    ],
    ['POST /things/ requires a body', (document) => Object.assign(create(document).requestBody, { required: true })],
    ['POST /things/ takes no body any more', (document) => delete create(document).requestBody],
    [
      'schema `Thing` in answers does not have `weight` any more',
      (document) => delete schema(document, 'Thing').properties.weight,
    ],
    [
      'schema `Thing` in answers, `name` is always there no longer',
      (document) => schema(document, 'Thing').required.pop(),
    ],
    [
      'schema `Thing` in answers, `name` can be null',
      (document) => Object.assign(schema(document, 'Thing').properties.name, { nullable: true }),
    ],
    [
      'schema `Thing` in answers, `parent` can be integer',
      (document) => schema(document, 'Thing').properties.parent.oneOf.push({ type: 'integer' }),
    ],
    [
      'schema `Thing` in answers, `id` has the format uuid no longer',
      (document) => delete schema(document, 'Thing').properties.id.format,
    ],
    [
      'schema `ThingRequest` in requests does not take `weight` any more',
      (document) => delete schema(document, 'ThingRequest').properties.weight,
    ],
    [
      'schema `ThingRequest` in requests does not take `weight` any more',
      (document) => Object.assign(schema(document, 'ThingRequest').properties.weight, { readOnly: true }),
    ],
    [
      'schema `ThingRequest` in requests, `color` is required',
      (document) => schema(document, 'ThingRequest').required.push('color'),
    ],
    [
      'schema `ThingRequest` in requests, `name` has maxLength 10, not 20',
      (document) => Object.assign(schema(document, 'ThingRequest').properties.name, { maxLength: 10 }),
    ],
    [
      'schema `ThingRequest` in requests, `weight` cannot be null any more',
      (document) => delete schema(document, 'ThingRequest').properties.weight.nullable,
    ],
    [
      'schema `ThingRequest` in requests, `parent` cannot be string any more',
      (document) => schema(document, 'ThingRequest').properties.parent.oneOf.pop(),
    ],
    [
      'schema `ThingRequest` in requests requires `owner`',
      (document) => {
        schema(document, 'ThingRequest').properties.owner = { type: 'string' };
        schema(document, 'ThingRequest').required.push('owner');
      },
    ],
    ['schema `Color` in requests cannot be "blue" any more', (document) => schema(document, 'Color').enum.pop()],
  ])('%s', (text, change) => {
    expect(comparing(change).filter((line) => line.startsWith('break'))).toEqual([`break: ${text}`]);
  });

  test('a name of a schema that is gone, since generated clients have it', () => {
    const found = comparing((document) => {
      document.components.schemas.Colour = schema(document, 'Color');
      delete document.components.schemas.Color;
      for (const name of ['Thing', 'ThingRequest'])
        schema(document, name).properties.color = { $ref: '#/components/schemas/Colour' };
    });
    expect(found).toEqual([
      'break: schema `Color` is gone, as is the type of generated clients',
      'addition: schema `Colour` is new',
    ]);
  });
});

describe('what breaks nobody', () => {
  test.each<[string, (document: Any) => void]>([
    ['addition: /more/ is new', ({ paths }) => Object.assign(paths, { '/more/': {} })],
    [
      'addition: PUT /things/ is new',
      (document) => Object.assign(document.paths['/things/'], { put: { operationId: 'x', responses: {} } }),
    ],
    [
      'addition: GET /things/ takes `shape`, `shape__n`',
      (document) => list(document).parameters.push({ in: 'query', name: 'shape' }, { in: 'query', name: 'shape__n' }),
    ],
    [
      'addition: GET /things/, parameter `color`[] can be "green"',
      (document) => list(document).parameters[0].schema.items.enum.push('green'),
    ],
    [
      'addition: GET /things/, parameter `size` is number, no longer integer',
      (document) => Object.assign(list(document).parameters[1].schema, { type: 'number' }),
    ],
    ['change: GET /things/ does not answer 404 any more', (document) => delete list(document).responses[404]],
    [
      'change: GET /things/ is described in other words',
      (document) => Object.assign(list(document), { description: 'All things.' }),
    ],
    [
      'addition: schema `Thing` in answers has `owner`',
      (document) => Object.assign(schema(document, 'Thing').properties, { owner: { type: 'string' } }),
    ],
    [
      'addition: schema `ThingRequest` in requests, `name` is required no longer',
      (document) => schema(document, 'ThingRequest').required.pop(),
    ],
    [
      'change: schema `Thing` in answers, `weight` is integer, no longer number',
      (document) => Object.assign(schema(document, 'Thing').properties.weight, { type: 'integer' }),
    ],
  ])('%s', (text, change) => {
    expect(comparing(change)).toEqual([text]);
  });

  test('nothing at all, and parameters that stand elsewhere', () => {
    expect(comparing(() => undefined)).toEqual([]);
    const moved = comparing((document) => {
      const { parameters } = list(document);
      document.components.parameters = { color: parameters[0] };
      parameters[0] = { $ref: '#/components/parameters/color' };
    });
    expect(moved).toEqual([]);
  });
});
