import { type Queryable, sql } from '@plumbline/store';

/** Whether a file was begun to be restored here and is not restored to its end: half of what it holds looks like all of it. */
export const isHalfRestored = async (database: Pick<Queryable, 'first'>): Promise<boolean> =>
  (await database.first(sql.unsafe`SELECT 1 FROM restoration WHERE finished IS NULL LIMIT 1`)) !== undefined;
