import { type Comparison, type Criteria, columnType, isComparison, type Model, where } from '@plumbline/model';
import type { Engine } from '../core/engine';
import { comparisonsWithAny } from './compare';
import { patternsIn } from './patterns';
import { type Step, walk } from './walk';

/** An alternative as one of those about the same column or the same relation, which `about` names: what it brings, and what all of them are. */
interface Alike {
  one: Comparison;
  about: string;
  parts: unknown[];
  join(parts: unknown[]): Criteria;
}

/**
 * Alternatives that ask the same with other values as one: a column is one of these values, a related object is one for
 * which this or that holds. Whoever holds a thousand permissions would have each row compared a thousand times, and other
 * services asked as often.
 */
export function gathered(engine: Engine, model: Model, alternatives: readonly Criteria[]): Criteria[] {
  const groups = new Map<string, Alike[]>();
  const others: Criteria[] = [];
  for (const one of flattened(alternatives)) {
    const alike = isComparison(one) ? alikeOf(engine, model, one) : undefined;
    if (!alike) others.push(one);
    else {
      const group = groups.get(alike.about);
      if (group) group.push(alike);
      else groups.set(alike.about, [alike]);
    }
  }
  return [...[...groups.values()].map(together), ...others];
}

const flattened = (alternatives: readonly Criteria[]): Criteria[] =>
  alternatives.flatMap((one) => ('or' in one ? flattened(one.or) : [one]));

/** What stands alone stays as it is. */
function together(group: Alike[]): Criteria {
  const { one, join } = group[0]!;
  return group.length === 1 ? one : join(group.flatMap(({ parts }) => parts));
}

function alikeOf(engine: Engine, model: Model, one: Comparison): Alike | undefined {
  const { path, lookup, value } = one;
  // Of nothing it cannot be said by what an object leads to: there may be no such object.
  if (lookup === 'isnull' || value === null) return undefined;
  const { next, first, rest } = walk(engine, model, path);
  switch (next.kind) {
    case 'relation':
    case 'foreign':
    case 'reverse':
    case 'foreignReverse':
      return rest === ''
        ? undefined
        : {
            one,
            about: `> ${first}`,
            parts: [where(rest, lookup, value)],
            join: (parts) => ({ some: first, holds: { or: parts as Criteria[] } }),
          };
    case 'column': {
      const type = columnType(next.field);
      // A list equals another as a whole, and JSON has values of its own.
      const isList = type.endsWith('[]') || type === 'jsonb';
      if (next.field.kind.isSealed || (isList && !next.field.isSet)) return undefined;
      if (!isList && comparisonsWithAny[lookup]) return ofSeveral(one, next);
      if (lookup !== 'in' && (lookup !== 'exact' || typeof value === 'object')) return undefined;
      const { name } = next;
      return { one, about: `= ${name}`, parts: [value].flat(), join: (parts) => where(name, 'in', parts) };
    }
    default:
      return undefined;
  }
}

/** A value that a column is compared with, beside others that it is; not one of which nobody is shown all. */
function ofSeveral(one: Comparison, { name, field }: Extract<Step, { kind: 'column' }>): Alike | undefined {
  const { lookup, value } = one;
  if (field.kind.mask) return undefined;
  return {
    one,
    about: `${lookup} ${name}`,
    parts: [value],
    join: (values) => ({
      condition: (column) => comparisonsWithAny[lookup]!(column(name), values, field),
      patterns: values.flatMap((each) => patternsIn(where(name, lookup, each))),
    }),
  };
}
