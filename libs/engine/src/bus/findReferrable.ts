import type { Model, Row } from '@plumbline/model';
import { referredFromColumn } from '../core/deletions/referredFrom';
import type { UnitOfWork } from '../core/engine';
import { recordReferrer } from '../write/locks/recordReferrer';

/** Finds rows, which say whether it is written down that they are referred to from an application. */
type FindReferred = (app: string) => Promise<Row[]>;

/**
 * Rows that an application is about to refer to, when that is written down of all of them. What is new is committed before this
 * resolves, and only then it is looked whether the rows are there to be referred to: a deletion that has not seen it has marked them
 * by then, or holds them, and they are left out.
 */
export async function findReferrable(work: UnitOfWork, model: Model, app: string, find: FindReferred): Promise<Row[]> {
  let rows = await find(app);
  const fresh = rows.filter((row) => !row[referredFromColumn]).map(({ id }) => id as string | number);
  if (fresh.length > 0) {
    await recordReferrer(work, model, app, fresh);
    rows = (await find(app)).filter((row) => row[referredFromColumn]);
  }
  for (const row of rows) delete row[referredFromColumn];
  return rows;
}
