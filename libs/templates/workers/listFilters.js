const { TemplateProblem, list, joined, tick, checkLength, longestList } = require('./meter');
const v = require('./values');
const { named } = require('./arguments');
const { followed } = require('./lookup');

const lowered = (value, sensitive) => (v.isText(value) && !v.truth(sensitive) ? value.toLowerCase() : value);

/** What items are put in order, grouped or told apart by: themselves, or attributes that a path names. */
function keyOf(attribute, sensitive, otherwise) {
  if (attribute === undefined || attribute === null) return (item) => lowered(item, sensitive);
  const paths = v.isText(attribute) ? attribute.split(',') : [attribute];
  const one = (item, path) => {
    const found = followed(item, path);
    return lowered(found === undefined && otherwise !== undefined ? otherwise : found, sensitive);
  };
  return paths.length === 1 ? (item) => one(item, paths[0]) : (item) => paths.map((path) => one(item, path));
}

function sorted(values, key, reverse) {
  const keyed = values.map((item) => [key(item), item]);
  keyed.sort(([one], [other]) => (v.truth(reverse) ? v.compare(other, one) : v.compare(one, other)));
  return keyed.map(([, item]) => item);
}

function extreme(sign) {
  return named(['case_sensitive', 'attribute'], (value, sensitive, attribute) => {
    const key = keyOf(attribute, sensitive);
    let best;
    for (const item of v.items(value))
      if (best === undefined || sign * v.compare(key(item), key(best)) > 0) best = item;
    return best;
  });
}

/** An attribute, or another value for one that is not there: one that is none stays so. */
function followedOr(item, attribute, otherwise) {
  const found = followed(item, attribute);
  return found === undefined ? otherwise : found;
}

function grouped(value, attribute, otherwise, sensitive) {
  const key = keyOf(attribute, sensitive, otherwise);
  const groups = new Map();
  for (const item of sorted(v.items(value), key)) {
    const mark = v.hash(key(item));
    const group = groups.get(mark) ?? [followedOr(item, attribute, otherwise), []];
    group[1].push(item);
    groups.set(mark, group);
  }
  return [...groups.values()].map(([grouper, members]) => group(grouper, members));
}

/** A pair whose parts have names as well. */
function group(grouper, members) {
  const pair = v.Tuple.of(grouper, members);
  pair.names = { grouper, list: members };
  return pair;
}

function unique(value, sensitive, attribute) {
  const key = keyOf(attribute, sensitive);
  const seen = new Set();
  return v.items(value).filter((item) => {
    const mark = v.hash(key(item));
    return !seen.has(mark) && seen.add(mark);
  });
}

/** What filters of items go through: what is not there, or nothing, has none. */
const itemsOfAny = (value) => (v.truth(value) ? v.items(value) : []);

/** Keeps or drops items by a test; without one, by whether they are true. */
function chosen(keep, byAttribute) {
  return function choose(value, args, _kwargs, scope) {
    const [path, test, ...rest] = byAttribute ? args : [undefined, ...args];
    if (byAttribute && path === undefined) throw new TemplateProblem('An attribute has to be named.');
    return list(
      itemsOfAny(value).filter((item) => {
        tick();
        const looked = byAttribute ? followed(item, path) : item;
        const holds = test === undefined ? v.truth(looked) : scope.test(v.str(test), looked, rest);
        return holds === keep;
      }),
    );
  };
}

/** Does one thing to each item: takes an attribute, or another filter. */
function mapped(value, args, kwargs, scope) {
  const items = itemsOfAny(value);
  if (kwargs.has('attribute')) {
    const otherwise = kwargs.get('default');
    return items.map((item) => followedOr(item, kwargs.get('attribute'), otherwise));
  }
  const [name, ...rest] = args;
  if (name === undefined) throw new TemplateProblem('`map` wants a filter or an attribute.');
  return list(items.map((item) => scope.filter(v.str(name), item, rest, kwargs)));
}

function sum(value, attribute, start = 0) {
  const { operate } = require('./operators');
  const key = attribute === undefined || attribute === null ? (item) => item : (item) => followed(item, attribute);
  return v.items(value).reduce((total, item) => operate('+', total, key(item)), start);
}

function batch(value, count, fill) {
  const items = v.items(value);
  checkLength(count, longestList);
  if (!(count >= 1)) throw new TemplateProblem('`batch` wants a number of items.');
  const rows = Array.from({ length: Math.ceil(items.length / count) }, (_, row) =>
    items.slice(row * count, (row + 1) * count),
  );
  const last = rows.at(-1);
  while (last && fill !== undefined && last.length < count) last.push(fill);
  return rows;
}

function slices(value, count, fill) {
  const items = v.items(value);
  checkLength(count, longestList);
  if (!(count >= 1)) throw new TemplateProblem('`slice` wants a number of lists.');
  const [size, longer] = [Math.floor(items.length / count), items.length % count];
  return Array.from({ length: count }, (_, row) => {
    const start = row * size + Math.min(row, longer);
    const part = items.slice(start, start + size + (row < longer ? 1 : 0));
    return fill !== undefined && row >= longer ? [...part, fill] : part;
  });
}

function sortedPairs(value, sensitive, by = 'key', reverse = false) {
  if (!v.isMap(value)) throw new TemplateProblem('`dictsort` wants a mapping.');
  const at = by === 'value' ? 1 : 0;
  return sorted(
    [...value].map((pair) => v.Tuple.from(pair)),
    (pair) => lowered(pair[at], sensitive),
    reverse,
  );
}

function pairs(value) {
  if (value === undefined || value === v.pending) return [];
  if (!v.isMap(value)) throw new TemplateProblem('`items` wants a mapping.');
  return [...value].map((pair) => v.Tuple.from(pair));
}

const length = named([], (value) => {
  if (v.isMap(value)) return value.size;
  if (value instanceof v.Related) return value.keys.length;
  return v.isText(value) ? [...value].length : v.items(value).length;
});

const listFilters = {
  length,
  count: length,
  first: named([], (value) => v.items(value)[0]),
  last: named([], (value) => v.items(value).at(-1)),
  list: named([], (value) => [...v.items(value)]),
  reverse: named([], (value) => (v.isText(value) ? [...value].reverse().join('') : [...v.items(value)].reverse())),
  random: named([], (value) => v.items(value)[Math.floor(Math.random() * v.items(value).length)]),
  items: named([], pairs),
  join: named(['d', 'attribute'], (value, separator = '', attribute) =>
    joined(
      v.items(value).map((item) => v.str(attribute === undefined ? item : followed(item, attribute))),
      v.str(separator),
    ),
  ),
  sort: named(['reverse', 'case_sensitive', 'attribute'], (value, reverse, sensitive, attribute) =>
    sorted(v.items(value), keyOf(attribute, sensitive), reverse),
  ),
  dictsort: named(['case_sensitive', 'by', 'reverse'], sortedPairs),
  unique: named(['case_sensitive', 'attribute'], unique),
  groupby: named(['attribute', 'default', 'case_sensitive'], grouped),
  max: extreme(1),
  min: extreme(-1),
  sum: named(['attribute', 'start'], sum),
  batch: named(['linecount', 'fill_with'], batch),
  slice: named(['slices', 'fill_with'], slices),
  select: chosen(true, false),
  reject: chosen(false, false),
  selectattr: chosen(true, true),
  rejectattr: chosen(false, true),
  map: mapped,
};

module.exports = { listFilters };
