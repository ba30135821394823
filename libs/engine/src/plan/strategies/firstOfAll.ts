import type { Row } from '@plumbline/model';
import { cachingRows } from '@plumbline/store';
import { statementOf } from '../planCache';
import { fixedStatement, isUsualLimit, limitAndOffset } from './statements';
import type { PageRequest, Strategy } from './strategy';

/** Whether it is the first page of what no value of a client's decides. */
const isFirst = ({ condition, offset }: PageRequest): boolean => condition.values.length === 0 && offset === 0;

/** The page everybody opens: its limit is part of the text, so that PostgreSQL keeps one plan for it. */
export const usualFirstPage: Strategy = {
  name: 'usual first page',
  fits: (request) => isFirst(request) && isUsualLimit(request.limit),
  fetch: async (request) => ({
    rows: await request.work.sql.rows<Row>(cachingRows(fixedStatement(request), request.rowCache)),
    count: request.count,
  }),
};

/**
 * The same with any other limit, and what cannot be fetched in two steps. In one statement, too, so that a page costs
 * the same whatever its size.
 */
export const oneStatement: Strategy = {
  name: 'one statement',
  fits: (request) => isFirst(request) || !request.listPlan.twoSteps,
  fetch: async ({ work, listPlan, condition, limit, offset, rowCache, count }) => ({
    rows: await work.sql.rows<Row>(
      cachingRows(statementOf(listPlan, condition, limitAndOffset(limit!, offset)), rowCache),
    ),
    count,
  }),
};
