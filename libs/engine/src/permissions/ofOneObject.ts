import {
  allOf,
  anyOf,
  type Catalog,
  type Comparison,
  type Criteria,
  firstToMany,
  isComparison,
  type Manifest,
  type ToMany,
  where,
} from '@plumbline/model';
import { meansYes } from '../criteria/value';

/** Look-ups that lead to many objects the same way, and how they go on from there. */
interface Companions {
  to: ToMany;
  lookups: Comparison[];
  onward: Comparison[];
}

/**
 * The look-ups of one constraint: those that lead to many objects the same way must hold for the same one of these, as in
 * the reference, where they share a join. `{"interfaces__name": "eth0", "interfaces__enabled": true}` is about an eth0 that
 * is enabled.
 */
export function ofOneObject(catalog: Catalog, model: Manifest, lookups: readonly Criteria[]): Criteria[] {
  const groups = new Map<string, Companions>();
  const others: Criteria[] = [];
  for (const lookup of lookups) {
    const to = isComparison(lookup) ? firstToMany(catalog, model, lookup.path) : undefined;
    if (to && isComparison(lookup)) {
      const group = groups.get(to.way) ?? { to, lookups: [], onward: [] };
      group.lookups.push(lookup);
      group.onward.push(where(to.rest, lookup.lookup, lookup.value));
      groups.set(to.way, group);
    } else others.push(lookup);
  }
  return [...others, ...[...groups.values()].map((group) => ofCompanions(catalog, group))];
}

function ofCompanions(catalog: Catalog, { to: { way, model }, lookups, onward }: Companions): Criteria {
  if (lookups.length === 1) return lookups[0]!;
  const holds = allOf(...(model ? ofOneObject(catalog, model, onward) : onward));
  const some: Criteria = { some: way, holds };
  // Where there is no object at all, nothing of it has a value.
  return onward.every(asksForNothing) ? anyOf(where(way, 'isnull', true), some) : some;
}

const asksForNothing = ({ lookup, value }: Comparison): boolean =>
  lookup === 'isnull' ? meansYes(value) : lookup === 'exact' && value === null;
