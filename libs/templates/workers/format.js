/** Python's two ways of putting values into a text. */
const { TemplateProblem, text, joined, checkLength } = require('./meter');
const v = require('./values');

/** Fills up to a width: `<` to the right, `>` to the left, `^` on both sides, `=` behind the sign. */
function padded(value, width, fill, side) {
  checkLength(width);
  const missing = width - value.length;
  if (missing <= 0) return value;
  if (side === '<') return value + fill.repeat(missing);
  if (side === '>') return fill.repeat(missing) + value;
  if (side === '=') {
    const sign = /^[+-]/.exec(value)?.[0] ?? '';
    return sign + fill.repeat(missing) + value.slice(sign.length);
  }
  const before = Math.floor(missing / 2);
  return fill.repeat(before) + value + fill.repeat(missing - before);
}

function numeric(value, type) {
  if (!v.isNumber(value)) throw new TemplateProblem(`A format wants a number, not ${v.kindOf(value)}.`);
  const n = v.number(value);
  if ('dxXobn'.includes(type) && !Number.isInteger(n)) return Math.trunc(n);
  return n;
}

const exponent = (value) => value.replace(/e([+-])(\d)$/, 'e$10$2');

function general(n, precision) {
  const digits = Math.max(1, precision);
  if (n === 0) return '0';
  const power = Number(n.toExponential(digits - 1).split('e')[1]);
  if (power < -4 || power >= digits)
    return exponent(
      n
        .toExponential(digits - 1)
        .replace(/\.?0+(?=e)/, (zeros) => (zeros.startsWith('.') ? '' : zeros.replace(/0+$/, ''))),
    );
  return String(Number(n.toFixed(Math.max(0, digits - 1 - power))));
}

const inBase = { x: 16, X: 16, o: 8, b: 2, d: 10, n: 10 };

/** A number in one of Python's notations. */
function numberText(value, type, precision, alternate) {
  const n = numeric(value, type);
  if (Object.hasOwn(inBase, type)) {
    const digits = n.toString(inBase[type]);
    const marked = alternate && type !== 'd' ? digits.replace(/^(-?)/, `$10${type}`) : digits;
    return type === 'X' ? marked.toUpperCase() : marked;
  }
  const places = Math.min(precision ?? 6, 100);
  if (type === 'e' || type === 'E') {
    const found = exponent(n.toExponential(places));
    return type === 'E' ? found.toUpperCase() : found;
  }
  if (type === 'g' || type === 'G') return general(n, places);
  if (type === '%') return `${(n * 100).toFixed(places)}%`;
  return n.toFixed(places);
}

const conversion = /%(?:\(([^)]*)\))?([-+ 0#]*)(\d+|\*)?(?:\.(\d+))?([sdiufFeEgGxXorc%])?/g;

/** `'%s-%03d' % (name, number)` */
function percent(pattern, values) {
  const given = values instanceof v.Tuple ? [...values] : [values];
  let next = 0;
  const take = () => {
    if (next >= given.length) throw new TemplateProblem('There are not enough values for a format.');
    return given[next++];
  };
  const pieces = [];
  let last = 0;
  for (const found of text(pattern).matchAll(conversion)) {
    const [whole, name, flags, width, precision, type] = found;
    if (type === undefined) throw new TemplateProblem('A format is not complete.');
    pieces.push(pattern.slice(last, found.index));
    last = found.index + whole.length;
    if (type === '%') {
      pieces.push('%');
      continue;
    }
    const least = width === '*' ? numeric(take(), 'd') : Number(width ?? 0);
    const value = name === undefined ? take() : v.isMap(values) ? values.get(name) : undefined;
    pieces.push(converted(value, type, flags, least, precision === undefined ? undefined : Number(precision)));
  }
  if (next < given.length && given.length > 0 && !v.isMap(values) && values instanceof v.Tuple)
    throw new TemplateProblem('There are values left over for a format.');
  pieces.push(pattern.slice(last));
  return joined(pieces);
}

function converted(value, type, flags, width, precision) {
  const side = flags.includes('-') ? '<' : '>';
  if ('src'.includes(type)) {
    const shown = type === 'r' ? v.repr(value) : v.str(value);
    return padded(precision === undefined ? shown : shown.slice(0, precision), width, ' ', side);
  }
  const shown = numberText(value, type === 'i' || type === 'u' ? 'd' : type, precision, flags.includes('#'));
  const signed = !shown.startsWith('-') && flags.includes('+') ? `+${shown}` : shown;
  const zero = flags.includes('0') && side === '>';
  return padded(signed, width, zero ? '0' : ' ', zero ? '=' : side);
}

const specification = /^(?:(.)?([<>^=]))?([+ -])?(#)?(0)?(\d+)?(,|_)?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/u;

/** A value by a specification such as `>8.2f`. */
function specified(value, spec) {
  const found = specification.exec(spec);
  if (!found) throw new TemplateProblem(`“${spec}” is no format.`);
  const [, fill, side, sign, alternate, zero, width, grouping, precision, type] = found;
  const isNumeric = v.isNumber(value) && typeof value !== 'boolean' && type !== 's';
  let shown = v.str(value);
  if (isNumeric && (type || precision !== undefined)) {
    const places = precision === undefined ? undefined : Number(precision);
    shown = numberText(value, type ?? (v.isFloat(value) ? 'g' : 'd'), places, alternate);
  } else if (precision !== undefined) shown = shown.slice(0, Number(precision));
  if (grouping)
    shown = shown.replace(/^(-?)(\d+)/, (_, minus, digits) => minus + digits.replace(/\B(?=(\d{3})+$)/g, grouping));
  if (sign && sign !== '-' && isNumeric && !shown.startsWith('-')) shown = sign + shown;
  return padded(shown, Number(width ?? 0), fill ?? (zero ? '0' : ' '), side ?? (isNumeric ? (zero ? '=' : '>') : '<'));
}

const field = /\{\{|\}\}|\{([^{}]*)\}/g;

/** `'{}-{name:>5}'.format(value, name=value)`; `look` follows the dots and brackets of a field. */
function braces(pattern, args, kwargs, look) {
  const pieces = [];
  let next = 0;
  let last = 0;
  for (const found of text(pattern).matchAll(field)) {
    pieces.push(pattern.slice(last, found.index));
    last = found.index + found[0].length;
    if (found[1] === undefined) {
      pieces.push(found[0][0]);
      continue;
    }
    const [, name, way, mode, spec] =
      /^([^.[!:]*)((?:\.[^.[!:]+|\[[^\]]*\])*)(![rsa])?(?::(.*))?$/s.exec(found[1]) ?? [];
    if (name === undefined) throw new TemplateProblem(`“${found[1]}” is no field of a format.`);
    const key = name === '' ? next++ : /^\d+$/.test(name) ? Number(name) : name;
    let value = typeof key === 'number' ? args[key] : kwargs.get(key);
    if (value === undefined) throw new TemplateProblem('There are not enough values for a format.');
    for (const [, dotted, keyed] of way.matchAll(/\.([^.[]+)|\[([^\]]*)\]/g)) value = look(value, dotted ?? keyed);
    const shown = mode === '!r' ? v.repr(value) : value;
    pieces.push(spec ? specified(shown, spec) : v.str(shown));
  }
  pieces.push(pattern.slice(last));
  return joined(pieces);
}

module.exports = { percent, braces, padded };
