const { TemplateProblem } = require('./meter');
const v = require('./values');
const { named } = require('./arguments');
const { attribute } = require('./lookup');
const { textFilters } = require('./textFilters');
const { listFilters } = require('./listFilters');

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
  const number = Number(text);
  return text !== '' && base === 10 && Number.isFinite(number) ? Math.trunc(number) : instead;
}

function fraction(value, instead = new v.Float(0)) {
  const number = v.isNumber(value) ? v.number(value) : Number(v.str(value).trim() || 'none');
  return Number.isNaN(number) ? instead : new v.Float(number);
}

/** The even one of two numbers equally near, as Python has it. */
function nearest(value) {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

const roundings = { common: nearest, ceil: Math.ceil, floor: Math.floor };

function rounded(value, precision = 0, method = 'common') {
  if (!v.isNumber(value)) throw new TemplateProblem('`round` wants a number.');
  if (!Object.hasOwn(roundings, method)) throw new TemplateProblem('`round` knows common, ceil and floor.');
  const number = v.number(value);
  const by = 10 ** precision;
  const found =
    method === 'common' && precision > 0
      ? Number(number.toFixed(Math.min(precision, 100)))
      : roundings[method](number * by) / by;
  return new v.Float(found);
}

const absolute = (value) => {
  if (!v.isNumber(value)) throw new TemplateProblem('`abs` wants a number.');
  return v.isFloat(value) ? new v.Float(Math.abs(value.value)) : Math.abs(Number(value));
};

/** What a template can do to a value behind `|`, by name. */
const filters = {
  ...textFilters,
  ...listFilters,
  default: otherwise,
  d: otherwise,
  int: named(['default', 'base'], whole),
  float: named(['default'], fraction),
  round: named(['precision', 'method'], rounded),
  abs: named([], absolute),
  attr: named(['name'], attribute),
};

module.exports = { filters };
