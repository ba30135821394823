import { sql } from '@plumbline/store';
import type { Chore } from '../core/background/chore';
import type { UnitOfWork } from '../core/engine';

/** Tables whose tally has become many rows. */
const scattered = sql.fragment`SELECT table_name FROM row_tally GROUP BY table_name HAVING count(*) > 20`;

/**
 * Adds up what the triggers have written since, so that a tally stays a few rows. Any number of processes may do it at
 * once.
 */
export async function compactRowCounts({ sql: run }: UnitOfWork): Promise<void> {
  await run.run(sql.unsafe`
    WITH folded AS (
      DELETE FROM row_tally WHERE table_name IN (${scattered})
      RETURNING table_name, delta, changes
    )
    INSERT INTO row_tally (table_name, delta, changes) SELECT table_name, sum(delta), sum(changes) FROM folded GROUP BY table_name`);
}

/** Tallies are added up when they have grown. */
export const grownRowCounts: Chore = { due: () => sql.fragment`EXISTS (${scattered})`, act: compactRowCounts };
