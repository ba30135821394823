import { type Queryable, sql } from '@plumbline/store';

/** How many wait, by what they wait for. */
export interface LockWaits {
  /** For a row that somebody has locked. */
  rows: number;
  /** In the line beside a row, to write it ([decision 42](../../../docs/adr/0042-rules-lock-what-they-look-at.md)). */
  linesExclusive: number;
  /** In such a line, to write the row once those have ended who rely on it: services keep others from each other by such locks, too. */
  exclusiveBehindShared: number;
  /** In such a line, to rely on the row. */
  linesShared: number;
}

/**
 * What those connected to this database wait for: nothing of other suites, which have databases of their own on the
 * same server. Whoever asks must have a connection to spare: the services that wait may have none.
 */
export async function lockWaits(database: Queryable): Promise<LockWaits> {
  const [waits] = await database.rows<Record<keyof LockWaits, number>>(sql.unsafe`
    SELECT
      count(*) FILTER (WHERE locktype IN ('transactionid', 'tuple'))::int AS "rows",
      count(*) FILTER (WHERE locktype = 'advisory' AND mode = 'ExclusiveLock')::int AS "linesExclusive",
      count(*) FILTER (WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND EXISTS (
        SELECT FROM pg_locks held WHERE held.granted AND held.locktype = 'advisory' AND held.mode = 'ShareLock'
          AND (held.database, held.classid, held.objid, held.objsubid) = (waits.database, waits.classid, waits.objid, waits.objsubid)
      ))::int AS "exclusiveBehindShared",
      count(*) FILTER (WHERE locktype = 'advisory' AND mode = 'ShareLock')::int AS "linesShared"
    FROM pg_locks waits JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`);
  return waits!;
}
