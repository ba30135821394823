import type { Model, Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { flagColumns } from '../plan/referenceFlags';

/**
 * Sets the reference flags of rows, which were found with the columns of `flagColumns`: objects of another service are about to
 * refer to them. It is committed when this resolves, and so before whoever asked commits: a reader that finds a flag off need
 * not ask.
 */
export async function flagReferenced(work: UnitOfWork, model: Model, referrer: string, rows: Row[]): Promise<void> {
  for (const column of flagColumns(model, referrer)) {
    const fresh = rows.filter((row) => row[column] === false).map(({ id }) => id as string);
    if (fresh.length > 0) await setFlag(work, model, column, fresh);
  }
}

/** Turns a reference flag on. Rows are locked in the order of their keys, as writers lock them. */
export async function setFlag({ sql: run }: UnitOfWork, model: Model, column: string, ids: string[]): Promise<void> {
  const table = sql.identifier([model.name]);
  await run.run(sql.unsafe`
    UPDATE ${table} SET ${sql.identifier([column])} = true WHERE id IN (
      SELECT id FROM ${table} WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE
    )`);
}
