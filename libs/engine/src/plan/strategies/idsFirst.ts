import type { Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { limitAndOffset } from './statements';
import type { PageRequest, Strategy } from './strategy';
import { fetchInTwoSteps } from './twoSteps';

/** Finds the ids of the rows that match this, in the order of the list plan, then the rows. */
export const fetchIds = (
  { work, model, listPlan, limit, offset, rowCache }: PageRequest,
  matching: Sql,
): Promise<Row[]> => {
  const ids = sql.fragment`${listPlan.twoSteps!.ids} WHERE ${matching} ${listPlan.order} ${limitAndOffset(limit!, offset)}`;
  return fetchInTwoSteps({ work, model, listPlan, rowCache }, ids);
};

/** The ids of the page, planned for the values at hand, and then its rows by a statement that is planned once. */
export const idsFirst: Strategy = {
  name: 'ids first',
  fits: ({ listPlan, limit }) => listPlan.twoSteps !== undefined && limit !== undefined,
  fetch: async (request) => ({ rows: await fetchIds(request, request.condition), count: request.count }),
};
