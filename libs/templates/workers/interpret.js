/** Does what a template says. */
const { TemplateProblem, tick, text, joined, checkLength, longestList } = require('./meter');
const v = require('./values');
const { attribute, subscript, slice } = require('./lookup');
const { operate } = require('./operators');
const { byName } = require('./byName');
const { loopNames } = require('./loopNames');
const { Leap, Scope } = require('./scope');

function assign(target, value, scope) {
  if (target.type === 'Name') scope.names.set(target.name, value);
  else if (target.type === 'Tuple') {
    if (value === v.pending) return;
    const parts = v.items(value);
    if (parts.length !== target.items.length) throw new TemplateProblem('There are not as many values as names.');
    for (const [index, one] of target.items.entries()) assign(one, parts[index], scope);
  } else {
    const holder = evaluate(target.of, scope);
    if (!(holder instanceof v.Namespace)) throw new TemplateProblem('Only namespaces have names that can be set.');
    holder.entries.set(target.name, value);
  }
}

/** The arguments of a call, evaluated. */
function called({ args, names, spread, spreadNames }, scope) {
  const list = args.map((one) => evaluate(one, scope));
  if (spread) list.push(...v.items(evaluate(spread, scope)));
  const kwargs = new Map(names.map(([name, one]) => [name, evaluate(one, scope)]));
  if (!spreadNames) return { args: list, kwargs };
  const found = evaluate(spreadNames, scope);
  if (!v.isMap(found)) throw new TemplateProblem('Behind ** a mapping is wanted.');
  for (const [key, value] of found) kwargs.set(key, value);
  return { args: list, kwargs };
}

function call(callee, { args, kwargs }, name) {
  if (callee === v.pending) return v.pending;
  if (!(callee instanceof v.Callable)) throw new TemplateProblem(`“${name}” cannot be called.`);
  return callee.call(args, kwargs);
}

function filtered(value, { name, given }, scope) {
  const { args, kwargs } = called(given, scope);
  return byName.filter(name, value, args, kwargs);
}

/** A macro; what is said between `call` and `endcall` is its `caller`. */
function macro(name, { parameters, body, asked }, around) {
  return new v.Callable(name, (args, kwargs) => {
    const scope = new Scope(around);
    const rest = new Map(kwargs);
    for (const [index, { name: parameter, otherwise }] of parameters.entries()) {
      const given = index < args.length ? args[index] : rest.get(parameter);
      if (index >= args.length) rest.delete(parameter);
      scope.names.set(parameter, given === undefined && otherwise ? evaluate(otherwise, scope) : given);
    }
    for (const [extra, value] of extras(name, { parameters, asked }, args, rest)) scope.names.set(extra, value);
    return shown(body, scope);
  });
}

/** What a macro is given beside its parameters, which it has to ask for. */
function extras(name, { parameters, asked }, args, rest) {
  const found = new Map();
  if (rest.has('caller') || asked.has('caller')) found.set('caller', rest.get('caller'));
  if (rest.has('caller') && !asked.has('caller'))
    throw new TemplateProblem(`The macro “${name}” does not use its \`caller\`.`);
  rest.delete('caller');
  if (asked.has('varargs')) found.set('varargs', v.Tuple.from(args.slice(parameters.length)));
  else if (args.length > parameters.length)
    throw new TemplateProblem(`The macro “${name}” takes ${parameters.length} arguments at most.`);
  if (asked.has('kwargs')) found.set('kwargs', rest);
  else if (rest.size > 0) throw new TemplateProblem(`The macro “${name}” has no argument “${[...rest.keys()][0]}”.`);
  return found;
}

/** A loop over what its statement names; a recursive one is called for what is below. */
const looped = (node, scope) => rounds(node, evaluate(node.iterable, scope), scope, 1);

function rounds(node, iterable, scope, depth) {
  const { into, body, otherwise } = node;
  const list = chosen(node, v.items(iterable), scope);
  const pieces = [];
  const previous = {};
  let isDone = false;
  const again = node.isRecursive && ((args) => rounds(node, args[0], scope, depth + 1));
  for (const [index, item] of list.entries()) {
    tick();
    const inner = new Scope(scope, [['loop', loopNames(index, list, { previous, depth, again })]]);
    assign(into, item, inner);
    const leap = each(body, inner, pieces);
    isDone ||= leap === undefined;
    if (leap?.isLast) break;
  }
  // As in Jinja2, `else` is for loops of which no round has come to its end.
  if (!isDone) pieces.push(shown(otherwise, scope));
  return joined(pieces);
}

/** The items that a loop goes through. */
function chosen({ into, test }, list, scope) {
  checkLength(list.length, longestList);
  if (!test) return list;
  return list.filter((item) => {
    tick();
    const inner = new Scope(scope);
    assign(into, item, inner);
    return v.truth(evaluate(test, inner));
  });
}

/** Adds what nodes show to the pieces; a leap that ends it comes back. */
function each(nodes, scope, pieces) {
  let length = 0;
  for (const node of nodes) {
    const found = statement(node, scope, pieces);
    if (found instanceof Leap) return found;
    if (found !== '') {
      length += found.length;
      checkLength(length);
      pieces.push(found);
    }
  }
  return undefined;
}

function shown(nodes, scope) {
  const pieces = [];
  const leap = each(nodes, scope, pieces);
  if (leap) throw new TemplateProblem('There is no loop to leave.');
  return joined(pieces);
}

/** What nodes show, through one filter after the other. */
const throughFilters = ({ filters, body }, scope) =>
  filters.reduce((value, filter) => filtered(value, filter, scope), shown(body, new Scope(scope)));

/** What a statement shows; expressions show how their value reads. */
function statement(node, scope, pieces) {
  tick();
  switch (node.type) {
    case 'Text':
      return node.text;
    case 'If':
      return each(v.truth(evaluate(node.test, scope)) ? node.body : node.otherwise, scope, pieces) ?? '';
    case 'For':
      return looped(node, scope);
    case 'Set':
      assign(node.into, evaluate(node.value, scope), scope);
      return '';
    case 'SetBlock':
      assign(node.into, throughFilters(node, scope), scope);
      return '';
    case 'Do':
      evaluate(node.value, scope);
      return '';
    case 'Print':
      return joined(node.items.map((one) => v.str(evaluate(one, scope))));
    case 'Macro':
      scope.names.set(node.name, macro(node.name, node, scope));
      return '';
    case 'CallBlock': {
      const given = called(node.call.given, scope);
      given.kwargs.set('caller', macro('caller', node, scope));
      return v.str(call(evaluate(node.call.callee, scope), given, nameOf(node.call.callee)));
    }
    case 'FilterBlock':
      return text(v.str(throughFilters(node, scope)));
    case 'With': {
      const inner = new Scope(scope);
      for (const [into, value] of node.names) assign(into, evaluate(value, scope), inner);
      return each(node.body, inner, pieces) ?? '';
    }
    case 'Break':
      return new Leap(true);
    case 'Continue':
      return new Leap(false);
    default:
      return text(v.str(evaluate(node, scope)));
  }
}

/** `1 < x < 3`: each with the next, as long as they hold. */
function compared({ first, rest }, scope) {
  let left = evaluate(first, scope);
  let holds = true;
  for (const [sign, side] of rest) {
    const right = evaluate(side, scope);
    holds = operate(sign, left, right);
    if (!v.truth(holds)) break;
    left = right;
  }
  return holds;
}

function signed({ sign, of }, scope) {
  const value = evaluate(of, scope);
  if (sign === '-' && v.isFloat(value)) return new v.Float(-value.value);
  return operate(sign, 0, value);
}

function item({ of, key }, scope) {
  const holder = evaluate(of, scope);
  if (key.type !== 'Slice') return subscript(holder, evaluate(key, scope));
  const at = (part) => (part ? evaluate(part, scope) : undefined);
  return slice(holder, at(key.start), at(key.stop), at(key.step));
}

const nameOf = (node) => node.name ?? node.type;

/** The value of an expression. */
function evaluate(node, scope) {
  tick();
  switch (node.type) {
    case 'Constant':
      return node.value;
    case 'Name':
      return scope.find(node.name);
    case 'List':
      return node.items.map((one) => evaluate(one, scope));
    case 'Tuple':
      return v.Tuple.from(node.items.map((one) => evaluate(one, scope)));
    case 'Dict':
      return new Map(node.pairs.map(([key, one]) => [evaluate(key, scope), evaluate(one, scope)]));
    case 'Attribute':
      return attribute(evaluate(node.of, scope), node.name);
    case 'Item':
      return item(node, scope);
    case 'Call':
      return call(evaluate(node.callee, scope), called(node.given, scope), nameOf(node.callee));
    case 'Filter':
      return filtered(evaluate(node.of, scope), node, scope);
    case 'Test': {
      const { args, kwargs } = called(node.given, scope);
      if (kwargs.size > 0) throw new TemplateProblem('A test has no arguments with names.');
      return byName.test(node.name, evaluate(node.of, scope), args);
    }
    case 'Comparison':
      return compared(node, scope);
    case 'Operation':
      return operate(node.sign, evaluate(node.left, scope), evaluate(node.right, scope));
    case 'Signed':
      return signed(node, scope);
    case 'Not':
      return !v.truth(evaluate(node.of, scope));
    case 'And': {
      const left = evaluate(node.left, scope);
      return v.truth(left) ? evaluate(node.right, scope) : left;
    }
    case 'Or': {
      const left = evaluate(node.left, scope);
      return v.truth(left) ? left : evaluate(node.right, scope);
    }
    case 'Choice':
      if (v.truth(evaluate(node.test, scope))) return evaluate(node.yes, scope);
      return node.no ? evaluate(node.no, scope) : undefined;
    default:
      throw new TemplateProblem('That cannot be used there.');
  }
}

/** What a template makes of the names it is given. */
const interpret = (program, names) => shown(program, new Scope(undefined, names));

module.exports = { interpret };
