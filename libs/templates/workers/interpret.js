/** Does what a template says. Its grammar is the library's; what it may do and how values read is decided here. */
const { TemplateProblem, tick, text, joined, checkLength, longestList } = require('./meter');
const v = require('./values');
const { attribute, subscript, slice } = require('./lookup');
const { operate } = require('./operators');
const { byName } = require('./byName');
const { withBlock } = require('./dialect');
const { loopNames } = require('./loopNames');
const { Leap, Scope } = require('./scope');

function assign(target, value, scope) {
  if (target.type === 'Identifier') scope.names.set(target.value, value);
  else if (target.type === 'TupleLiteral') {
    if (value === v.pending) return;
    const parts = v.items(value);
    if (parts.length !== target.value.length) throw new TemplateProblem('There are not as many values as names.');
    for (const [index, one] of target.value.entries()) assign(one, parts[index], scope);
  } else if (target.type === 'MemberExpression' && !target.computed) {
    const holder = evaluate(target.object, scope);
    if (!(holder instanceof v.Namespace)) throw new TemplateProblem('Only namespaces have names that can be set.');
    holder.entries.set(target.property.value, value);
  } else throw new TemplateProblem('Nothing can be set there.');
}

function called(node, scope) {
  const args = [];
  const kwargs = new Map();
  for (const one of node.args) {
    if (one.type === 'KeywordArgumentExpression') kwargs.set(one.key.value, evaluate(one.value, scope));
    else if (one.type === 'SpreadExpression') args.push(...v.items(evaluate(one.argument, scope)));
    else if (one.type === 'KeywordSpreadExpression')
      for (const [key, value] of keywords(one, scope)) kwargs.set(key, value);
    else args.push(evaluate(one, scope));
  }
  return { args, kwargs };
}

function keywords(node, scope) {
  const found = evaluate(node.argument, scope);
  if (!v.isMap(found)) throw new TemplateProblem('Behind ** a mapping is wanted.');
  return found;
}

function call(callee, { args, kwargs }, name) {
  if (callee === v.pending) return v.pending;
  if (!(callee instanceof v.Callable)) throw new TemplateProblem(`“${name}” cannot be called.`);
  return callee.call(args, kwargs);
}

function filtered(value, filter, scope) {
  if (filter.type === 'Identifier') return byName.filter(filter.value, value, [], new Map());
  if (filter.type !== 'CallExpression' || filter.callee.type !== 'Identifier')
    throw new TemplateProblem('A filter goes by its name.');
  const { args, kwargs } = called(filter, scope);
  return byName.filter(filter.callee.value, value, args, kwargs);
}

/** A macro; what is said between `call` and `endcall` is its `caller`. */
function macro(name, parameters, body, around) {
  return new v.Callable(name, (args, kwargs) => {
    const scope = new Scope(around);
    const names = parameters.map((one) => (one.type === 'Identifier' ? one.value : one.key.value));
    const rest = new Map(kwargs);
    for (const [index, one] of parameters.entries()) {
      const given = rest.has(names[index]) ? rest.get(names[index]) : args[index];
      rest.delete(names[index]);
      const missing = index >= args.length && given === undefined && one.type !== 'Identifier';
      scope.names.set(names[index], missing ? evaluate(one.value, scope) : given);
    }
    if (rest.has('caller')) scope.names.set('caller', rest.get('caller'));
    rest.delete('caller');
    scope.names.set('varargs', v.Tuple.from(args.slice(parameters.length)));
    scope.names.set('kwargs', rest);
    return shown(body, scope);
  });
}

function looped(node, scope) {
  const { loopvar, body, defaultBlock } = node;
  const chosen = node.iterable.type === 'SelectExpression' ? node.iterable : undefined;
  let list = v.items(evaluate(chosen ? chosen.lhs : node.iterable, scope));
  checkLength(list.length, longestList);
  if (chosen)
    list = list.filter((item) => {
      tick();
      const inner = new Scope(scope);
      assign(loopvar, item, inner);
      return v.truth(evaluate(chosen.test, inner));
    });
  if (list.length === 0) return shown(defaultBlock, scope);
  const pieces = [];
  const previous = {};
  for (const [index, item] of list.entries()) {
    tick();
    const inner = new Scope(scope, [['loop', loopNames(index, list, previous)]]);
    assign(loopvar, item, inner);
    const leap = each(body, inner, pieces);
    if (leap?.isLast) break;
  }
  return joined(pieces);
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

/** What stands between `with` and `endwith`. */
function named({ filter, body }, scope, pieces) {
  const { args, kwargs } = called(filter, scope);
  if (args.length > 0) throw new TemplateProblem('`with` gives names to values.');
  return each(body, new Scope(scope, kwargs), pieces) ?? '';
}

/** What a statement shows; expressions show how their value reads. */
function statement(node, scope, pieces) {
  tick();
  switch (node.type) {
    case 'If':
      return each(v.truth(evaluate(node.test, scope)) ? node.body : node.alternate, scope, pieces) ?? '';
    case 'For':
      return looped(node, scope);
    case 'Set':
      assign(node.assignee, node.value ? evaluate(node.value, scope) : shown(node.body, new Scope(scope)), scope);
      return '';
    case 'Macro':
      scope.names.set(node.name.value, macro(node.name.value, node.args, node.body, scope));
      return '';
    case 'CallStatement': {
      const caller = macro('caller', node.callerArgs ?? [], node.body, scope);
      const given = called(node.call, scope);
      given.kwargs.set('caller', caller);
      return v.str(call(evaluate(node.call.callee, scope), given, node.call.callee.value));
    }
    case 'FilterStatement':
      if (node.filter.callee?.value === withBlock) return named(node, scope, pieces);
      return v.str(filtered(shown(node.body, new Scope(scope)), node.filter, scope));
    case 'Break':
      return new Leap(true);
    case 'Continue':
      return new Leap(false);
    case 'Comment':
      return '';
    default:
      return text(v.str(evaluate(node, scope)));
  }
}

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', 'not in']);
const isComparison = (node) => node.type === 'BinaryExpression' && comparisons.has(node.operator.value);

/** `1 < x < 3`: each with the next. */
function chained({ operator, left, right }, scope) {
  const first = binary(left, scope);
  return v.truth(first) ? operate(operator.value, evaluate(left.right, scope), evaluate(right, scope)) : first;
}

function binary(node, scope) {
  const { operator, left, right } = node;
  if (isComparison(node) && isComparison(left)) return chained(node, scope);
  const sign = operator.value;
  const one = evaluate(left, scope);
  if (sign === 'and') return v.truth(one) ? evaluate(right, scope) : one;
  if (sign === 'or') return v.truth(one) ? one : evaluate(right, scope);
  return operate(sign, one, evaluate(right, scope));
}

function unary({ operator, argument }, scope) {
  const value = evaluate(argument, scope);
  if (operator.value === 'not') return !v.truth(value);
  return operator.value === '-' ? operate('-', 0, value) : operate('+', 0, value);
}

function inside(node, scope) {
  const holder = evaluate(node.object, scope);
  if (!node.computed) return attribute(holder, node.property.value);
  if (node.property.type !== 'SliceExpression') return subscript(holder, evaluate(node.property, scope));
  const at = (part) => (part ? evaluate(part, scope) : undefined);
  return slice(holder, at(node.property.start), at(node.property.stop), at(node.property.step));
}

const nameOf = (node) => (node.type === 'MemberExpression' ? nameOf(node.property) : String(node.value ?? node.type));

/** The value of an expression. */
function evaluate(node, scope) {
  tick();
  switch (node.type) {
    case 'IntegerLiteral':
    case 'StringLiteral':
      return node.value;
    case 'FloatLiteral':
      return new v.Float(node.value);
    case 'ArrayLiteral':
      return node.value.map((item) => evaluate(item, scope));
    case 'TupleLiteral':
      return v.Tuple.from(node.value.map((item) => evaluate(item, scope)));
    case 'ObjectLiteral':
      return new Map([...node.value].map(([key, item]) => [evaluate(key, scope), evaluate(item, scope)]));
    case 'Identifier':
      return scope.find(node.value);
    case 'MemberExpression':
      return inside(node, scope);
    case 'CallExpression':
      return call(evaluate(node.callee, scope), called(node, scope), nameOf(node.callee));
    case 'FilterExpression':
      return filtered(evaluate(node.operand, scope), node.filter, scope);
    case 'TestExpression':
      return byName.test(node.test.value, evaluate(node.operand, scope), []) !== node.negate;
    case 'BinaryExpression':
      return binary(node, scope);
    case 'UnaryExpression':
      return unary(node, scope);
    case 'Ternary':
      return evaluate(v.truth(evaluate(node.condition, scope)) ? node.trueExpr : node.falseExpr, scope);
    case 'SelectExpression':
      return v.truth(evaluate(node.test, scope)) ? evaluate(node.lhs, scope) : undefined;
    default:
      throw new TemplateProblem('That cannot be used there.');
  }
}

/** What a template makes of the names it is given. */
const interpret = (program, names) => shown(program.body, new Scope(undefined, names));

module.exports = { interpret };
