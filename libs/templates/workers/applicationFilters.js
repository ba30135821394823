/** Filters of Django and Nautobot that templates written for Nautobot use beside those of Jinja2. */
const { TemplateProblem, checkLength, longestList } = require('./meter');
const v = require('./values');
const { named, ofText } = require('./arguments');
const { operate } = require('./operators');
const { firstOf, fixed, lengthOf, padded } = require('./format');
const { subscript } = require('./lookup');
const { split } = require('./methods');
const { asMoment, inLetters } = require('./moments');

/** What a number or its text is as a whole number; nothing, where it is neither. */
function wholeOf(value) {
  if (v.isNumber(value)) return Math.trunc(v.number(value));
  return /^\s*[+-]?\d+\s*$/.test(v.str(value)) ? Number(v.str(value)) : undefined;
}

/** Whole numbers are added, texts and lists put together; what does not go together is nothing. */
function added(value, other) {
  const [one, more] = [wholeOf(value), wholeOf(other)];
  if (one !== undefined && more !== undefined) return one + more;
  if ((v.isText(value) && v.isText(other)) || (v.isList(value) && v.isList(other))) return operate('+', value, other);
  return '';
}

function chosen(value, choices = 'yes,no,maybe') {
  const given = v.str(choices).split(',');
  if (given.length < 2) return value;
  const [yes, no, nothing = no] = given;
  return value === null || value === undefined ? nothing : v.truth(value) ? yes : no;
}

/** The ending of a word for so many of a thing. */
function ending(value, endings = 's') {
  const [one, many, ...more] = endings.includes(',') ? endings.split(',') : ['', endings];
  if (more.length > 0) return '';
  if (value === null || value === undefined) return '';
  if (v.isText(value)) return value.trim() === '' || Number.isNaN(Number(value)) ? '' : ending(Number(value), endings);
  return (v.isNumber(value) ? v.number(value) : v.items(value).length) === 1 ? one : many;
}

/** So many places; a negative number of them only where there is something to show. */
function floatFormat(value, places = -1) {
  const number = v.isNumber(value) ? v.number(value) : Number(v.str(value).trim() || Number.NaN);
  const digits = wholeOf(places);
  if (!Number.isFinite(number)) return '';
  if (digits === undefined || Math.abs(digits) > 100) return v.str(value);
  if (digits < 0 && Number.isInteger(number)) return fixed(number, 0);
  // What counts is the number as it is written, and what is in the middle goes away from zero.
  const scaled = Number(`${Math.abs(number)}e${Math.abs(digits)}`);
  const rounded = Number.isFinite(scaled) ? Math.round(scaled) / 10 ** Math.abs(digits) : Math.abs(number);
  const shown = fixed(rounded, Math.abs(digits));
  return number < 0 && Number(shown) !== 0 ? `-${shown}` : shown;
}

function firstCharacters(value, length) {
  const most = wholeOf(length);
  if (most === undefined || lengthOf(value) <= most) return value;
  return `${firstOf(value, Math.max(0, most - 1))}…`;
}

function firstWords(value, count) {
  const most = wholeOf(count);
  const words = split(value, undefined);
  if (most === undefined) return value;
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')} …`;
}

/** A quotient as a whole number; nothing where something is missing, or it divides by zero. */
function quotient(value, other, by = 1) {
  if (!v.isNumber(value) || !v.isNumber(other) || v.number(other) === 0) return null;
  return Number(fixed((v.number(value) / v.number(other)) * by, 0));
}

const units = [
  [1_000_000_000, 'Tbps'],
  [1_000_000, 'Gbps'],
  [1_000, 'Mbps'],
];

/** `10000000` is `10 Gbps`, `1544` is `1.544 Mbps`. */
function speed(value) {
  if (!v.truth(value)) return '';
  if (!v.isNumber(value)) throw new TemplateProblem('`humanize_speed` wants kilobits per second.');
  const kilobits = v.number(value);
  const exact = units.find(([size]) => kilobits >= size && kilobits % size === 0);
  if (exact) return `${kilobits / exact[0]} ${exact[1]}`;
  return kilobits >= 1000 ? `${v.str(new v.Float(kilobits / 1000))} Mbps` : `${kilobits} Kbps`;
}

/** A date in the letters of Django; what is none is nothing. */
const dated = (usual) => (value, format) => {
  const moment = asMoment(value);
  return moment ? inLetters(moment, format === undefined || format === null ? usual : v.str(format)) : '';
};

function rangeTo(length) {
  checkLength(length, longestList);
  return Array.from({ length: Math.max(0, length) }, (_, index) => index);
}

const applicationFilters = {
  add: named(['arg'], added),
  addslashes: ofText([], (value) => value.replace(/[\\"']/g, '\\$&')),
  as_range: named([], (value) => rangeTo(wholeOf(value) ?? 0)),
  capfirst: ofText([], (value) => value.slice(0, 1).toUpperCase() + value.slice(1)),
  cut: ofText(['arg'], (value, what = '') => (v.str(what) === '' ? value : value.replaceAll(v.str(what), ''))),
  date: named(['arg'], dated('N j, Y')),
  default_if_none: named(['arg'], (value, instead = '') => (value === null ? instead : value)),
  divide: named(['y'], (value, other) => quotient(value, other)),
  floatformat: named(['arg'], floatFormat),
  get_item: named(['key'], (value, key) => subscript(value, key) ?? null),
  humanize_speed: named([], speed),
  ljust: ofText(['arg'], (value, width) => padded(value, wholeOf(width) ?? 0, ' ', '<')),
  percentage: named(['y'], (value, other) => quotient(value, other, 100)),
  pluralize: named(['arg'], (value, endings) => ending(value, endings)),
  rjust: ofText(['arg'], (value, width) => padded(value, wholeOf(width) ?? 0, ' ', '>')),
  time: named(['arg'], dated('P')),
  truncatechars: ofText(['arg'], firstCharacters),
  truncatewords: ofText(['arg'], firstWords),
  yesno: named(['arg'], chosen),
};

module.exports = { applicationFilters };
