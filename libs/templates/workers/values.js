/**
 * What templates compute with, as Python has it: None, True, whole numbers and floats, lists, tuples, dicts, objects.
 */
const { TemplateProblem, tick, text, joined } = require('./meter');
const kinds = require('./kinds');
const moments = require('./moments');

const {
  Float,
  Tuple,
  Callable,
  Namespace,
  Thing,
  Related,
  Moment,
  pending,
  isNumber,
  number,
  isMap,
  isList,
  isText,
  kindOf,
} = kinds;

/** A value of JSON. */
function fromJson(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? value : new Float(value);
  if (value === null || typeof value !== 'object') return value;
  tick();
  if (isList(value)) return value.map(fromJson);
  return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
}

function floatText(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? `${Object.is(value, -0) ? '-0' : value}.0` : String(value);
}

const wholeText = (value) => (Number.isSafeInteger(value) ? String(value) : BigInt(value).toString());

const escapes = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

function quotedText(value) {
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  const inner = value.replace(/[\n\r\t\\]/g, (one) => escapes[one]);
  return text(mark + (mark === "'" ? inner.replaceAll("'", "\\'") : inner) + mark);
}

/** How a value reads inside of a list. */
function repr(value) {
  tick();
  if (isText(value)) return quotedText(value);
  if (value instanceof Tuple) return value.length === 1 ? `(${repr(value[0])},)` : `(${joined(value.map(repr), ', ')})`;
  if (isList(value)) return `[${joined(value.map(repr), ', ')}]`;
  if (isMap(value))
    return `{${joined(
      [...value].map(([key, item]) => `${repr(key)}: ${repr(item)}`),
      ', ',
    )}}`;
  if (value instanceof Related) return repr(value.items());
  if (value === undefined) return 'Undefined';
  return value instanceof Thing ? `<${value.text}>` : str(value);
}

/** How a value reads. */
function str(value) {
  if (isText(value)) return value;
  if (value === undefined || value === pending) return '';
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number') return wholeText(value);
  if (value instanceof Float) return floatText(value.value);
  if (value instanceof Thing) return value.text;
  if (value instanceof Moment) return moments.shown(value);
  if (value instanceof Callable) return `<function ${value.name}>`;
  if (value instanceof Namespace) return '<Namespace>';
  return repr(value);
}

function truth(value) {
  if (value === undefined || value === null || value === pending) return false;
  if (isNumber(value)) return number(value) !== 0;
  if (isText(value) || isList(value)) return value.length > 0;
  if (value instanceof Related) return value.keys.length > 0;
  return isMap(value) ? value.size > 0 : true;
}

function equal(one, other) {
  tick();
  if (isNumber(one) && isNumber(other)) return number(one) === number(other);
  if (one instanceof Thing && other instanceof Thing) return one.key === other.key;
  if (one instanceof Moment && other instanceof Moment) return one.isDay === other.isDay && compare(one, other) === 0;
  if (isList(one) && isList(other))
    return (
      one instanceof Tuple === other instanceof Tuple &&
      one.length === other.length &&
      one.every((item, i) => equal(item, other[i]))
    );
  if (isMap(one) && isMap(other))
    return one.size === other.size && [...one].every(([key, item]) => other.has(key) && equal(item, other.get(key)));
  return one === other;
}

/** Which comes first: negative, 0 or positive, for values of one sort. */
function compare(one, other) {
  tick();
  if (one === pending || other === pending || (one === undefined && other === undefined)) return 0;
  if (isNumber(one) && isNumber(other)) return number(one) - number(other);
  if (isText(one) && isText(other)) return one < other ? -1 : one > other ? 1 : 0;
  if (isList(one) && isList(other)) {
    for (let i = 0; i < Math.min(one.length, other.length); i++) {
      const found = compare(one[i], other[i]);
      if (found !== 0) return found;
    }
    return one.length - other.length;
  }
  if (one instanceof Thing && other instanceof Thing) return compare(one.text, other.text);
  if (one instanceof Moment && other instanceof Moment && one.isDay === other.isDay)
    return one.at - other.at || one.micros - other.micros;
  throw new TemplateProblem(`${kindOf(one)} and ${kindOf(other)} cannot be put in order.`);
}

/** The items that a loop goes through. */
function items(value) {
  if (value === undefined || value === pending) return [];
  if (isList(value)) return value;
  if (value instanceof Related) return value.items();
  if (isText(value)) return [...text(value)];
  if (isMap(value)) return [...value.keys()];
  throw new TemplateProblem(`${kindOf(value)} has no items.`);
}

/** What makes a value the key of a dict or a set. */
function hash(value) {
  if (isText(value)) return value;
  if (isNumber(value)) return number(value);
  if (value === null) return null;
  if (value instanceof Thing) return `\u0000${value.key}`;
  return `\u0001${repr(value)}`;
}

module.exports = { ...kinds, fromJson, repr, str, truth, equal, compare, items, hash };
