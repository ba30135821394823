/** What kinds of values templates compute with, as Python has them. */
/** A number that is not a whole one to Python, though it may be without a fraction. */
class Float {
  constructor(value) {
    this.value = value;
  }
}

class Tuple extends Array {
  /** What is made of a tuple's items is a list. */
  static get [Symbol.species]() {
    return Array;
  }
}

/** Something that can be called: a method, a macro, a global. */
class Callable {
  constructor(name, call) {
    this.name = name;
    this.call = call;
  }
}

/** What `namespace()` makes: names that may be set. */
class Namespace {
  constructor(entries) {
    this.entries = new Map(entries);
  }
}

/** Names that can be called as well, as those of a loop that is recursive. */
class CallableNamespace extends Callable {
  constructor(entries, call) {
    super('loop', call);
    this.entries = new Map(entries);
  }
}

/** An object of the application: how it reads, what it holds, and what it refers to or what refers to it, by key. */
class Thing {
  constructor(key, { text: reading, data, refs, calls, lists, moments }, world) {
    this.key = key;
    this.text = reading;
    this.data = data;
    this.refs = refs;
    this.calls = calls ?? {};
    this.lists = lists ?? [];
    this.moments = moments ?? [];
    this.world = world;
  }
}

/** Objects known by their keys; they are fetched when somebody looks at them, not to be counted. */
class Related {
  constructor(keys, world) {
    this.keys = keys;
    this.world = world;
  }
  at(index) {
    const key = this.keys.at(index);
    return key === undefined ? undefined : this.world.find(key);
  }
  items() {
    const found = this.keys.map((key) => this.world.find(key));
    return found.includes(pending) ? [] : found;
  }
}

/** A date, of UTC where it has a time. */
class Moment {
  constructor(at, micros, isDay) {
    this.at = at;
    this.micros = micros;
    this.isDay = isDay;
  }
}

/** What has still to be fetched. Whatever is done with it is done again when it is there. */
const pending = Object.freeze({ pending: true });

const isNumber = (value) => typeof value === 'number' || typeof value === 'boolean' || value instanceof Float;
const number = (value) => (value instanceof Float ? value.value : Number(value));
const isFloat = (value) => value instanceof Float;
const isMap = (value) => value instanceof Map;
const isList = (value) => Array.isArray(value);
const isText = (value) => typeof value === 'string';

function kindOf(value) {
  if (value === undefined || value === pending) return 'undefined';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'int';
  if (value instanceof Float) return 'float';
  if (isText(value)) return 'str';
  if (value instanceof Tuple) return 'tuple';
  if (isList(value) || value instanceof Related) return 'list';
  if (value instanceof Moment) return value.isDay ? 'date' : 'datetime';
  return isMap(value) ? 'dict' : 'object';
}

module.exports = {
  Float,
  Tuple,
  Callable,
  Namespace,
  CallableNamespace,
  Thing,
  Related,
  Moment,
  pending,
  isNumber,
  number,
  isFloat,
  isMap,
  isList,
  isText,
  kindOf,
};
