import { anyOf, type Comparison, type Criteria, columnType, isComparison, type Model, where } from '@plumbline/model';
import type { Engine } from '../core/engine';
import { walk } from './walk';

/** Alternatives that are about the same column or the same relation. */
type Group = { column: string; values: unknown[] } | { relation: string; alternatives: Comparison[] };

/**
 * Alternatives that ask the same with other values as one: a column is one of these values, a related object is one for
 * which this or that holds. Whoever holds a thousand permissions would have each row compared a thousand times, and other
 * services asked as often.
 */
export function gathered(engine: Engine, model: Model, alternatives: readonly Criteria[]): Criteria[] {
  const groups = new Map<string, { first: Comparison; group: Group }>();
  const others: Criteria[] = [];
  for (const one of flattened(alternatives)) {
    const group = isComparison(one) ? groupOf(engine, model, one) : undefined;
    if (!group || !isComparison(one)) {
      others.push(one);
      continue;
    }
    const key = 'column' in group ? `= ${group.column}` : `> ${group.relation}`;
    const known = groups.get(key)?.group;
    if (!known) groups.set(key, { first: one, group });
    else if ('column' in known && 'column' in group) known.values.push(...group.values);
    else if ('relation' in known && 'relation' in group) known.alternatives.push(...group.alternatives);
  }
  return [...[...groups.values()].map(({ first, group }) => together(first, group)), ...others];
}

const flattened = (alternatives: readonly Criteria[]): Criteria[] =>
  alternatives.flatMap((one) => ('or' in one ? flattened(one.or) : [one]));

/** What stands alone stays as it is. */
function together(first: Comparison, group: Group): Criteria {
  if ('column' in group) return group.values.length === 1 ? first : where(group.column, 'in', group.values);
  return group.alternatives.length === 1 ? first : { some: group.relation, holds: anyOf(...group.alternatives) };
}

function groupOf(engine: Engine, model: Model, { path, lookup, value }: Comparison): Group | undefined {
  // Of nothing it cannot be said by what an object leads to: there may be no such object.
  if (lookup === 'isnull' || value === null) return undefined;
  const { next, first, rest } = walk(engine, model, path);
  switch (next.kind) {
    case 'relation':
    case 'foreign':
    case 'reverse':
    case 'foreignReverse':
      return rest === '' ? undefined : { relation: first, alternatives: [where(rest, lookup, value)] };
    case 'column': {
      const type = columnType(next.field);
      // A list equals another as a whole, and JSON has values of its own.
      const isPlain = next.field.isSet || !(type.endsWith('[]') || type === 'jsonb');
      if (!isPlain || next.field.kind.isSealed) return undefined;
      if (lookup === 'in') return { column: next.name, values: [value].flat() };
      return lookup === 'exact' && typeof value !== 'object' ? { column: next.name, values: [value] } : undefined;
    }
    default:
      return undefined;
  }
}
