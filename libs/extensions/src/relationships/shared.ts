import { ask, type Chore, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { associationsApp } from './associationsApp';
import { sharedRequest } from './messages';

/**
 * Answers `shared`: which of these writes have committed here. Those still under way are waited for, so that what is
 * not among the answers never will be.
 */
export async function sharedWrites(work: UnitOfWork, payload: unknown): Promise<string[]> {
  const { operations } = sharedRequest.parse(payload);
  for (const operation of [...operations].sort())
    await work.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${operation}, 0))`);
  const rows = await work.sql.rows<{ operation: string }>(
    sql.unsafe`SELECT operation FROM shared_write WHERE operation = ANY(${sql.array(operations, 'uuid')})`,
  );
  return rows.map(({ operation }) => operation);
}

/** Tells extras of committed writes that it has not been told of. */
async function settleSharedWrites(work: UnitOfWork): Promise<void> {
  const rows = await work.sql.rows<{ operation: string }>(
    sql.unsafe`SELECT operation FROM shared_write WHERE time < now() - interval '2 seconds' ORDER BY time LIMIT 100`,
  );
  if (rows.length === 0) return;
  const operations = rows.map(({ operation }) => operation);
  await ask(work, associationsApp, 'relationship', 'keep', { app: work.engine.app, operations });
  await work.sql.run(sql.unsafe`DELETE FROM shared_write WHERE operation = ANY(${sql.array(operations, 'uuid')})`);
}

/** It is told what it has had time to be told. */
export const unsettledWrites: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM shared_write WHERE time < now() - interval '2 seconds')`,
  act: settleSharedWrites,
};

/** Whether no part of a write waits for the other, here or there. */
export async function isSettled(work: UnitOfWork): Promise<boolean> {
  const row = await work.sql.first<{ left: boolean }>(
    sql.unsafe`SELECT EXISTS (SELECT FROM shared_write) OR EXISTS (SELECT FROM shared_write_undo) AS left`,
  );
  return row?.left === false;
}
