const v = require('./values');
const { operate } = require('./operators');

const compared = (sign) => (value, other) => operate(sign, value, other);
const divisible = (value, other) => operate('%', value, other) === 0;
const isWhole = (value) => typeof value === 'number';

const equals = compared('==');
const differs = compared('!=');
const less = compared('<');
const lessOrEqual = compared('<=');
const greater = compared('>');
const greaterOrEqual = compared('>=');

/** What a template can ask of a value behind `is`, and what `select` and its like can, by name. */
const tests = {
  defined: (value) => value !== undefined,
  undefined: (value) => value === undefined,
  none: (value) => value === null,
  true: (value) => value === true,
  false: (value) => value === false,
  boolean: (value) => typeof value === 'boolean',
  integer: isWhole,
  float: v.isFloat,
  number: v.isNumber,
  string: v.isText,
  mapping: v.isMap,
  sequence: (value) => value instanceof v.Related || v.isText(value) || v.isList(value) || v.isMap(value),
  iterable: (value) =>
    value === undefined || value instanceof v.Related || v.isText(value) || v.isList(value) || v.isMap(value),
  callable: (value) => value instanceof v.Callable,
  odd: (value) => operate('%', value, 2) === 1,
  even: (value) => divisible(value, 2),
  divisibleby: divisible,
  lower: (value) => v.str(value) === v.str(value).toLowerCase() && v.str(value) !== v.str(value).toUpperCase(),
  upper: (value) => v.str(value) === v.str(value).toUpperCase() && v.str(value) !== v.str(value).toLowerCase(),
  escaped: () => false,
  filter: (value) => Object.hasOwn(require('./filters').filters, v.str(value)),
  test: (value) => Object.hasOwn(tests, v.str(value)),
  in: (value, container) => operate('in', value, container),
  sameas: (value, other) => value === other,
  equalto: equals,
  eq: equals,
  '==': equals,
  ne: differs,
  '!=': differs,
  lt: less,
  lessthan: less,
  '<': less,
  le: lessOrEqual,
  '<=': lessOrEqual,
  gt: greater,
  greaterthan: greater,
  '>': greater,
  ge: greaterOrEqual,
  '>=': greaterOrEqual,
};

module.exports = { tests };
