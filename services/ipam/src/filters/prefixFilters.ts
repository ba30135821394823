import { anyOf, everything, type FilterRule, type Lookup, nothing, readNetwork, where } from '@plumbline/model';

/** Prefixes that stand in a relation to any of the networks given; one that is no network makes the answer empty. */
const related =
  (lookup: Lookup): FilterRule =>
  (values) =>
    values.every(readNetwork) ? anyOf(...values.map((value) => where('prefix', lookup, value))) : nothing;

/** Exactly the prefixes given. */
export const exactPrefixes = related('net_equals');
/** Prefixes inside one of those given. */
export const prefixesInside = related('net_contained');
/** Prefixes inside or equal to one of those given. */
export const prefixesWithin = related('net_contained_or_equal');

/**
 * Prefixes around one of the networks or addresses given. What is neither is left out; when nothing is left, a value
 * that meant to be a network makes the answer empty, any other text is no restriction.
 */
export const coveringPrefixes: FilterRule = (values) => {
  const known = values.filter(readNetwork);
  if (known.length > 0) return anyOf(...known.map((value) => where('prefix', 'net_contains_or_equals', value)));
  return values.some((value) => value.includes('/')) ? nothing : everything;
};
