/** What expressions of Jinja2 are made of, from the loosest to the tightest. */
const { TemplateProblem } = require('../meter');
const { Float } = require('../kinds');

const constants = { true: true, True: true, false: false, False: false, none: null, None: null };

/** `a if b else c` */
function expression(stream) {
  let found = either(stream);
  while (stream.take('name', 'if')) {
    const test = either(stream);
    const no = stream.take('name', 'else') ? expression(stream) : undefined;
    found = { type: 'Choice', test, yes: found, no };
  }
  return found;
}

/** Sides with a sign between them, from the left. */
const chain = (tighter, take, node) => (stream) => {
  let left = tighter(stream);
  for (let sign = take(stream); sign; sign = take(stream)) left = node(sign.value, left, tighter(stream));
  return left;
};

const signs =
  (...known) =>
  (stream) =>
    known.some((sign) => stream.is('sign', sign)) ? stream.next() : undefined;
const operation = (sign, left, right) => ({ type: 'Operation', sign, left, right });

const power = chain(unary, signs('**'), operation);
const product = chain(power, signs('*', '/', '//', '%'), operation);
const joint = chain(product, signs('~'), operation);
const total = chain(joint, signs('+', '-'), operation);

const comparing = signs('==', '!=', '<', '<=', '>', '>=');

function comparison(stream) {
  const first = total(stream);
  const rest = [];
  for (;;) {
    const isNotIn = stream.is('name', 'not') && stream.is('name', 'in', 1);
    if (isNotIn) stream.next();
    const sign = stream.take('name', 'in') ?? comparing(stream);
    if (!sign) return rest.length === 0 ? first : { type: 'Comparison', first, rest };
    rest.push([isNotIn ? 'not in' : sign.value, total(stream)]);
  }
}

function negation(stream) {
  return stream.take('name', 'not') ? { type: 'Not', of: negation(stream) } : comparison(stream);
}

const both = chain(
  negation,
  (stream) => stream.take('name', 'and'),
  (_, left, right) => ({ type: 'And', left, right }),
);

const either = chain(
  both,
  (stream) => stream.take('name', 'or'),
  (_, left, right) => ({ type: 'Or', left, right }),
);

/** A value with its sign, and what is done to it. */
function unary(stream, isFiltered = true) {
  const sign = signs('-', '+')(stream)?.value;
  const value = sign ? { type: 'Signed', sign, of: unary(stream, false) } : primary(stream);
  const found = postfixed(stream, value);
  return isFiltered ? filteredOrTested(stream, found) : found;
}

function primary(stream) {
  const token = stream.next();
  switch (token.kind) {
    case 'name':
      if (Object.hasOwn(constants, token.value)) return { type: 'Constant', value: constants[token.value] };
      for (const macro of stream.macros) macro.add(token.value);
      return { type: 'Name', name: token.value };
    case 'whole':
      return { type: 'Constant', value: token.value };
    case 'float':
      return { type: 'Constant', value: new Float(token.value) };
    case 'text': {
      let { value } = token;
      while (stream.is('text')) value += stream.next().value;
      return { type: 'Constant', value };
    }
    case 'sign':
      if (token.value === '(') return within(stream, ')', () => tuple(stream, { mayBeEmpty: true }));
      if (token.value === '[') return { type: 'List', items: listed(stream, ']', expression) };
      if (token.value === '{') return { type: 'Dict', pairs: listed(stream, '}', pair) };
  }
  stream.at--;
  throw stream.unexpected();
}

function within(stream, end, read) {
  const found = read();
  stream.want('sign', end);
  return found;
}

/** What stands between commas up to a bracket; the last may have one, too. */
function listed(stream, end, read) {
  const found = [];
  while (!stream.take('sign', end)) {
    if (found.length > 0) {
      stream.want('sign', ',');
      if (stream.take('sign', end)) break;
    }
    found.push(read(stream));
  }
  return found;
}

function pair(stream) {
  const key = expression(stream);
  stream.want('sign', ':');
  return [key, expression(stream)];
}

const endOfTuple = (stream, before) =>
  stream.is('close') || stream.is('sign', ')') || before.some((name) => stream.is('name', name));

/** One expression, or several with commas between them. */
function tuple(stream, { read = expression, before = [], mayBeEmpty = false } = {}) {
  const items = [];
  let isTuple = false;
  while (!endOfTuple(stream, before)) {
    items.push(read(stream));
    if (!stream.take('sign', ',')) break;
    isTuple = true;
  }
  if (isTuple || (items.length === 0 && mayBeEmpty)) return { type: 'Tuple', items };
  if (items.length === 0) throw stream.unexpected();
  return items[0];
}

/** Attributes, items and calls behind a value. */
function postfixed(stream, value) {
  let found = value;
  for (;;) {
    if (stream.take('sign', '.')) found = dotted(stream, found);
    else if (stream.take('sign', '[')) found = { type: 'Item', of: found, key: subscript(stream) };
    else if (stream.is('sign', '(')) found = { type: 'Call', callee: found, given: given(stream) };
    else return found;
  }
}

function dotted(stream, of) {
  const number = stream.take('whole');
  if (number) return { type: 'Item', of, key: { type: 'Constant', value: number.value } };
  return { type: 'Attribute', of, name: stream.want('name').value };
}

function subscript(stream) {
  const keys = listed(stream, ']', sliceOrKey);
  return keys.length === 1 ? keys[0] : { type: 'Tuple', items: keys };
}

function sliceOrKey(stream) {
  const part = () => ([':', ']', ','].some((sign) => stream.is('sign', sign)) ? undefined : expression(stream));
  const start = part();
  if (!stream.take('sign', ':')) {
    if (!start) throw stream.unexpected();
    return start;
  }
  const stop = part();
  return { type: 'Slice', start, stop, step: stream.take('sign', ':') ? part() : undefined };
}

/** The arguments of a call, in brackets. */
function given(stream) {
  const found = { args: [], names: [], spread: undefined, spreadNames: undefined };
  const wrong = new TemplateProblem('The arguments are not in order.');
  stream.want('sign', '(');
  listed(stream, ')', () => {
    if (found.spreadNames) throw wrong;
    if (stream.take('sign', '**')) found.spreadNames = expression(stream);
    else if (stream.is('name') && stream.is('sign', '=', 1)) {
      const name = stream.next().value;
      stream.next();
      found.names.push([name, expression(stream)]);
    } else if (found.spread) throw wrong;
    else if (stream.take('sign', '*')) found.spread = expression(stream);
    else if (found.names.length > 0) throw wrong;
    else found.args.push(expression(stream));
  });
  return found;
}

const nothingGiven = { args: [], names: [], spread: undefined, spreadNames: undefined };

function dottedName(stream) {
  let name = stream.want('name').value;
  while (stream.take('sign', '.')) name += `.${stream.want('name').value}`;
  return name;
}

/** A filter by its name, with its arguments. */
function filter(stream) {
  return { name: dottedName(stream), given: stream.is('sign', '(') ? given(stream) : nothingGiven };
}

function filteredOrTested(stream, value) {
  let found = value;
  for (;;) {
    if (stream.take('sign', '|')) found = { type: 'Filter', of: found, ...filter(stream) };
    else if (stream.take('name', 'is')) found = test(stream, found);
    else if (stream.is('sign', '(')) found = { type: 'Call', callee: found, given: given(stream) };
    else return found;
  }
}

const behindTests = new Set(['else', 'or', 'and']);
const beginsValue = (stream) =>
  ['text', 'whole', 'float'].some((kind) => stream.is(kind)) ||
  ['[', '{'].some((sign) => stream.is('sign', sign)) ||
  (stream.is('name') && !behindTests.has(stream.peek().value));

/** `is name`, with an argument in brackets or without. */
function test(stream, of) {
  const isNot = stream.take('name', 'not') !== undefined;
  const name = dottedName(stream);
  let asked = nothingGiven;
  if (stream.is('sign', '(')) asked = given(stream);
  else if (beginsValue(stream)) {
    if (stream.is('name', 'is')) throw stream.unexpected();
    asked = { ...nothingGiven, args: [postfixed(stream, primary(stream))] };
  }
  const found = { type: 'Test', of, name, given: asked };
  return isNot ? { type: 'Not', of: found } : found;
}

function settable(name) {
  if (Object.hasOwn(constants, name)) throw new TemplateProblem(`Nothing can be set as “${name}”.`);
  return name;
}

/** What a value is given to: a name, several, or a name of a namespace. */
function target(stream, { before = [], isNamespace = false } = {}) {
  const read = () => {
    const name = settable(stream.want('name').value);
    if (!isNamespace || !stream.take('sign', '.')) return { type: 'Name', name };
    return { type: 'Attribute', of: { type: 'Name', name }, name: stream.want('name').value };
  };
  const one = () => (stream.take('sign', '(') ? within(stream, ')', () => tuple(stream, { read: one })) : read());
  return tuple(stream, { read: one, before: [...before, '='] });
}

module.exports = { expression, either, filter, settable, target, tuple };
