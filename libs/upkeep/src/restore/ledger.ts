import type { UnitOfWork } from '@plumbline/engine';
import type { ObjectKey } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** The objects that a fresh database was given, by model, as far as the file has not brought them. */
export type Defaults = Record<string, ObjectKey[]>;

/** How far a file has been restored into a service's database. */
export interface Progress {
  /** The line up to which objects are there. */
  rowsReached: number;
  /** The line up to which late relations are filled. */
  linksReached: number;
  defaults: Defaults;
  /** The models of which some relations were left empty. */
  incomplete: string[];
  finished: boolean;
}

/** How far a file has come here; undefined when it was never begun. `source` tells one file from another. */
export async function progressOf({ sql: run }: UnitOfWork, source: string): Promise<Progress | undefined> {
  return run.first<Progress>(sql.unsafe`
    SELECT rows_reached AS "rowsReached", links_reached AS "linksReached", defaults, incomplete, finished IS NOT NULL AS finished
    FROM restoration WHERE source = ${source}`);
}

/** Begins to restore a file into a database whose objects are all defaults. */
export async function begin({ engine, sql: run }: UnitOfWork, source: string): Promise<void> {
  const defaults: Defaults = {};
  for (const model of engine.models.values()) {
    const rows = await run.rows<{ id: ObjectKey }>(sql.unsafe`SELECT id FROM ${sql.identifier([model.name])}`);
    if (rows.length > 0) defaults[model.label] = rows.map(({ id }) => id);
  }
  await run.run(sql.unsafe`
    INSERT INTO restoration (source, rows_reached, links_reached, defaults)
    VALUES (${source}, 0, 0, ${JSON.stringify(defaults)}::jsonb)`);
  // Of what a file brings nobody says who refers to it: it was there before that is known.
  await run.run(sql.unsafe`UPDATE referred_from_since SET since = now() + interval '1 day'`);
}

/** Notes, in the transaction of what was done, how far a file has come. */
export async function reach(
  { sql: run }: UnitOfWork,
  source: string,
  reached: { rows?: number; links?: number; defaults?: Defaults; incomplete?: string },
): Promise<void> {
  const defaults = reached.defaults === undefined ? null : JSON.stringify(reached.defaults);
  await run.run(sql.unsafe`
    UPDATE restoration SET rows_reached = greatest(rows_reached, ${reached.rows ?? 0}::int8),
      links_reached = greatest(links_reached, ${reached.links ?? 0}::int8), defaults = coalesce(${defaults}::jsonb, defaults),
      incomplete = CASE WHEN ${reached.incomplete ?? null}::text = ANY(incomplete) THEN incomplete
        ELSE array_cat(incomplete, array_remove(ARRAY[${reached.incomplete ?? null}::text], NULL)) END
    WHERE source = ${source}`);
}

/** Notes that a file is restored. */
export async function finish({ sql: run }: UnitOfWork, source: string): Promise<void> {
  await run.run(sql.unsafe`UPDATE restoration SET finished = now() WHERE source = ${source}`);
}

/** Whether nobody has written anything here: no change was ever recorded, and no file begun. */
export async function isEmpty({ sql: run }: UnitOfWork): Promise<boolean> {
  const row = await run.first<{ used: boolean }>(sql.unsafe`
    SELECT EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM outbox_pruned) OR EXISTS (SELECT FROM restoration) AS used`);
  return row?.used === false;
}
