import type { Row } from '@plumbline/model';
import { cachingRows } from '@plumbline/store';
import { fixedStatement } from './statements';
import type { Strategy } from './strategy';

/** All there is from somewhere on, in one statement. */
export const unlimited: Strategy = {
  name: 'unlimited',
  fits: ({ limit }) => limit === undefined,
  fetch: async (request) => ({
    rows: await request.work.sql.rows<Row>(cachingRows(fixedStatement(request), request.rowCache)),
    count: request.count,
  }),
};
