/** What Django's querysets offer of related objects, as far as objects that are here can answer it. */
const { TemplateProblem, tick, list } = require('./meter');
const v = require('./values');
const { asMoment } = require('./moments');
const { expression, matches } = require('./network/expressions');

/** What is compared with a date is one, however it is written. */
const like = (value, given) => (value instanceof v.Moment ? (asMoment(given) ?? given) : given);
const order = (value, given) => v.compare(value, dated(value, like(value, given)));
/** A day is compared with the beginning of another. */
const dated = (value, given) =>
  value instanceof v.Moment && given instanceof v.Moment ? new v.Moment(given.at, given.micros, value.isDay) : given;
const fits = (value, pattern, flags) => {
  for (const _ of matches(expression(pattern, flags), v.str(value))) return true;
  return false;
};

/** Asked for behind the attribute, as in `mtu__gte`. */
const lookups = {
  exact: (value, given) => v.equal(value, dated(value, like(value, given))),
  iexact: (value, given) => v.str(value).toLowerCase() === v.str(given).toLowerCase(),
  in: (value, given) => v.items(given).some((one) => v.equal(value, one)),
  isnull: (value, given) => (value === null) === v.truth(given),
  contains: (value, given) => v.str(value).includes(v.str(given)),
  icontains: (value, given) => v.str(value).toLowerCase().includes(v.str(given).toLowerCase()),
  startswith: (value, given) => v.str(value).startsWith(v.str(given)),
  istartswith: (value, given) => v.str(value).toLowerCase().startsWith(v.str(given).toLowerCase()),
  endswith: (value, given) => v.str(value).endsWith(v.str(given)),
  iendswith: (value, given) => v.str(value).toLowerCase().endsWith(v.str(given).toLowerCase()),
  gt: (value, given) => order(value, given) > 0,
  gte: (value, given) => order(value, given) >= 0,
  lt: (value, given) => order(value, given) < 0,
  lte: (value, given) => order(value, given) <= 0,
  range: (value, given) => order(value, v.items(given)[0]) >= 0 && order(value, v.items(given)[1]) <= 0,
  regex: (value, given) => fits(value, given, ''),
  iregex: (value, given) => fits(value, given, 'i'),
};

/** What an object holds under names such as `status__name`; nothing where a reference on the way leads nowhere. */
function heldBy(object, names) {
  const { attribute } = require('./lookup');
  let held = object;
  for (const name of names) {
    if (held === null || held === v.pending) return held;
    if (held instanceof v.Related) throw new TemplateProblem(`“${name}” would be that of several objects.`);
    held = attribute(held, name);
    if (held === undefined) throw new TemplateProblem(`There is no “${name}” to ask for.`);
  }
  return held;
}

/** Whether an object is as all of the arguments say. */
function isAs(object, kwargs) {
  return [...kwargs].every(([path, given]) => {
    tick();
    const names = path.split('__');
    const isLookup = names.length > 1 && Object.hasOwn(lookups, names.at(-1));
    const lookup = isLookup ? names.pop() : 'exact';
    const value = heldBy(object, names);
    if (value === v.pending || given === v.pending) return false;
    if (value === null && lookup !== 'isnull') return lookup === 'exact' && given === null;
    return lookups[lookup](value, given);
  });
}

const those = (related, objects) => new v.Related(list(objects.map(({ key }) => key)), related.world);

function chosen(related, { args, kwargs }, keep) {
  if (args.length > 0) throw new TemplateProblem('Objects are chosen by arguments with names.');
  return those(
    related,
    related.items().filter((object) => isAs(object, kwargs) === keep),
  );
}

/** One behind the other; what is nothing comes last, as PostgreSQL has it. */
function placed(one, other) {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return v.compare(one, other);
}

function ordered(related, { args }) {
  const keys = args.map((path) => {
    const isDescending = v.str(path).startsWith('-');
    return { sign: isDescending ? -1 : 1, names: v.str(path).replace(/^-/, '').split('__') };
  });
  const valued = related.items().map((object) => ({ object, values: keys.map(({ names }) => heldBy(object, names)) }));
  valued.sort((one, other) => {
    for (const [index, { sign }] of keys.entries()) {
      const found = sign * placed(one.values[index], other.values[index]);
      if (found !== 0) return found;
    }
    return 0;
  });
  return those(
    related,
    valued.map(({ object }) => object),
  );
}

function listed(related, { args, kwargs }) {
  const isFlat = v.truth(kwargs.get('flat'));
  if (args.length === 0 || (isFlat && args.length > 1))
    throw new TemplateProblem('`values_list` wants attributes, and `flat` one of them.');
  const values = (object) => args.map((path) => heldBy(object, v.str(path).split('__')));
  return list(related.items().map((object) => (isFlat ? values(object)[0] : v.Tuple.from(values(object)))));
}

/** The only one that is as the arguments say. */
function single(related, given) {
  const found = chosen(related, given, true);
  if (found.keys.length !== 1) throw new TemplateProblem(`\`get\` finds ${found.keys.length} objects in place of one.`);
  return found.at(0);
}

/** Attributes of each object, by their names. */
function mapped(related, { args }) {
  if (args.length === 0) throw new TemplateProblem('`values` wants attributes.');
  return list(
    related.items().map((object) => new Map(args.map((path) => [path, heldBy(object, v.str(path).split('__'))]))),
  );
}

const ofRelated = {
  all: (related) => related,
  distinct: (related) => related,
  count: ({ keys }) => keys.length,
  first: (related) => related.at(0) ?? null,
  last: (related) => related.at(-1) ?? null,
  exists: ({ keys }) => keys.length > 0,
  filter: (related, given) => chosen(related, given, true),
  exclude: (related, given) => chosen(related, given, false),
  order_by: ordered,
  values_list: listed,
  values: mapped,
  get: single,
  reverse: (related) => new v.Related([...related.keys].reverse(), related.world),
  none: (related) => new v.Related([], related.world),
  // Of tags.
  names: (related) => list(related.items().map((object) => heldBy(object, ['name']))),
  // These only say how the database is asked.
  select_related: (related) => related,
  prefetch_related: (related) => related,
};

/** A method of related objects, ready to be called. */
const methodOfRelated = (related, name) =>
  Object.hasOwn(ofRelated, name)
    ? new v.Callable(name, (args, kwargs) => ofRelated[name](related, { args, kwargs }))
    : undefined;

module.exports = { methodOfRelated };
