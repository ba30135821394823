import { type Criteria, isComparison, type Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { toSql } from '../../criteria/toSql';
import { fetchIds, idsFirst } from './idsFirst';
import type { Strategy } from './strategy';

/**
 * Whether PostgreSQL is likely to misjudge how many rows match: about what a set column holds (tags, content types) it
 * knows nothing for values that are rare, takes them for frequent, and walks the whole order looking for a page of
 * them.
 */
function estimateIsUnreliable(model: Model, criteria: Criteria): boolean {
  if ('condition' in criteria || 'not' in criteria || 'some' in criteria) return false;
  if (!isComparison(criteria))
    return ('and' in criteria ? criteria.and : criteria.or).some((part) => estimateIsUnreliable(model, part));
  const field = model.fields[criteria.path];
  return field?.stored === true && field.isSet && criteria.lookup !== 'isnull';
}

/** Most rows that are fetched first and ordered then, where the order's index would be walked in vain. */
const fewRows = 5000;

/** The rows that match, found before anything is ordered. */
const found = (model: Model, condition: Sql): Sql =>
  sql.fragment`t.id = ANY(ARRAY(SELECT f.id FROM ${sql.identifier([model.name])} f WHERE ${condition}))`;

/** What PostgreSQL would misjudge is counted first. Where few rows match they are found before they are ordered. */
export const matchesFirst: Strategy = {
  name: 'matches first',
  fits: (request) => idsFirst.fits(request) && estimateIsUnreliable(request.model, request.criteria),
  fetch: async (request) => {
    const { work, model, criteria, condition } = request;
    const counted = await request.count();
    const matching = counted <= fewRows ? found(model, toSql(work.engine, { model, alias: 'f' }, criteria)) : condition;
    return { rows: await fetchIds(request, matching), count: async () => counted };
  },
};
