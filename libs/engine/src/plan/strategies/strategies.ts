import { everything, type Model } from '@plumbline/model';
import type { UnitOfWork } from '../../core/engine';
import { localize } from '../../criteria/localize';
import { boundedBy } from '../../criteria/patterns';
import { toSql } from '../../criteria/toSql';
import { countRows } from '../counting';
import { byGroups } from './byGroups';
import { oneStatement, usualFirstPage } from './firstOfAll';
import { idsFirst } from './idsFirst';
import { matchesFirst } from './matchesFirst';
import { selective } from './selective';
import type { ListPlan, Loaded, PageBounds, PageRequest, Strategy } from './strategy';
import { unlimited } from './unlimited';

/**
 * The ways to fetch a page; the first that fits is taken. One object by its id is fetched by `load`, before anything is
 * chosen.
 *
 * | way              | when                                              | why                                               |
 * | ---------------- | ------------------------------------------------- | ------------------------------------------------- |
 * | selective        | one value of a column is asked for that few rows  | one plan is right for every value, and making it  |
 * |                  | share                                             | would take longer than running it                 |
 * | unlimited        | there is no limit                                 | no row is skipped that ids could be found for     |
 * | by groups        | the order is by group, criteria are about groups  | PostgreSQL would join and sort all there is       |
 * | usual first page | the list begins, no value of a client's decides,  | PostgreSQL keeps a plan for each of these limits  |
 * |                  | and the limit is a usual one                      |                                                   |
 * | one statement    | the same with any limit, or in an order that      | a page costs the same whatever its size           |
 * |                  | takes the whole row                               |                                                   |
 * | matches first    | what a set column holds is asked for              | PostgreSQL misjudges it and would walk the whole  |
 * |                  |                                                   | order looking for a few rows                      |
 * | ids first        | anything else                                     | the short statement is planned for its values,    |
 * |                  |                                                   | the long one once                                 |
 */
const strategies: readonly Strategy[] = [
  selective,
  unlimited,
  byGroups,
  usualFirstPage,
  oneStatement,
  matchesFirst,
  idsFirst,
];

/** The way that is cheapest for a page. */
export const choose = (request: PageRequest): Strategy => strategies.find(({ fits }) => fits(request))!;

/** What choosing takes to know of a page. */
export async function pageRequest(
  work: UnitOfWork,
  model: Model,
  listPlan: ListPlan,
  page: PageBounds,
): Promise<PageRequest> {
  const { limit, offset = 0, rowCache } = page;
  const criteria = await localize(work, model, page.criteria ?? everything);
  const condition = toSql(work.engine, { model, alias: 't' }, criteria);
  const bounded = boundedBy(work, criteria);
  const count = () => countRows(bounded, model, criteria, condition);
  return { work: bounded, model, listPlan, criteria, condition, limit, offset, rowCache, count };
}

/** Runs a list plan for the rows that match, by the way that is cheapest for them. */
export async function loadPage(work: UnitOfWork, model: Model, listPlan: ListPlan, page: PageBounds): Promise<Loaded> {
  const request = await pageRequest(work, model, listPlan, page);
  return choose(request).fetch(request);
}
