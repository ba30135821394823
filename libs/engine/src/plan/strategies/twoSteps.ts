import type { Row } from '@plumbline/model';
import { cachingRows, type Sql, sql } from '@plumbline/store';
import { idArray } from '../../criteria/keys';
import { statementOf } from '../planCache';
import type { PageRequest } from './strategy';

/**
 * Finds a page's ids, then its rows. PostgreSQL plans the first for the values at hand, which does not take long as the
 * joins that rows need are not part of it, and the second once; nothing is joined to rows that are skipped.
 */
export async function fetchInTwoSteps(
  { work, model, listPlan, rowCache }: Pick<PageRequest, 'work' | 'model' | 'listPlan' | 'rowCache'>,
  ids: Sql,
): Promise<Row[]> {
  const { columns, from } = listPlan.twoSteps!;
  const found = await work.sql.rows<{ id: string | number; version: string }>(ids);
  if (found.length === 0) return [];
  const keys = idArray(
    model,
    found.map(({ id }) => id),
  );
  const versions = sql.array(
    found.map(({ version }) => version),
    'xid',
  );
  const these = sql.fragment`unnest(${keys}, ${versions}) WITH ORDINALITY AS found(id, version, place)`;
  const rows = await work.sql.rows<Row>(cachingRows(sql.fragment`${columns} ${these} ${from}`, rowCache));
  if (rows.length === found.length) return rows;
  // What was changed in between may not match any more. One statement sees one moment.
  const page = sql.fragment`t.id = ANY(ARRAY(SELECT page.id FROM (${ids}) AS page))`;
  return work.sql.rows<Row>(cachingRows(statementOf(listPlan, page), rowCache));
}
