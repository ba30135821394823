import { sql } from '@plumbline/store';
import type { Work } from '../engine';

/**
 * Adds up what the triggers have written since, so that a tally stays a few rows. Any number of processes may do it at
 * once.
 */
export async function foldTallies({ sql: run }: Work): Promise<void> {
  await run.run(sql.unsafe`
    WITH folded AS (
      DELETE FROM row_tally WHERE table_name IN (SELECT table_name FROM row_tally GROUP BY table_name HAVING count(*) > 20)
      RETURNING table_name, delta, changes
    )
    INSERT INTO row_tally (table_name, delta, changes) SELECT table_name, sum(delta), sum(changes) FROM folded GROUP BY table_name`);
}
