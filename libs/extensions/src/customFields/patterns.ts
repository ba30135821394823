import { type Queryable, sql } from '@plumbline/store';

/** A text to be searched for a pattern. */
export interface Search {
  text: string;
  pattern: string;
}

/**
 * Which texts hold what their patterns look for; one statement for all of them. The database searches, because it can
 * be given up on: `run` must be bounded.
 */
export async function searchAll(run: Queryable, searches: Search[]): Promise<boolean[]> {
  // Where there is no pattern everything is found.
  if (searches.every(({ pattern }) => pattern === '')) return searches.map(() => true);
  const rows = await run.rows<{ found: boolean }>(sql.unsafe`
    SELECT text ~ pattern AS found FROM jsonb_to_recordset(${JSON.stringify(searches)}::jsonb) AS searches(text text, pattern text)`);
  return rows.map(({ found }) => found);
}
