const { TemplateProblem, text, list, checkLength, longestList } = require('./meter');
const v = require('./values');
const { percent } = require('./format');

const unfit = (sign, one, other) =>
  new TemplateProblem(`${sign} does not go with ${v.kindOf(one)} and ${v.kindOf(other)}.`);

function checked(value) {
  if (!Number.isFinite(value)) throw new TemplateProblem('The number is too large.');
  return value;
}

const whole = (work) => (one, other) => {
  const result = checked(work(v.number(one), v.number(other)));
  return v.isFloat(one) || v.isFloat(other) ? new v.Float(result) : result;
};

function divisor(value) {
  if (value === 0) throw new TemplateProblem('It divides by zero.');
  return value;
}

const remainder = (a, b) => a - divisor(b) * Math.floor(a / b);

const calculations = {
  '+': whole((a, b) => a + b),
  '-': whole((a, b) => a - b),
  '*': whole((a, b) => a * b),
  '/': (one, other) => new v.Float(checked(v.number(one) / divisor(v.number(other)))),
  '//': whole((a, b) => Math.floor(a / divisor(b))),
  '%': whole(remainder),
  '**': (one, other) => {
    const result = checked(v.number(one) ** v.number(other));
    return v.isFloat(one) || v.isFloat(other) || v.number(other) < 0 ? new v.Float(result) : result;
  },
};

function repeated(value, times) {
  const n = Math.max(0, times);
  checkLength(value.length * n, v.isText(value) ? undefined : longestList);
  if (v.isText(value)) return text(value.repeat(n));
  const items = list(Array.from({ length: n }, () => [...value]).flat());
  return value instanceof v.Tuple ? v.Tuple.from(items) : items;
}

const isWhole = (value) => typeof value === 'number';
const isSequence = (value) => v.isText(value) || v.isList(value);

function calculate(sign, one, other) {
  if (v.isNumber(one) && v.isNumber(other)) return calculations[sign](one, other);
  if (sign === '%' && v.isText(one)) return percent(one, other);
  if (sign === '*' && isSequence(one) && isWhole(other)) return repeated(one, other);
  if (sign === '*' && isWhole(one) && isSequence(other)) return repeated(other, one);
  if (sign === '+' && v.isText(one) && v.isText(other)) return text(one + other);
  if (sign === '+' && v.isList(one) && v.isList(other)) {
    const items = list([...one, ...other]);
    return one instanceof v.Tuple && other instanceof v.Tuple ? v.Tuple.from(items) : items;
  }
  throw unfit(sign, one, other);
}

function contains(container, item) {
  if (v.isText(container)) {
    if (!v.isText(item)) throw unfit('in', item, container);
    return text(container).includes(item);
  }
  if (v.isMap(container)) return container.has(item);
  return v.items(container).some((one) => v.equal(one, item));
}

const comparisons = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** The value of an operation whose two sides are known. */
function operate(sign, one, other) {
  if (sign === '==') return v.equal(one, other);
  if (sign === '!=') return !v.equal(one, other);
  if (sign === '~') return text(v.str(one) + v.str(other));
  if (sign === 'in') return contains(other, one);
  if (sign === 'not in') return !contains(other, one);
  if (one === v.pending || other === v.pending) return v.pending;
  if (one === undefined || other === undefined) throw new TemplateProblem(`${sign} is used with an undefined value.`);
  if (Object.hasOwn(comparisons, sign)) return comparisons[sign](v.compare(one, other));
  if (Object.hasOwn(calculations, sign)) return calculate(sign, one, other);
  throw new TemplateProblem(`${sign} is no operator.`);
}

module.exports = { operate, contains };
