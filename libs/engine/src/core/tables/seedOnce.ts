import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../engine';

/**
 * Does something once in the life of a service's database, within the transaction `work` is part of: later starts, and
 * processes starting at the same time, leave it.
 */
export async function seedOnce(work: UnitOfWork, name: string, task: () => Promise<void>): Promise<void> {
  const first = await work.sql.run(
    sql.unsafe`INSERT INTO seeded (name, time) VALUES (${name}, now()) ON CONFLICT DO NOTHING`,
  );
  if (first > 0) await task();
}
