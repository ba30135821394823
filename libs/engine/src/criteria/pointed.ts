import { type Criteria, type Field, isComparison, type Model } from '@plumbline/model';

/** Columns of which a value is found on few rows: addresses, ids, names that are taken once or seldom more often. */
function isTelling({ kind, options }: Field): boolean {
  const { unique, telling } = options;
  return kind.lookups === 'host' || kind.lookups === 'network' || kind.lookups === 'uuid' || unique || telling;
}

/**
 * Whether criteria ask for one value of a telling column. Such a statement is best planned once and for all; any other
 * PostgreSQL plans anew for the values at hand, since a frequent status wants another plan than a rare one.
 */
export function isPointed(model: Model, criteria: Criteria): boolean {
  if (!isComparison(criteria)) return 'and' in criteria && criteria.and.some((part) => isPointed(model, part));
  const field = model.fields[criteria.path];
  return criteria.lookup === 'exact' && field?.stored === true && isTelling(field);
}
