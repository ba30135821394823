import { levels } from './models';
import type { Named, Node, Thing, World } from './world';

/** One parameter of a query: a filter, perhaps with a look-up, and its values in order. */
export interface Parameter {
  name: string;
  suffix: string;
  values: string[];
}

type Test = (thing: Thing) => boolean;

/** The things a list must show, in its order. */
export function expected(world: World, parameters: Parameter[], sort: string[]): Thing[] {
  const tests = parameters.map((parameter) => testOf(world, parameter));
  return world.things.filter((thing) => tests.every((test) => test(thing))).sort(comparer(world, sort));
}

const empty = (thing: Thing, column: string): boolean => (thing as unknown as Record<string, unknown>)[column] === null;

/** Of these only the last value counts, even when it is empty. */
const answers = ['flag', 'seen', 'q', 'has_place', 'has_twins', 'has_remarks'];

function testOf(world: World, { name, suffix, values }: Parameter): Test {
  const counted = suffix === 'isnull' || answers.includes(name) ? values.slice(-1) : values;
  const given = counted.filter((value) => value !== '');
  if (given.length === 0) return () => true;
  if (suffix === 'isnull') return ofColumn(given.at(-1)!, (thing) => isEmpty(world, name, thing));
  if (suffix === 'n' && name === 'labels')
    return (thing) => given.every((value) => !testOf(world, { name, suffix: '', values: [value] })(thing));
  if (suffix.startsWith('n')) {
    const positive = testOf(world, { name, suffix: suffix.slice(1), values });
    return (thing) => !positive(thing);
  }
  switch (name) {
    case 'name':
    case 'nick':
    case 'level':
      return textTest(name, suffix, given);
    case 'size':
    case 'ratio':
      return (thing) =>
        !empty(thing, name) && given.some((value) => holds(Number(thing[name]) - Number(value), suffix));
    case 'seen':
      return (thing) =>
        thing.seen !== null && given.some((value) => holds(micros(thing.seen!) - micros(value), suffix));
    case 'flag':
      return ofColumn(given.at(-1)!, ({ flag }) => flag);
    case 'q':
      return searchTest(given.at(-1)!);
    case 'has_place':
    case 'has_twins':
    case 'has_remarks':
      return yesOrNo(
        given.at(-1)!,
        ['true', 'True', '1'],
        ['false', 'False', '0'],
        (thing) => !isEmpty(world, name.slice(4), thing),
      );
    default:
      return relationTest(world, name, given);
  }
}

function yesOrNo(word: string, yes: string[], no: string[], test: Test): Test {
  if (yes.includes(word)) return test;
  return no.includes(word) ? (thing) => !test(thing) : () => true;
}

/** Yes or no about a column, in any case. */
const ofColumn = (word: string, test: Test): Test => yesOrNo(word.toLowerCase(), ['true'], ['false'], test);

function isEmpty({ things, remarks }: World, name: string, thing: Thing): boolean {
  if (name === 'labels' || name === 'any_label') return thing.labels.length === 0;
  if (name === 'twins') return !things.some(({ twin }) => twin === thing.id);
  if (name === 'remarks') return !remarks.some((remark) => remark.thing === thing.id);
  return empty(thing, name === 'exact_place' || name === 'place_id' ? 'place' : name);
}

const holds = (difference: number, suffix: string): boolean =>
  ({ '': difference === 0, lt: difference < 0, lte: difference <= 0, gt: difference > 0, gte: difference >= 0 })[
    suffix
  ]!;

/** Microseconds since 1970; a bare date is its midnight. */
function micros(text: string): number {
  const [, whole, fraction = ''] = /^([^.Z]+?)(?:\.(\d+))?Z?$/.exec(text)!;
  return Date.parse(`${whole!.includes('T') ? whole : `${whole}T00:00:00`}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
}

function textTest(name: 'name' | 'nick' | 'level', suffix: string, values: string[]): Test {
  const compare: Record<string, (text: string, value: string) => boolean> = {
    '': (text, value) => text === value,
    ie: (text, value) => lower(text) === lower(value),
    ic: (text, value) => lower(text).includes(lower(value)),
    isw: (text, value) => lower(text).startsWith(lower(value)),
    iew: (text, value) => lower(text).endsWith(lower(value)),
    re: (text, value) => new RegExp(value, 'u').test(text),
    ire: (text, value) => new RegExp(value, 'iu').test(text),
  };
  const isWhole = suffix === '' || suffix === 'ie';
  return (thing) => {
    const text = thing[name];
    if (text === null) return isWhole && values.includes('null');
    return values.some((value) => !(isWhole && value === 'null') && compare[suffix]!(text, value));
  };
}

const lower = (text: string): string => text.toLowerCase();

function searchTest(phrase: string): Test {
  const number = /^\s*\d+\s*$/.test(phrase) ? Number(phrase) : undefined;
  return ({ name, nick, size }) =>
    [name, nick ?? ''].some((text) => lower(text).includes(lower(phrase))) || (number !== undefined && size === number);
}

const named = (objects: Named[], value: string): string[] =>
  objects.filter(({ id, name }) => id === value || name === value).map(({ id }) => id);

const below = (nodes: Node[], ids: string[]): string[] => {
  const children = nodes.filter(({ parent }) => parent !== null && ids.includes(parent)).map(({ id }) => id);
  return ids.length === 0 ? [] : [...ids, ...below(nodes, children)];
};

function relationTest(world: World, name: string, values: string[]): Test {
  const { places, areas, owners, things, remarks } = world;
  const ids = (objects: Named[]) => values.flatMap((value) => (value === 'null' ? [] : named(objects, value)));
  const orNone =
    (test: Test): Test =>
    (thing) =>
      (values.includes('null') && isNone(world, name, thing)) || test(thing);
  switch (name) {
    case 'place':
      return orNone(({ place }) => place !== null && below(places, ids(places)).includes(place));
    case 'exact_place':
    case 'place_id':
      return orNone(({ place }) => place !== null && ids(places).includes(place));
    case 'area':
      return orNone(({ area }) => area !== null && below(areas, ids(areas)).includes(area));
    case 'owner':
      return orNone((thing) => ids(owners).includes(ownerOf(world, thing) ?? ''));
    case 'labels':
      return (thing) =>
        values.every((value) =>
          value === 'null' ? thing.labels.length === 0 : thing.labels.some((id) => named(owners, value).includes(id)),
        );
    case 'any_label':
      return orNone((thing) => thing.labels.some((id) => ids(owners).includes(id)));
    case 'twins':
      return orNone((thing) => things.some(({ id, twin }) => twin === thing.id && ids(things).includes(id)));
    case 'remarks':
      return orNone((thing) => remarks.some((remark) => remark.thing === thing.id && ids(remarks).includes(remark.id)));
    default:
      throw new Error(`the oracle does not know ${name}`);
  }
}

const ownerOf = ({ areas }: World, { area }: Thing): string | null =>
  areas.find(({ id }) => id === area)?.owner ?? null;

const isNone = (world: World, name: string, thing: Thing): boolean =>
  name === 'owner' ? ownerOf(world, thing) === null : isEmpty(world, name, thing);

type Compare = (a: Thing, b: Thing) => number;

/** The order asked for, or the model's own; the id decides at last. */
function comparer(world: World, sort: string[]): Compare {
  const names = sort.length > 0 ? sort : ['place', '-size', 'name'];
  const compares = names.map((entry): Compare => {
    const name = entry.replace(/^-/, '');
    const compare = columnCompare(world, name);
    return entry.startsWith('-') ? (a, b) => compare(b, a) : compare;
  });
  compares.push((a, b) => bytes(a.id, b.id));
  return (a, b) => compares.reduce((result, compare) => result || compare(a, b), 0);
}

const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function columnCompare(world: World, name: string): Compare {
  if (name === 'place') return nullLast((thing) => nameOf(world.places, thing.place), bytes);
  if (name === 'area') return nullLast((thing) => nameOf(world.areas, thing.area), bytes);
  if (name === 'size' || name === 'ratio')
    return nullLast(
      (thing) => thing[name],
      (a, b) => Number(a) - Number(b),
    );
  if (name === 'flag') return (a, b) => Number(a.flag) - Number(b.flag);
  if (name === 'seen')
    return nullLast(
      (thing) => thing.seen,
      (a, b) => micros(a) - micros(b),
    );
  return nullLast((thing) => thing[name as 'name' | 'nick'], bytes);
}

function nullLast<T>(value: (thing: Thing) => T | null, compare: (a: T, b: T) => number): Compare {
  return (one, other) => {
    const [a, b] = [value(one), value(other)];
    return a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b);
  };
}

/** What objects that refer to a node of a tree are ordered by: only its own list walks the tree. */
const nameOf = (nodes: Node[], id: string | null): string | null =>
  nodes.find((candidate) => candidate.id === id)?.name ?? null;

/** Values of `level` that a filter takes. */
export const levelValues: string[] = levels.map(([value]) => value);
