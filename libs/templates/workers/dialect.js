/** What Jinja2 knows and the library's grammar does not, said in words that it does. */
const constants = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

const is = (token, type, value) => token?.type === type && (value === undefined || token.value === value);
const isValue = (token) =>
  is(token, 'NumericLiteral') || is(token, 'StringLiteral') || (is(token, 'Identifier') && constants.has(token.value));
const like = (token, type, value) => Object.assign(Object.create(Object.getPrototypeOf(token)), { type, value });

/** The filter that asks a test with arguments: `x is divisibleby(3)` is `x | is divisibleby(3)`. */
const testFilter = (name, isNot) => (isNot ? `is not ${name}` : `is ${name}`);

/** The filter that stands for `with`, whose names are its arguments; and the one that makes a tuple of a list. */
const withBlock = 'with names';
const asTuple = 'as tuple';

/** `with` and `do`, for which the grammar has no statements. */
function withStatements(tokens) {
  const read = [];
  let isOpen = false;
  for (const [at, token] of tokens.entries()) {
    const begins = is(tokens[at - 1], 'OpenStatement');
    if (begins && is(token, 'Identifier', 'endwith')) read.push(like(token, 'Identifier', 'endfilter'));
    else if (begins && is(token, 'Identifier', 'do'))
      read.push(
        like(token, 'Identifier', 'set'),
        like(token, 'Identifier', 'what is done'),
        like(token, 'Equals', '='),
      );
    else if (begins && is(token, 'Identifier', 'with')) {
      read.push(
        like(token, 'Identifier', 'filter'),
        like(token, 'Identifier', withBlock),
        like(token, 'OpenParen', '('),
      );
      isOpen = true;
    } else {
      if (isOpen && is(token, 'CloseStatement')) {
        read.push(like(token, 'CloseParen', ')'));
        isOpen = false;
      }
      read.push(token);
    }
  }
  return read;
}

const opening = {
  OpenParen: 'CloseParen',
  OpenSquareBracket: 'CloseSquareBracket',
  OpenCurlyBracket: 'CloseCurlyBracket',
};
const closing = new Set(Object.values(opening));
const beforeValues = new Set(['in', 'not', 'and', 'or', 'if', 'elif', 'else', 'for']);
const isCalled = (token) =>
  is(token, 'CloseParen') ||
  is(token, 'CloseSquareBracket') ||
  (is(token, 'Identifier') && !beforeValues.has(token.value));

/** Tuples that end with a comma, and the empty one: `(1,)` is `([1] | as tuple)`. */
function withTuples(tokens) {
  const read = [];
  const open = [];
  for (const token of tokens) {
    if (Object.hasOwn(opening, token.type))
      open.push({ start: read.length, commas: 0, isCall: token.type !== 'OpenParen' || isCalled(read.at(-1)) });
    else if (is(token, 'Comma') && open.length > 0) open.at(-1).commas++;
    const last = closing.has(token.type) ? open.pop() : undefined;
    const isEmpty = last?.start === read.length - 1;
    if (last && !last.isCall && (isEmpty || is(read.at(-1), 'Comma'))) {
      if (!isEmpty) read.pop();
      if (last.commas < 2) {
        read.splice(last.start + 1, 0, like(token, 'OpenSquareBracket', '['));
        read.push(like(token, 'CloseSquareBracket', ']'), like(token, 'Pipe', '|'), like(token, 'Identifier', asTuple));
      }
    }
    read.push(token);
  }
  return read;
}

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

/** A template in words that the grammar knows. */
const translated = (tokens) => withTests(withTuples(withStatements(tokens)));

module.exports = { translated, testFilter, withBlock, asTuple };
