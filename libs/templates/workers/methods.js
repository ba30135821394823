/** The methods of Python's texts, lists and dicts that templates call. */
const { TemplateProblem, text, list, joined, tick, checkLength, longestList } = require('./meter');
const v = require('./values');
const { named } = require('./arguments');
const { braces, padded, lengthOf } = require('./format');

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

/** Where words end, for whoever splits from the right and leaves the rest as it is. */
function splitFromRight(value, separator, most = -1) {
  const parts = split(value, separator);
  if (most < 0 || parts.length <= most + 1) return parts;
  const last = most === 0 ? [] : parts.slice(-most);
  if (separator !== undefined && separator !== null)
    return [parts.slice(0, parts.length - most).join(separator), ...last];
  let rest = value.trimEnd();
  for (const word of [...last].reverse()) rest = rest.slice(0, -word.length).trimEnd();
  return [rest, ...last];
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

/** The part of a text between two places, counted as Python does, and where it begins. */
function part(value, start, end) {
  const letters = /[\ud800-\udfff]/.test(value) ? [...value] : value;
  const at = (place, otherwise) => {
    const found = place ?? otherwise;
    return found < 0 ? Math.max(0, found + letters.length) : found;
  };
  const begin = at(start, 0);
  const within = letters.slice(begin, at(end, letters.length));
  return { begin, letters, within: v.isText(within) ? within : within.join('') };
}

/** Where something is in a text; -1 where it is not. */
function found(value, what, start, end, last) {
  const { begin, letters, within } = part(value, start, end);
  if (begin > letters.length) return -1;
  const at = last ? within.lastIndexOf(wantText(what)) : within.indexOf(wantText(what));
  return at < 0 ? -1 : begin + lengthOf(within.slice(0, at));
}

function mustBeThere(at) {
  if (at < 0) throw new TemplateProblem('The text is not there.');
  return at;
}

function lines(value, keepEnds) {
  const parts = value.split(/(\r\n|[\n\r\v\f\x85\u2028\u2029])/);
  const made = [];
  for (let at = 0; at < parts.length; at += 2)
    if (parts[at] !== '' || parts[at + 1]) made.push(parts[at] + (v.truth(keepEnds) ? (parts[at + 1] ?? '') : ''));
  return made;
}

function withoutTabs(value, size = 8) {
  let column = 0;
  const pieces = [];
  for (const one of value) {
    if (one !== '\t') pieces.push(one);
    else pieces.push(padded('', size > 0 ? size - (column % size) : 0, ' ', '<'));
    column = one === '\n' || one === '\r' ? 0 : column + pieces.at(-1).length;
  }
  return joined(pieces);
}

/** In the middle; what cannot be shared out goes where Python puts it. */
function centred(value, width, fill = ' ') {
  const missing = Math.max(0, width - lengthOf(value));
  const before = Math.floor(missing / 2) + (missing & width & 1);
  return padded(padded(value, lengthOf(value) + before, fill, '>'), width, fill, '<');
}

const ofText = {
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  casefold: (value) => value.toLowerCase().replaceAll('ß', 'ss'),
  title: (value) => value.replace(/\p{L}+/gu, capitalized),
  capitalize: capitalized,
  swapcase: (value) =>
    value.replace(/./gsu, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())),
  strip: (value, characters) => stripped(value, characters, true, true),
  lstrip: (value, characters) => stripped(value, characters, true, false),
  rstrip: (value, characters) => stripped(value, characters, false, true),
  split,
  rsplit: splitFromRight,
  splitlines: lines,
  expandtabs: withoutTabs,
  partition: (value, separator) => partition(value, separator, value.indexOf(wantText(separator))),
  rpartition: (value, separator) => {
    const at = value.lastIndexOf(wantText(separator));
    return at < 0 ? v.Tuple.of('', '', value) : partition(value, separator, at);
  },
  replace: replaced,
  startswith: (value, what, start, end) => startsWith(part(value, start, end).within, what),
  endswith: (value, what, start, end) => endsWith(part(value, start, end).within, what),
  removeprefix: (value, what) => (value.startsWith(wantText(what)) ? value.slice(what.length) : value),
  removesuffix: (value, what) => (what !== '' && value.endsWith(wantText(what)) ? value.slice(0, -what.length) : value),
  find: (value, what, start, end) => found(value, what, start, end, false),
  rfind: (value, what, start, end) => found(value, what, start, end, true),
  index: (value, what, start, end) => mustBeThere(found(value, what, start, end, false)),
  rindex: (value, what, start, end) => mustBeThere(found(value, what, start, end, true)),
  count: (value, what, start, end) => {
    const { within } = part(value, start, end);
    return wantText(what) === '' ? lengthOf(within) + 1 : within.split(what).length - 1;
  },
  join: (value, parts) => joined(v.items(parts).map(wantText), value),
  center: centred,
  ljust: (value, width, fill = ' ') => padded(value, width, fill, '<'),
  rjust: (value, width, fill = ' ') => padded(value, width, fill, '>'),
  zfill: (value, width) => {
    const sign = /^[+-]/.exec(value)?.[0] ?? '';
    return sign + padded(value.slice(sign.length), width - sign.length, '0', '>');
  },
  isdigit: all(/^[\p{Nd}¹²³⁰-⁹₀-₉]+$/u),
  isnumeric: all(/^\p{N}+$/u),
  isdecimal: all(/^\p{Nd}+$/u),
  isalpha: all(/^\p{L}+$/u),
  isalnum: all(/^[\p{L}\p{N}]+$/u),
  isascii: (value) => [...value].every((one) => one.codePointAt(0) < 128),
  isidentifier: all(/^[\p{L}_][\p{L}\p{N}_]*$/u),
  isspace: all(/^\s+$/),
  istitle: (value) => /\p{L}/u.test(value) && value === ofText.title(value),
  isupper: (value) => value === value.toUpperCase() && value !== value.toLowerCase(),
  islower: (value) => value === value.toLowerCase() && value !== value.toUpperCase(),
};

function placeOf(value, item) {
  const at = value.findIndex((one) => v.equal(one, item));
  if (at < 0) throw new TemplateProblem('The item is not there.');
  return at;
}

/** What lists and dicts are changed by answers nothing, and leaves them no longer than they may be. */
const changing =
  (change) =>
  (value, ...args) => {
    change(value, ...args);
    checkLength(v.isMap(value) ? value.size : value.length, longestList);
    tick(1 + ((v.isMap(value) ? value.size : value.length) >> 8));
    return null;
  };

const ofTuple = {
  index: placeOf,
  count: (value, item) => value.filter((one) => v.equal(one, item)).length,
};

const ofList = {
  ...ofTuple,
  append: changing((value, item) => value.push(item)),
  extend: changing((value, more) => {
    const added = v.items(more);
    checkLength(value.length + added.length, longestList);
    for (const item of [...added]) value.push(item);
  }),
  insert: changing((value, at, item) => value.splice(at, 0, item)),
  remove: changing((value, item) => value.splice(placeOf(value, item), 1)),
  reverse: changing((value) => value.reverse()),
  sort: changing((value, reverse = false) => {
    const sign = v.truth(reverse) ? -1 : 1;
    value.sort((one, other) => sign * v.compare(one, other));
  }),
  clear: changing((value) => value.splice(0)),
  pop: (value, at = -1) => {
    if (at >= value.length || at < -value.length) throw new TemplateProblem('There is no such item to take.');
    return value.splice(at, 1)[0];
  },
  copy: (value) => [...value],
};

const ofMap = {
  items: (value) => [...value].map(([key, item]) => v.Tuple.of(key, item)),
  keys: (value) => [...value.keys()],
  values: (value) => [...value.values()],
  get: (value, key, otherwise = null) => (value.has(key) ? value.get(key) : otherwise),
  setdefault: (value, key, otherwise = null) => {
    if (!value.has(key)) changing((map) => map.set(key, otherwise))(value);
    return value.get(key);
  },
  pop: (value, key, otherwise) => {
    if (!value.has(key) && otherwise === undefined) throw new TemplateProblem(`There is no “${v.str(key)}” to take.`);
    const item = value.has(key) ? value.get(key) : otherwise;
    value.delete(key);
    return item;
  },
  clear: changing((value) => value.clear()),
  copy: (value) => new Map(value),
};

/** The arguments that may be given by name; Python takes those of other methods in their order only. */
const byName = new Map([
  [split, ['sep', 'maxsplit']],
  [splitFromRight, ['sep', 'maxsplit']],
  [lines, ['keepends']],
  [withoutTabs, ['tabsize']],
  [replaced, ['old', 'new', 'count']],
  [ofList.sort, ['reverse']],
]);

/** The entries of a dict: those of another, or pairs. */
function entriesOf(given) {
  if (given === undefined) return [];
  if (v.isMap(given)) return [...given];
  return v.items(given).map((one) => {
    const pair = v.items(one);
    if (pair.length !== 2) throw new TemplateProblem('A dict is made of pairs.');
    return [pair[0], pair[1]];
  });
}

/** `{}.update({…}, name=value)` */
const updated = (value) => (args, kwargs) =>
  changing((map) => {
    for (const [key, item] of [...entriesOf(args[0]), ...kwargs]) map.set(key, item);
  })(value);

function methodsFor(value) {
  if (v.isText(value)) return ofText;
  if (v.isMap(value)) return ofMap;
  if (value instanceof v.Tuple) return ofTuple;
  return v.isList(value) ? ofList : {};
}

/** A method of a value, ready to be called. */
function methodOf(value, name) {
  if (v.isText(value) && name === 'format') {
    const { attribute, subscript } = require('./lookup');
    const look = (one, key) => (typeof key === 'number' ? undefined : attribute(one, key)) ?? subscript(one, key);
    return new v.Callable(name, (args, kwargs) => braces(value, args, kwargs, look));
  }
  if (v.isMap(value) && name === 'update') return new v.Callable(name, updated(value));
  const methods = methodsFor(value);
  if (!Object.hasOwn(methods, name)) return undefined;
  const method = methods[name];
  return new v.Callable(name, (args, kwargs) => {
    const names = byName.get(method) ?? [];
    const answer =
      kwargs.size === 0
        ? method(value, ...args)
        : named(names, (_, ...given) => method(value, ...given))(value, args, kwargs);
    return v.isText(answer) ? text(answer) : v.isList(answer) ? list(answer) : answer;
  });
}

module.exports = { methodOf, split, replaced, capitalized, stripped, centred, lines, entriesOf };
