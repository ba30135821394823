import { pythonFloat, pythonJson } from '../src';

test.each([
  [{ a: 1, b: [1, 2.5, null, true] }, '{"a": 1, "b": [1, 2.5, null, true]}'],
  [[], '[]'],
  [{}, '{}'],
  ['Straße 😀 "x"\\\u007f\n', '"Stra\\u00dfe \\ud83d\\ude00 \\"x\\"\\\\\\u007f\\n"'],
  [{ ü: '' }, '{"\\u00fc": ""}'],
  [1e22, '1e+22'],
])('%j is %s', (value, text) => expect(pythonJson(value)).toBe(text));

test.each([
  ['{"a":', 4_000, '}', '{"a": '],
  ['[', 4_000, ']', '['],
])('%s is written however deep it is nested', (opening, levels, closing, written) => {
  const text = (open: string) => `${open.repeat(levels)}"1, 2:3 \\\\"${closing.repeat(levels)}`;
  expect(pythonJson(JSON.parse(text(opening)))).toBe(text(written));
});

test('a text is written however long it is', () => {
  expect(pythonJson('"\\'.repeat(1_000_000))).toBe(`"${'\\"\\\\'.repeat(1_000_000)}"`);
});

test.each([
  [0, '0.0'],
  [-3, '-3.0'],
  [2.5, '2.5'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1e15, '1000000000000000.0'],
  [1.5e16, '1.5e+16'],
])('the number %p is %s', (value, text) => expect(pythonFloat(value)).toBe(text));
