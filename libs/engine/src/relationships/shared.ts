import { sql } from '@plumbline/store';
import { ask, type Work } from '../engine';
import { sharedRequest } from './messages';

/**
 * Answers `shared`: which of these writes have committed here. Those still under way are waited for, so that what is
 * not among the answers never will be.
 */
export async function sharedWrites(work: Work, payload: unknown): Promise<string[]> {
  const { operations } = sharedRequest.parse(payload);
  for (const operation of [...operations].sort())
    await work.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${operation}, 0))`);
  const rows = await work.sql.rows<{ operation: string }>(
    sql.unsafe`SELECT operation FROM shared_write WHERE operation = ANY(${sql.array(operations, 'uuid')})`,
  );
  return rows.map(({ operation }) => operation);
}

/** Tells extras of committed writes that it has not been told of. */
export async function settleSharedWrites(work: Work): Promise<void> {
  const rows = await work.sql.rows<{ operation: string }>(
    sql.unsafe`SELECT operation FROM shared_write WHERE time < now() - interval '2 seconds' ORDER BY time LIMIT 100`,
  );
  if (rows.length === 0) return;
  const operations = rows.map(({ operation }) => operation);
  await ask(work, 'extras', 'relationship', 'keep', { app: work.engine.app, operations });
  await work.sql.run(sql.unsafe`DELETE FROM shared_write WHERE operation = ANY(${sql.array(operations, 'uuid')})`);
}
