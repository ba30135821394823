/** What netutils offers of the names of interfaces. */
const { TemplateProblem, tick, list, text, checkLength, longestList } = require('../meter');
const v = require('../values');
const { named } = require('../arguments');
const { longNames, shortNames } = require('./interfaceNames');

function wantName(value) {
  if (!v.isText(value)) throw new TemplateProblem(`The name of an interface is wanted, not ${v.kindOf(value)}.`);
  return value;
}

/** The kind of an interface and its number: `GigabitEthernet` and `0/1`. */
function parts(value) {
  let end = wantName(value).length;
  while (end > 0 && '/\\0123456789.: '.includes(value[end - 1])) end--;
  return [value.slice(0, end), value.slice(end).trimStart()];
}

const lookedUp = (known, more, name) => (v.isMap(more) ? more.get(name) : undefined) ?? known.get(name);

/** The name with another kind; nothing where the kind is not known. */
function longName(value, more) {
  const [kind, number] = parts(value);
  const long = lookedUp(longNames, more, kind);
  return long === undefined ? undefined : `${v.str(long)}${number}`;
}

function shortName(value, more, moreShort) {
  const [kind, number] = parts(value);
  const long = lookedUp(longNames, more, kind);
  const short = lookedUp(shortNames, moreShort, v.truth(long) ? v.str(long) : kind);
  return short === undefined ? undefined : `${v.str(short)}${number}`;
}

function known(name, value, verify) {
  if (name === undefined && v.truth(verify))
    throw new TemplateProblem(`There is no kind of interface known for “${v.str(value)}”.`);
  return name ?? value;
}

/** A list of names made of another, in the order that is asked for. */
function namesInOrder(values, made, order, reverse) {
  if (v.truth(reverse) && !v.truth(order)) throw new TemplateProblem('`reverse` wants an `order`.');
  if (v.truth(order) && order !== 'alphabetical') throw new TemplateProblem('The order is alphabetical.');
  const names = list(v.items(values).map(made));
  const inOrder = v.truth(order) ? sorted(names) : names;
  if (!v.truth(reverse)) return inOrder;
  const kindOf = (name) => /[^\W\d]+|\d+|\W/.exec(name)?.[0] ?? '';
  return inOrder.sort((one, other) => v.compare(kindOf(other), kindOf(one)));
}

const pieces = /[a-zA-Z-]+|[0-9]+|[./]+/y;

/** A name in pieces: letters, numbers and what stands between them. */
function inPieces(name) {
  const found = [];
  pieces.lastIndex = 0;
  while (pieces.lastIndex < wantName(name).length) {
    const at = pieces.lastIndex;
    const [piece] = pieces.exec(name) ?? [];
    if (piece === undefined) throw new TemplateProblem(`“${name[at]}” is not known in names of interfaces.`);
    const kind = /[0-9]/.test(piece) ? 1 : /[./]/.test(piece) ? 2 : 0;
    found.push({ kind, piece, value: [piece, Number(piece), { '.': 10, '/': 20 }[piece] ?? 0][kind] });
  }
  return found;
}

/** Letters before numbers before separators, and numbers by their size. */
function order(one, other) {
  for (const [at, piece] of one.entries()) {
    const with_ = other[at];
    if (with_ === undefined) return 1;
    if (piece.kind !== with_.kind) return piece.kind - with_.kind;
    if (piece.value !== with_.value) return piece.value < with_.value ? -1 : 1;
  }
  return one.length - other.length;
}

function sorted(values) {
  const names = [...new Set(v.items(values))].map((name) => ({ name, pieces: inPieces(name) }));
  names.sort((one, other) => {
    tick();
    return order(one.pieces, other.pieces);
  });
  return list(names.map(({ name }) => name));
}

/** `Gi1/1`, `Gi1/2` and `Gi1/3` are `Gi1/1-3`. */
function compressed(values) {
  const groups = new Map();
  for (const name of sorted(values)) {
    const last = inPieces(name).at(-1);
    if (last?.kind !== 1) throw new TemplateProblem(`“${name}” does not end in a number.`);
    const lead = name.slice(0, -last.piece.length);
    groups.set(lead, [...(groups.get(lead) ?? []), last.value]);
  }
  return [...groups].flatMap(([lead, numbers]) =>
    runs(numbers).map(([first, last]) => (first === last ? `${lead}${first}` : `${lead}${first}-${last}`)),
  );
}

/** The first and the last number of each run without gaps. */
function runs(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

/** The numbers of `1-3,7`. */
function numbersOf(written) {
  return written.split(',').flatMap((part) => {
    const [, first, last = first] = /^(-?\d+)(?:-(-?\d+))?$/.exec(part) ?? [];
    if (first === undefined) throw new TemplateProblem(`“${part}” is no number or range of numbers.`);
    checkLength(last - first, longestList);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => Number(first) + at);
  });
}

/** `Gi1/[1-3]` is three names, and every further bracket multiplies them. */
function expanded(value) {
  const [head, ...rest] = wantName(value).split(/\[([\d,-]+)\]/);
  let names = [head];
  for (let at = 0; at < rest.length; at += 2) {
    const numbers = numbersOf(rest[at]);
    checkLength(names.length * numbers.length, longestList);
    names = list(names.flatMap((name) => numbers.map((number) => text(name + number + rest[at + 1]))));
  }
  return names;
}

const interfaceFilters = {
  split_interface: named([], (value) => v.Tuple.from(parts(value))),
  canonical_interface_name: named(['addl_name_map', 'verify'], (value, more, verify) =>
    known(longName(value, more), value, verify),
  ),
  abbreviated_interface_name: named(['addl_name_map', 'addl_reverse_map', 'verify'], (value, more, short, verify) =>
    known(shortName(value, more, short), value, verify),
  ),
  canonical_interface_name_list: named(
    ['addl_name_map', 'verify', 'order', 'reverse'],
    (values, more, verify, ...ordered) =>
      namesInOrder(values, (one) => known(longName(one, more), one, verify), ...ordered),
  ),
  abbreviated_interface_name_list: named(
    ['addl_name_map', 'addl_reverse_map', 'verify', 'order', 'reverse'],
    (values, more, short, verify, ...ordered) =>
      namesInOrder(values, (one) => known(shortName(one, more, short), one, verify), ...ordered),
  ),
  sort_interface_list: named([], sorted),
  interface_range_expansion: named([], expanded),
  interface_range_compress: named([], compressed),
};

module.exports = { interfaceFilters, runs };
