import { sql } from '@plumbline/store';
import type { Chore } from '../core/background/chore';
import type { UnitOfWork } from '../core/engine';

/** Below this many rows PostgreSQL finds its way without knowing them. */
const rowsWorthKnowing = 1_000;

const grown = sql.fragment`
  SELECT kept.table_name FROM (SELECT table_name, sum(delta) AS n FROM row_tally GROUP BY table_name) kept
  JOIN pg_class ON relname = kept.table_name AND relnamespace = current_schema()::regnamespace
  WHERE kept.n > ${rowsWorthKnowing}::int4 AND kept.n > 2 * reltuples`;

/**
 * Has PostgreSQL look at tables that have doubled since it did so last. By itself it comes round once a minute, and
 * until then plans as if a table that was just filled were empty: the first list after a large import would take many
 * seconds.
 */
export async function analyseGrownTables({ sql: run }: UnitOfWork): Promise<void> {
  const tables = await run.rows<{ table_name: string }>(sql.unsafe`${grown}`);
  for (const { table_name: name } of tables) await run.run(sql.unsafe`ANALYZE ${sql.identifier([name])}`);
}

/** PostgreSQL looks at tables when they have grown. */
export const grownTables: Chore = { due: () => sql.fragment`EXISTS (${grown})`, act: analyseGrownTables };
