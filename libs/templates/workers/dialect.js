/** What Jinja2 knows and the library's grammar does not, said in words that it does. */
const constants = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

const is = (token, type, value) => token?.type === type && (value === undefined || token.value === value);
const isValue = (token) =>
  is(token, 'NumericLiteral') || is(token, 'StringLiteral') || (is(token, 'Identifier') && constants.has(token.value));
const like = (token, type, value) => Object.assign(Object.create(Object.getPrototypeOf(token)), { type, value });

/** The filter that asks a test with arguments: `x is divisibleby(3)` is `x | is divisibleby(3)`. */
const testFilter = (name, isNot) => (isNot ? `is not ${name}` : `is ${name}`);

/** Tests with arguments, in parentheses or without, and `is in`; the grammar has only tests that are names. */
function withTests(tokens) {
  const read = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const before = tokens[at - 1];
    if (!is(token, 'Identifier', 'is') || is(before, 'Dot') || is(before, 'OpenStatement')) {
      read.push(token);
      continue;
    }
    const isNot = is(tokens[at + 1], 'Identifier', 'not');
    const name = tokens[at + (isNot ? 2 : 1)];
    const next = tokens[at + (isNot ? 3 : 2)];
    // The rest reads `in …` or `not in …`.
    if (is(name, 'Identifier', 'in')) continue;
    if (!is(name, 'Identifier') || !(is(next, 'OpenParen') || isValue(next))) {
      read.push(token);
      continue;
    }
    read.push(like(token, 'Pipe', '|'), like(name, 'Identifier', testFilter(name.value, isNot)));
    at += isNot ? 2 : 1;
    if (is(next, 'OpenParen')) continue;
    read.push(like(next, 'OpenParen', '('), next, like(next, 'CloseParen', ')'));
    at += 1;
  }
  return read;
}

module.exports = { withTests, testFilter };
