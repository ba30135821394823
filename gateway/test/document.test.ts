import { mergeFragments } from '../src/openapi/document';

describe('putting the OpenAPI document together', () => {
  const one = { paths: { '/b/': {} }, components: { schemas: { Same: { type: 'object' }, Own: { type: 'string' } } } };

  it('takes every path and component once, in alphabetical order', () => {
    const conflicts: string[] = [];
    const other = { paths: { '/a/': {} }, components: { schemas: { Same: { type: 'object' } } } };
    const document = mergeFragments([one, other], '1', (name) => conflicts.push(name));
    expect(Object.keys(document.paths)).toEqual(['/a/', '/b/']);
    expect(Object.keys(document.components.schemas ?? {})).toEqual(['Own', 'Same']);
    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual(['cookieAuth', 'tokenAuth', 'basicAuth']);
    expect(document.tags).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(conflicts).toEqual([]);
  });

  it('tells when two services disagree', () => {
    const conflicts: string[] = [];
    mergeFragments([one, { paths: {}, components: { schemas: { Same: { type: 'array' } } } }], '1', (name) =>
      conflicts.push(name),
    );
    expect(conflicts).toEqual(['schemas/Same']);
  });
});
