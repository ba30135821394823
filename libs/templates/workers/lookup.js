/** What stands behind a dot or in brackets. Nothing of JavaScript is ever looked up: only what templates know. */
const { TemplateProblem } = require('./meter');
const v = require('./values');
const { methodOf } = require('./methods');
const { asMoment, partOf } = require('./moments');
const { methodOfRelated } = require('./queries');

const called = (name, answer) => new v.Callable(name, answer);

function ofThing(thing, name) {
  const { data, refs, calls, lists, moments, world } = thing;
  if (Object.hasOwn(refs, name)) return referred(refs[name], world);
  if (Object.hasOwn(data, name))
    return moments.includes(name) ? (asMoment(data[name]) ?? data[name]) : v.fromJson(data[name]);
  if (Object.hasOwn(calls, name)) return called(name, () => v.fromJson(calls[name]));
  return lists.includes(name) ? listed(world.find(`${thing.key}/${name}`)) : undefined;
}

/** What a reference leads to: nothing, an object, or several. */
function referred(ref, world) {
  if (ref === null) return null;
  return Array.isArray(ref) ? new v.Related(ref, world) : world.find(ref);
}

/** What refers to an object is found as if it were an object itself, with the others as its items. */
function listed(found) {
  if (found === v.pending) return v.pending;
  if (!found.refs.items) throw new TemplateProblem('It looks at too many objects.');
  return new v.Related(found.refs.items, found.world);
}

const isIndex = (key) => typeof key === 'number';

function ofSequence(value, key) {
  const sequence = v.isText(value) ? [...value] : value;
  return sequence.at(key < -sequence.length ? sequence.length : key);
}

function stored(value, key) {
  if (v.isMap(value)) return value.get(v.isNumber(key) ? v.number(key) : key);
  if (isIndex(key) && value instanceof v.Related) return value.at(key);
  if (isIndex(key) && (v.isText(value) || v.isList(value))) return ofSequence(value, key);
  return undefined;
}

function member(value, name) {
  if (typeof name !== 'string') return undefined;
  if (value instanceof v.Thing) return ofThing(value, name);
  if (value instanceof v.Namespace || value instanceof v.CallableNamespace) return value.entries.get(name);
  if (value instanceof v.Related) return methodOfRelated(value, name);
  if (value instanceof v.Moment) return partOf(value, name);
  if (value instanceof v.Tuple && value.names && Object.hasOwn(value.names, name)) return value.names[name];
  return methodOf(value, name);
}

function refuseUndefined(value, name) {
  if (value === undefined) throw new TemplateProblem(`Something undefined is asked for its “${v.str(name)}”.`);
}

/** `value.name` */
function attribute(value, name) {
  refuseUndefined(value, name);
  if (value === v.pending) return v.pending;
  const found = member(value, name);
  return found === undefined ? stored(value, name) : found;
}

/** `value[key]` */
function subscript(value, key) {
  refuseUndefined(value, key);
  if (value === v.pending || key === v.pending) return v.pending;
  const found = stored(value, key);
  return found === undefined ? member(value, key) : found;
}

/** `value[start:stop:step]` */
function slice(value, start, stop, step) {
  refuseUndefined(value, 'slice');
  if (value === v.pending) return v.pending;
  if (!v.isText(value) && !v.isList(value) && !(value instanceof v.Related)) return undefined;
  const sequence = v.isText(value) ? [...value] : value instanceof v.Related ? value.keys : value;
  const by = step ?? 1;
  if (![start ?? 0, stop ?? 0, by].every(isIndex) || by === 0)
    throw new TemplateProblem('A slice wants whole numbers.');
  const { length } = sequence;
  const within = (at, least, most) => Math.min(Math.max(at < 0 ? at + length : at, least), most);
  const [first, end] =
    by > 0
      ? [within(start ?? 0, 0, length), within(stop ?? length, 0, length)]
      : [
          within(start ?? length - 1, -1, length - 1),
          stop === undefined || stop === null ? -1 : within(stop, -1, length - 1),
        ];
  const found = [];
  for (let i = first; by > 0 ? i < end : i > end; i += by) found.push(sequence[i]);
  if (v.isText(value)) return found.join('');
  if (value instanceof v.Related) return new v.Related(found, value.world);
  return value instanceof v.Tuple ? v.Tuple.from(found) : found;
}

/** Follows `a.b.0`, as filters name what they look at. */
function followed(value, path) {
  if (typeof path === 'number') return subscript(value, path);
  let found = value;
  for (const name of v.str(path).split('.')) found = subscript(found, /^\d+$/.test(name) ? Number(name) : name);
  return found;
}

module.exports = { attribute, subscript, slice, followed, referred };
