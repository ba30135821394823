/** The statements of Jinja2, and the texts between them. */
const { TemplateProblem } = require('../meter');
const { expression, either, filter, settable, target, tuple } = require('./expressions');
const { Stream } = require('./stream');
const { tokensOf } = require('./tokens');

/** Statements that are of other files, languages or extensions. */
const leftOut = new Set(['include', 'import', 'from', 'extends', 'autoescape', 'trans', 'pluralize', 'debug', 'load']);

/** What is read up to a statement of one of the names, and that name. */
function body(stream, ...ends) {
  const nodes = [];
  for (;;) {
    if (stream.take('open', '{%')) {
      const name = stream.want('name').value;
      if (ends.includes(name)) return { nodes, end: name };
      nodes.push(statement(stream, name));
    } else if (stream.take('open')) {
      nodes.push(tuple(stream));
      stream.want('close');
    } else nodes.push({ type: 'Text', text: stream.want('data').value });
  }
}

/** What stands between a statement and its end. */
function enclosed(stream, ...ends) {
  stream.want('close');
  return body(stream, ...ends);
}

function block(stream, end) {
  const { nodes } = enclosed(stream, end);
  stream.want('close');
  return nodes;
}

function conditional(stream) {
  const test = tuple(stream, { read: either });
  const { nodes, end } = enclosed(stream, 'elif', 'else', 'endif');
  if (end === 'elif') return { type: 'If', test, body: nodes, otherwise: [conditional(stream)] };
  if (end === 'else') return { type: 'If', test, body: nodes, otherwise: block(stream, 'endif') };
  stream.want('close');
  return { type: 'If', test, body: nodes, otherwise: [] };
}

function loop(stream) {
  const into = target(stream, { before: ['in'] });
  stream.want('name', 'in');
  const iterable = tuple(stream, { read: either, before: ['recursive'] });
  const test = stream.take('name', 'if') ? expression(stream) : undefined;
  const isRecursive = stream.take('name', 'recursive') !== undefined;
  const { nodes, end } = enclosed(stream, 'else', 'endfor');
  const otherwise = end === 'else' ? block(stream, 'endfor') : [];
  if (end === 'endfor') stream.want('close');
  return { type: 'For', into, iterable, test, isRecursive, body: nodes, otherwise };
}

function filters(stream) {
  const found = [filter(stream)];
  while (stream.take('sign', '|')) found.push(filter(stream));
  return found;
}

function assignment(stream) {
  const into = target(stream, { isNamespace: true });
  if (stream.take('sign', '=')) {
    const value = tuple(stream);
    stream.want('close');
    return { type: 'Set', into, value };
  }
  const through = stream.take('sign', '|') ? filters(stream) : [];
  return { type: 'SetBlock', into, filters: through, body: block(stream, 'endset') };
}

/** The parameters of a macro, and what they are where nothing is given. */
function parameters(stream) {
  const found = [];
  stream.want('sign', '(');
  while (!stream.take('sign', ')')) {
    if (found.length > 0) stream.want('sign', ',');
    if (stream.take('sign', ')')) break;
    const name = settable(stream.want('name').value);
    const otherwise = stream.take('sign', '=') ? expression(stream) : undefined;
    if (!otherwise && found.at(-1)?.otherwise)
      throw new TemplateProblem(`The parameter “${name}” stands behind those that may be left out.`);
    found.push({ name, otherwise });
  }
  return found;
}

/** The body of a macro, and which of the names it asks for that are not its parameters. */
function macroBody(stream, end) {
  const asked = new Set();
  stream.macros.push(asked);
  const nodes = block(stream, end);
  stream.macros.pop();
  return { body: nodes, asked };
}

function macro(stream) {
  const { value: name } = stream.want('name');
  const given = parameters(stream);
  return { type: 'Macro', name, parameters: given, ...macroBody(stream, 'endmacro') };
}

function callBlock(stream) {
  const given = stream.is('sign', '(') ? parameters(stream) : [];
  const call = expression(stream);
  if (call.type !== 'Call') throw new TemplateProblem('Behind “call” something is called.');
  return { type: 'CallBlock', parameters: given, call, ...macroBody(stream, 'endcall') };
}

function withBlock(stream) {
  const names = [];
  while (!stream.is('close')) {
    if (names.length > 0) stream.want('sign', ',');
    const into = target(stream);
    stream.want('sign', '=');
    names.push([into, expression(stream)]);
  }
  return { type: 'With', names, body: block(stream, 'endwith') };
}

/** A block stands where it is, since there is no other template to put it elsewhere. */
function namedBlock(stream) {
  const { value: name } = stream.want('name');
  while (stream.take('name', 'scoped') || stream.take('name', 'required'));
  const { nodes } = enclosed(stream, 'endblock');
  stream.take('name', name);
  stream.want('close');
  return { type: 'With', names: [], body: nodes };
}

/** Expressions with commas between them, up to the end of the statement. */
function items(stream) {
  const found = [expression(stream)];
  while (stream.take('sign', ',')) found.push(expression(stream));
  return closed(stream, found);
}

function closed(stream, node) {
  stream.want('close');
  return node;
}

const statements = {
  if: conditional,
  for: loop,
  set: assignment,
  macro,
  call: callBlock,
  with: withBlock,
  block: namedBlock,
  filter: (stream) => ({ type: 'FilterBlock', filters: filters(stream), body: block(stream, 'endfilter') }),
  do: (stream) => closed(stream, { type: 'Do', value: tuple(stream) }),
  print: (stream) => ({ type: 'Print', items: items(stream) }),
  break: (stream) => closed(stream, { type: 'Break' }),
  continue: (stream) => closed(stream, { type: 'Continue' }),
};

function statement(stream, name) {
  if (name === endOfTemplate) throw new TemplateProblem('The template is not complete.');
  if (Object.hasOwn(statements, name)) return statements[name](stream);
  if (leftOut.has(name)) throw new TemplateProblem(`“${name}” is left out: a template stands for itself.`);
  throw new TemplateProblem(`There is no statement “${name}” there.`);
}

const endOfTemplate = 'the end of the template';

/** What a template says, as a tree. */
function parsed(source) {
  // What ends the template is a statement like those that end parts of it.
  const tokens = [...tokensOf(source), { kind: 'open', value: '{%' }, { kind: 'name', value: endOfTemplate }];
  return body(new Stream(tokens), endOfTemplate).nodes;
}

module.exports = { parsed };
