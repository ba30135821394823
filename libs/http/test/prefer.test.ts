import { preferredValue } from '../src/request/prefer';

describe('Prefer', () => {
  test.each([
    ['nested=object', 'object'],
    ['Nested = "object"; strict', 'object'],
    ['respond-async, wait=10, nested=url', 'url'],
    ['nested=object, nested=url', 'object'],
    ['nested', ''],
    ['wait=10', undefined],
    ['=;,"', undefined],
    [undefined, undefined],
  ])('%s', (header, value) => expect(preferredValue(header, 'nested')).toBe(value));
});
