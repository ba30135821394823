import type { OpenAPIV3 } from 'openapi-types';
import { type Fragment, inlineParameters, mergeFragments } from '../src/openapi/document';

describe('putting the OpenAPI document together', () => {
  const one: Fragment = {
    paths: { '/b/': {} },
    components: { schemas: { Same: { type: 'object' }, Own: { type: 'string' } } },
  };

  it('takes every path and component once, in alphabetical order', () => {
    const conflicts: string[] = [];
    const other: Fragment = { paths: { '/a/': {} }, components: { schemas: { Same: { type: 'object' } } } };
    const document = mergeFragments([one, other], '1', (name) => conflicts.push(name));
    expect(Object.keys(document.paths)).toEqual(['/a/', '/b/']);
    expect(Object.keys(document.components.schemas ?? {})).toEqual(['Own', 'Same']);
    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual(['cookieAuth', 'tokenAuth', 'basicAuth']);
    expect(document.tags).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(conflicts).toEqual([]);
  });

  it('puts parameters where they are used', () => {
    const limit: OpenAPIV3.ParameterObject = { in: 'query', name: 'limit', schema: { type: 'integer' } };
    const reference = { $ref: '#/components/parameters/limit' };
    const own = { in: 'query', name: 'q' };
    const responses = {};
    const paths = {
      '/a/': { parameters: [reference], get: { parameters: [own, reference], responses }, post: { responses } },
    };
    const document = inlineParameters(
      mergeFragments([{ paths, components: { parameters: { limit } } }], '1', () => undefined),
    );
    expect(document.paths).toEqual({
      '/a/': { parameters: [limit], get: { parameters: [own, limit], responses }, post: { responses } },
    });
    expect(document.components.parameters).toBeUndefined();
  });

  it('tells when two services disagree', () => {
    const conflicts: string[] = [];
    mergeFragments([one, { paths: {}, components: { schemas: { Same: { type: 'number' } } } }], '1', (name) =>
      conflicts.push(name),
    );
    expect(conflicts).toEqual(['schemas/Same']);
  });
});
