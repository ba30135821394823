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

/** Comparisons that lead to many objects the same way: how they go on from there, and the way itself. */
interface Companions {
  to: ToMany;
  onward: Comparison[];
}

/**
 * The look-ups of one constraint: those that lead to many objects the same way must hold for the same one of these, as in
 * the reference, where they share a join. `{"interfaces__name": "eth0", "interfaces__enabled": true}` is about an eth0 that
 * is enabled.
 */
export function ofOneObject(catalog: Catalog, model: Manifest, lookups: readonly Criteria[]): Criteria[] {
  const companions = new Map<string, Companions>();
  const ledBy = lookups.map((lookup) => {
    const to = isComparison(lookup) ? firstToMany(catalog, model, lookup.path) : undefined;
    if (!to || !isComparison(lookup)) return undefined;
    const { onward } = companions.get(to.way) ?? companions.set(to.way, { to, onward: [] }).get(to.way)!;
    onward.push(where(to.rest, lookup.lookup, lookup.value));
    return to.way;
  });
  const alone = lookups.filter((_, index) => (companions.get(ledBy[index] ?? '')?.onward.length ?? 1) === 1);
  const together = [...companions.values()].filter(({ onward }) => onward.length > 1);
  return [...alone, ...together.map((each) => ofCompanions(catalog, each))];
}

function ofCompanions(catalog: Catalog, { to: { way, model }, onward }: Companions): Criteria {
  const holds = allOf(...(model ? ofOneObject(catalog, model, onward) : onward));
  const some: Criteria = { some: way, holds };
  // Where there is no object at all, nothing of it has a value.
  return onward.every(asksForNothing) ? anyOf(where(way, 'isnull', true), some) : some;
}

const asksForNothing = ({ lookup, value }: Comparison): boolean =>
  lookup === 'isnull' ? meansYes(value) : lookup === 'exact' && value === null;
