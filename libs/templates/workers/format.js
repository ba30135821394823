/** Python's two ways of putting values into a text. */
const { TemplateProblem, text, joined, checkLength } = require('./meter');
const v = require('./values');

/** How many characters a text has, and the first of them, as Python counts: a pair of surrogates is one. */
const isPlain = (value) => !/[\ud800-\udfff]/.test(value);
const lengthOf = (value) => (isPlain(value) ? value.length : [...value].length);
const firstOf = (value, length) => (isPlain(value) ? value.slice(0, length) : [...value].slice(0, length).join(''));

/** A number with so many places behind the point; of two equally near the even one, as Python has it. */
function fixed(n, places) {
  if (!Number.isFinite(n)) return v.str(new v.Float(n));
  const shown = Math.abs(n) < 1e21 ? n.toFixed(places) : `${BigInt(n)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  // What is in the middle has one digit more, and that is all there is of it.
  const exact = Math.abs(n) < 1e15 && places < 50 ? n.toFixed(100).replace(/0+$/, '') : '';
  if (!exact.endsWith('5') || exact.length - exact.indexOf('.') !== places + 2) return shown;
  const below = exact.slice(0, -1).replace(/\.$/, '');
  return '02468'.includes(below.at(-1)) ? below : shown;
}

/** Fills up to a width: `<` to the right, `>` to the left, `^` on both sides, `=` behind the sign. */
function padded(value, width, fill, side) {
  checkLength(width);
  const missing = width - lengthOf(value);
  if (missing <= 0) return value;
  if (side === '<') return value + fill.repeat(missing);
  if (side === '>') return fill.repeat(missing) + value;
  if (side === '=') {
    const sign = /^[+ -]?(?:0[xXob](?=.))?/.exec(value)[0];
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
  return String(Number(fixed(n, Math.max(0, digits - 1 - power))));
}

const inBase = { x: 16, X: 16, o: 8, b: 2, d: 10 };

function characterOf(value) {
  const n = v.number(value);
  if (!Number.isInteger(n) || n < 0 || n > 0x10ffff) throw new TemplateProblem('There is no character of that number.');
  return String.fromCodePoint(n);
}

/** A number in one of Python's notations. */
function numberText(value, type, precision, alternate) {
  if (type === 'n') return numberText(value, v.isFloat(value) ? 'g' : 'd', precision, alternate);
  const n = numeric(value, type);
  if (type === 'c') return characterOf(value);
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
  if (type === 'g') return general(n, places);
  if (type === 'G') return general(n, places).toUpperCase();
  if (type === '%') return `${fixed(n * 100, places)}%`;
  return fixed(n, places);
}

const conversion = /%(?:\(([^)]*)\))?([-+ 0#]*)(\d+|\*)?(?:\.(\d+))?([sdiufFeEgGxXorac%])?/g;

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
    if (name !== undefined && !(v.isMap(values) && values.has(name)))
      throw new TemplateProblem(`There is no value “${name}” for a format.`);
    const value = name === undefined ? take() : values.get(name);
    pieces.push(converted(value, type, flags, least, precision === undefined ? undefined : Number(precision)));
  }
  if (next < given.length && given.length > 0 && !v.isMap(values) && values instanceof v.Tuple)
    throw new TemplateProblem('There are values left over for a format.');
  pieces.push(pattern.slice(last));
  return joined(pieces);
}

/** A whole number with so many digits at least. */
const withDigits = (shown, least) => {
  const [, before, digits] = /^(-?(?:0[xXob](?=.))?)(.*)$/.exec(shown);
  checkLength(least);
  return before + digits.padStart(least, '0');
};

function converted(value, type, flags, width, precision) {
  const side = flags.includes('-') ? '<' : '>';
  if (type === 'c') return padded(v.isText(value) ? value : characterOf(value), width, ' ', side);
  if ('sra'.includes(type)) {
    const shown = type === 's' ? v.str(value) : v.repr(value);
    return padded(precision === undefined ? shown : firstOf(shown, precision), width, ' ', side);
  }
  const isWhole = 'diuxXo'.includes(type);
  const plain = numberText(value, type === 'i' || type === 'u' ? 'd' : type, precision, flags.includes('#'));
  const shown = isWhole && precision !== undefined ? withDigits(plain, precision) : plain;
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const signed = shown.startsWith('-') ? shown : sign + shown;
  const zero = flags.includes('0') && side === '>';
  return padded(signed, width, zero ? '0' : ' ', zero ? '=' : side);
}

const specification = /^(?:(.)?([<>^=]))?([+ -])?(#)?(0)?(\d+)?(,|_)?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/u;

/** A value by a specification such as `>8.2f`. */
function specified(value, spec) {
  const found = specification.exec(spec);
  if (!found) throw new TemplateProblem(`“${spec}” is no format.`);
  const [, fill, side, sign, alternate, zero, width, grouping, precision, type] = found;
  const isNumeric = v.isNumber(value) && type !== 's';
  if (!isNumeric && type !== undefined && type !== 's')
    throw new TemplateProblem(`The format “${type}” wants a number, not ${v.kindOf(value)}.`);
  let shown = v.str(typeof value === 'boolean' && isNumeric ? Number(value) : value);
  if (isNumeric && (type || precision !== undefined)) {
    const places = precision === undefined ? undefined : Number(precision);
    shown = numberText(value, type ?? (v.isFloat(value) ? 'g' : 'd'), places, alternate);
  } else if (precision !== undefined) shown = firstOf(shown, Number(precision));
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
    pieces.push(plainPart(pattern.slice(last, found.index)));
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
    for (const [, dotted, keyed] of way.matchAll(/\.([^.[]+)|\[([^\]]*)\]/g))
      value = look(value, dotted ?? (/^\d+$/.test(keyed) ? Number(keyed) : keyed));
    const shown = mode === '!r' ? v.repr(value) : mode === '!s' ? v.str(value) : value;
    pieces.push(spec ? specified(shown, spec) : v.str(shown));
  }
  pieces.push(plainPart(pattern.slice(last)));
  return joined(pieces);
}

/** What stands between fields; a brace there is half of one, or of one within another, which is not known here. */
function plainPart(part) {
  if (/[{}]/.test(part)) throw new TemplateProblem(`“${part}” has a brace that is no field of a format.`);
  return part;
}

module.exports = { percent, braces, padded, fixed, firstOf, lengthOf };
