/** The methods of Python's texts, lists and dicts that templates call. */
const { TemplateProblem, text, list, joined } = require('./meter');
const v = require('./values');
const { braces, padded } = require('./format');

function wantText(value) {
  if (!v.isText(value)) throw new TemplateProblem(`A text is wanted, not ${v.kindOf(value)}.`);
  return value;
}

const isSpace = (one) => /\s/.test(one);

function stripped(value, characters, left, right) {
  const among = characters === undefined || characters === null ? isSpace : (one) => wantText(characters).includes(one);
  let start = 0;
  let end = value.length;
  while (left && start < end && among(value[start])) start++;
  while (right && end > start && among(value[end - 1])) end--;
  return value.slice(start, end);
}

function split(value, separator, most = -1) {
  const limit = most < 0 ? Number.POSITIVE_INFINITY : most;
  if (separator !== undefined && separator !== null) {
    if (wantText(separator) === '') throw new TemplateProblem('The separator is empty.');
    const parts = value.split(separator);
    return parts.length <= limit + 1 ? parts : [...parts.slice(0, limit), parts.slice(limit).join(separator)];
  }
  const words = value.trim() === '' ? [] : value.trim().split(/\s+/);
  if (words.length <= limit + 1) return words;
  const pattern = /\S+\s*/g;
  for (let i = 0; i < limit; i++) pattern.exec(value.trimStart());
  return [...words.slice(0, limit), value.trimStart().slice(pattern.lastIndex)];
}

function splitFromRight(value, separator, most = -1) {
  if (most < 0) return split(value, separator);
  const parts = split(value, separator);
  const glue = separator ?? ' ';
  const kept = parts.length - most;
  return kept <= 1 ? parts : [parts.slice(0, kept).join(glue), ...parts.slice(kept)];
}

/** With another text in the place of one, so many times at most. */
function replaced(value, from, to, most = -1) {
  const [one, other] = [wantText(from), wantText(to)];
  const parts = one === '' ? ['', ...value, ''] : value.split(one);
  if (most === null || most < 0 || parts.length - 1 <= most) return joined(parts, other);
  return joined([...parts.slice(0, most), parts.slice(most).join(one)], other);
}

const capitalized = (value) => value.slice(0, 1).toUpperCase() + value.slice(1).toLowerCase();
const startsWith = (value, what) => [what].flat().some((one) => value.startsWith(wantText(one)));
const endsWith = (value, what) => [what].flat().some((one) => value.endsWith(wantText(one)));
const all = (pattern) => (value) => pattern.test(value);

function partition(value, separator, at) {
  return at < 0
    ? v.Tuple.of(value, '', '')
    : v.Tuple.of(value.slice(0, at), separator, value.slice(at + separator.length));
}

const ofText = {
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  casefold: (value) => value.toLowerCase(),
  title: (value) => value.replace(/\p{L}+/gu, capitalized),
  capitalize: capitalized,
  swapcase: (value) =>
    value.replace(/./gsu, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())),
  strip: (value, characters) => stripped(value, characters, true, true),
  lstrip: (value, characters) => stripped(value, characters, true, false),
  rstrip: (value, characters) => stripped(value, characters, false, true),
  split,
  rsplit: splitFromRight,
  splitlines: (value) => value.replace(/\r?\n$/, '').split(/\r?\n/),
  partition: (value, separator) => partition(value, separator, value.indexOf(wantText(separator))),
  rpartition: (value, separator) => {
    const at = value.lastIndexOf(wantText(separator));
    return at < 0 ? v.Tuple.of('', '', value) : partition(value, separator, at);
  },
  replace: replaced,
  startswith: startsWith,
  endswith: endsWith,
  removeprefix: (value, what) => (value.startsWith(wantText(what)) ? value.slice(what.length) : value),
  removesuffix: (value, what) => (what !== '' && value.endsWith(wantText(what)) ? value.slice(0, -what.length) : value),
  find: (value, what) => value.indexOf(wantText(what)),
  rfind: (value, what) => value.lastIndexOf(wantText(what)),
  index: (value, what) => {
    if (!value.includes(wantText(what))) throw new TemplateProblem('The text is not there.');
    return value.indexOf(what);
  },
  count: (value, what) => (wantText(what) === '' ? value.length + 1 : value.split(what).length - 1),
  join: (value, parts) => joined(v.items(parts).map(wantText), value),
  center: (value, width, fill = ' ') => padded(value, width, fill, '^'),
  ljust: (value, width, fill = ' ') => padded(value, width, fill, '<'),
  rjust: (value, width, fill = ' ') => padded(value, width, fill, '>'),
  zfill: (value, width) => padded(value, width, '0', '='),
  isdigit: all(/^\p{Nd}+$/u),
  isnumeric: all(/^\p{N}+$/u),
  isdecimal: all(/^\p{Nd}+$/u),
  isalpha: all(/^\p{L}+$/u),
  isalnum: all(/^[\p{L}\p{N}]+$/u),
  isspace: all(/^\s+$/),
  isupper: (value) => value === value.toUpperCase() && value !== value.toLowerCase(),
  islower: (value) => value === value.toLowerCase() && value !== value.toUpperCase(),
};

const ofList = {
  index: (value, item) => {
    const at = value.findIndex((one) => v.equal(one, item));
    if (at < 0) throw new TemplateProblem('The item is not there.');
    return at;
  },
  count: (value, item) => value.filter((one) => v.equal(one, item)).length,
  append: (value, item) => {
    value.push(item);
    list(value);
    return null;
  },
  copy: (value) => [...value],
};

const ofMap = {
  items: (value) => [...value].map(([key, item]) => v.Tuple.of(key, item)),
  keys: (value) => [...value.keys()],
  values: (value) => [...value.values()],
  get: (value, key, otherwise = null) => (value.has(key) ? value.get(key) : otherwise),
  copy: (value) => new Map(value),
};

function methodsFor(value) {
  if (v.isText(value)) return ofText;
  if (v.isMap(value)) return ofMap;
  return v.isList(value) ? ofList : {};
}

/** A method of a value, ready to be called. */
function methodOf(value, name) {
  if (v.isText(value) && name === 'format') {
    const { attribute, subscript } = require('./lookup');
    const look = (one, key) => attribute(one, key) ?? subscript(one, key);
    return new v.Callable(name, (args, kwargs) => braces(value, args, kwargs, look));
  }
  const methods = methodsFor(value);
  if (!Object.hasOwn(methods, name)) return undefined;
  return new v.Callable(name, (args) => {
    const answer = methods[name](value, ...args);
    return v.isText(answer) ? text(answer) : v.isList(answer) ? list(answer) : answer;
  });
}

module.exports = { methodOf, split, replaced, capitalized, stripped };
