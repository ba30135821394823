import { by, type Filter } from '@plumbline/model';

/** The filters of devices by one kind of their components. */
export function deviceComponentFilters(relation: string): Record<string, Filter> {
  return { [relation]: by.relationId(relation, { isnull: true }), [`has_${relation}`]: by.has(relation) };
}
