import { type Criteria, isComparison, type Model } from '@plumbline/model';

/**
 * Whether PostgreSQL is likely to misjudge how many rows match: about what a set column holds (tags, content types) it
 * knows nothing for values that are rare, takes them for frequent, and walks the whole order looking for a page of
 * them.
 */
export function mayBeSparse(model: Model, criteria: Criteria): boolean {
  if ('condition' in criteria || 'not' in criteria) return false;
  if (!isComparison(criteria))
    return ('and' in criteria ? criteria.and : criteria.or).some((part) => mayBeSparse(model, part));
  const field = model.fields[criteria.path];
  return field?.stored === true && (field.isMany || field.kind.lookups === 'labels') && criteria.lookup !== 'isnull';
}
