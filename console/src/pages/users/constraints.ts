import { isChoice, isRecord } from '../../api/types';

/** Whether a look-up holds for an object; undefined: it asks for something that the object does not show. */
export type Holds = boolean | undefined;

/** One look-up of a constraint, with what the object has there. */
export interface Lookup {
  key: string;
  wanted: unknown;
  found: unknown;
  holds: Holds;
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const lower = (value: unknown): string => text(value).toLowerCase();
const number = (value: unknown): number =>
  typeof value === 'string' && Number.isNaN(Number(value)) ? Date.parse(value) : Number(value);

const tests: Record<string, (found: unknown, wanted: unknown) => boolean> = {
  exact: (found, wanted) => (wanted === null ? found === null : text(found) === text(wanted)),
  iexact: (found, wanted) => lower(found) === lower(wanted),
  in: (found, wanted) => Array.isArray(wanted) && wanted.some((one) => text(one) === text(found)),
  contains: (found, wanted) => text(found).includes(text(wanted)),
  icontains: (found, wanted) => lower(found).includes(lower(wanted)),
  startswith: (found, wanted) => text(found).startsWith(text(wanted)),
  istartswith: (found, wanted) => lower(found).startsWith(lower(wanted)),
  endswith: (found, wanted) => text(found).endsWith(text(wanted)),
  iendswith: (found, wanted) => lower(found).endsWith(lower(wanted)),
  gt: (found, wanted) => number(found) > number(wanted),
  gte: (found, wanted) => number(found) >= number(wanted),
  lt: (found, wanted) => number(found) < number(wanted),
  lte: (found, wanted) => number(found) <= number(wanted),
  isnull: (found, wanted) => (found === null || found === '') === Boolean(wanted),
};

/** A related object is compared by its id, a choice by its value. */
const plain = (value: unknown): unknown =>
  isChoice(value) ? value.value : isRecord(value) && 'id' in value ? value.id : value;

/** What an object has on a path; `known` is false where it does not show it. A path through a list has many values. */
function walk(value: unknown, path: string[]): { known: boolean; values: unknown[] } {
  if (path.length === 0) return { known: true, values: [value] };
  if (value === null) return { known: true, values: [null] };
  if (Array.isArray(value)) {
    const all = value.map((one) => walk(one, path));
    return { known: all.every(({ known }) => known), values: all.flatMap(({ values }) => values) };
  }
  if (!isRecord(value) || !(path[0]! in value)) return { known: false, values: [] };
  return walk(value[path[0]!], path.slice(1));
}

/** Whether an object lies in or below one of those named; undefined where what it lies in is shown in part only. */
function liesBelow(found: unknown, wanted: unknown): Holds {
  const named = new Set([wanted].flat().map(text));
  let at = found;
  for (; isRecord(at); at = at.parent) if (named.has(text(at.id))) return true;
  return at === null ? false : undefined;
}

/** Judges each look-up of a constraint by what an object shows; those that it does not show stay open. */
export function lookupsOf(constraint: Record<string, unknown>, object: unknown): Lookup[] {
  return Object.entries(constraint).map(([key, wanted]) => {
    const parts = key.split('__');
    const last = parts.at(-1)!;
    if (last === 'subtree') {
      const [place] = walk(object, parts.slice(0, -1)).values;
      return { key, wanted, found: plain(place), holds: liesBelow(place, wanted) };
    }
    const hasLookup = parts.length > 1 && last in tests;
    const { known, values } = walk(object, hasLookup ? parts.slice(0, -1) : parts);
    const flat = values.flat().map(plain);
    const test = tests[hasLookup ? last : 'exact']!;
    return {
      key,
      wanted,
      found: flat.length > 1 ? flat : flat[0],
      holds: known
        ? flat.length === 0
          ? last === 'isnull' && wanted === true
          : flat.some((one) => test(one, wanted))
        : undefined,
    };
  });
}

/** Whether all of it holds: no as soon as one does not, and open while one is. */
export const allHold = (lookups: Lookup[]): Holds =>
  lookups.some(({ holds }) => holds === false)
    ? false
    : lookups.some(({ holds }) => holds === undefined)
      ? undefined
      : true;

/** The constraints of a permission as a list, any of which has to hold; none: it holds for all objects. */
export function constraintsOf(value: unknown): Record<string, unknown>[] {
  const all = (Array.isArray(value) ? value : [value]).filter(isRecord);
  return all.length === 0 ? [{}] : all;
}
