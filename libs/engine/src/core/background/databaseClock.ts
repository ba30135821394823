import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../engine';

/** What time it is for the database, which is one for all processes: that of a machine may be wrong. */
export async function databaseClock({ sql: run }: Pick<UnitOfWork, 'sql'>): Promise<Date> {
  const { now } = (await run.first<{ now: string }>(sql.unsafe`SELECT now() AS now`))!;
  return new Date(now);
}
