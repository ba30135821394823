const { TemplateProblem } = require('./meter');
const v = require('./values');
const { named } = require('./arguments');
const { attribute } = require('./lookup');
const { textFilters } = require('./textFilters');
const { listFilters } = require('./listFilters');
const { applicationFilters } = require('./applicationFilters');
const { networkFilters } = require('./network/networkFilters');
const { fixed } = require('./format');

const otherwise = named(['default_value', 'boolean'], (value, instead = '', boolean = false) =>
  value === undefined || (v.truth(boolean) && !v.truth(value)) ? instead : value,
);

function whole(value, instead = 0, base = 10) {
  if (v.isNumber(value)) return Math.trunc(v.number(value));
  const text = v.str(value).trim().replaceAll('_', '');
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text
    .replace(/^[+-]/, '')
    .toLowerCase()
    .replace({ 16: /^0x/, 8: /^0o/, 2: /^0b/ }[base] ?? /^(?!)/, '');
  const known = [...'0123456789abcdefghijklmnopqrstuvwxyz'].slice(0, base);
  if (digits !== '' && [...digits].every((digit) => known.includes(digit))) return sign * Number.parseInt(digits, base);
  const number = decimal(text);
  return base === 10 && Number.isFinite(number) ? Math.trunc(number) : instead;
}

/** A number written in digits with a point or an exponent, as Python's `float` reads it; NaN for anything else. */
const decimal = (text) => (/^[+-]?0[xob]/i.test(text) ? Number.NaN : Number(text || 'none'));

function fraction(value, instead = new v.Float(0)) {
  const number = v.isNumber(value) ? v.number(value) : decimal(v.str(value).trim());
  return Number.isNaN(number) ? instead : new v.Float(number);
}

/** Whole numbers stay such; of two numbers equally near it is the even one, as Python has it. */
function common(value, precision) {
  const number = v.number(value);
  if (precision >= 0) return v.isFloat(value) ? new v.Float(Number(fixed(number, Math.min(precision, 100)))) : number;
  const by = 10 ** Math.min(-precision, 300);
  const found = Number(fixed(number / by, 0)) * by;
  return v.isFloat(value) ? new v.Float(found) : found;
}

const toWards = (direction) => (value, precision) => {
  const by = 10 ** precision;
  return new v.Float(direction(v.number(value) * by) / by);
};

const roundings = { common, ceil: toWards(Math.ceil), floor: toWards(Math.floor) };

function rounded(value, precision = 0, method = 'common') {
  if (!v.isNumber(value)) throw new TemplateProblem('`round` wants a number.');
  if (!Object.hasOwn(roundings, method)) throw new TemplateProblem('`round` knows common, ceil and floor.');
  return roundings[method](value, v.number(precision));
}

const absolute = (value) => {
  if (!v.isNumber(value)) throw new TemplateProblem('`abs` wants a number.');
  return v.isFloat(value) ? new v.Float(Math.abs(value.value)) : Math.abs(Number(value));
};

/** What a template can do to a value behind `|`, by name. */
const filters = {
  ...networkFilters,
  ...textFilters,
  ...listFilters,
  ...applicationFilters,
  default: otherwise,
  d: otherwise,
  int: named(['default', 'base'], whole),
  float: named(['default'], fraction),
  round: named(['precision', 'method'], rounded),
  abs: named([], absolute),
  attr: named(['name'], attribute),
};

module.exports = { filters };
