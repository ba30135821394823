import { type Comparison, type Criteria, type Field, isComparison, type Model, type Row } from '@plumbline/model';
import { cachingRows } from '@plumbline/store';
import { fixedStatement } from './statements';
import type { Strategy } from './strategy';

/** Columns of which a value is found on few rows: addresses, ids, names that are taken once or seldom more often. */
const fewRowsShare = ({ kind, options }: Field): boolean =>
  kind.isDistinctive === true || options.unique || options.selective;

/**
 * Whether criteria ask for one value of a selective column. Such a statement is best planned once and for all; any other
 * PostgreSQL plans anew for the values at hand, since a frequent status wants another plan than a rare one.
 */
function isSelective(model: Model, criteria: Criteria): boolean {
  if (!isComparison(criteria)) return 'and' in criteria && criteria.and.some((part) => isSelective(model, part));
  const field = model.fields[criteria.path];
  return asksForOneValue(criteria) && field?.stored === true && fewRowsShare(field);
}

/** Constraints may hold anything, also where a list belongs. */
const asksForOneValue = ({ lookup, value }: Comparison): boolean =>
  lookup === 'exact' || (lookup === 'in' && Array.isArray(value) && value.length === 1);

/** One value of a selective column: one plan for all values, and what is prepared is not looked at again. */
export const selective: Strategy = {
  name: 'selective',
  fits: ({ model, criteria }) => isSelective(model, criteria),
  fetch: async (request) => ({
    rows: await request.work.sql.quick<Row>(cachingRows(fixedStatement(request), request.rowCache)),
    count: request.count,
  }),
};
