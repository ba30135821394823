import { parse } from 'yaml';
import { yamlText } from '../src/openapi/yaml';

describe('writing YAML', () => {
  test.each([
    { a: 1, 'b c': 'x: y # z', '200': null, no: true, '/x/{id}/': 'line\nbreak "quoted"' },
    [[1, [2, { a: [] }]], {}, [], 'text', -1.5],
    { list: [{ a: 1, b: { c: ['d', 'e'] } }, { a: [[1], [2, 3]] }], empty: {}, '': 0, pattern: '^[0-9a-f]{6}$' },
    'text',
    {},
  ])('%j is read again as it was', (value) => expect(parse(yamlText(value))).toEqual(value));

  it('leaves out what is undefined', () => expect(yamlText({ a: undefined, b: 1 })).toBe('b: 1\n'));
});
