import type { Sql } from './database';
import { sql } from './sql';

/*
 * Rows that many share and few change have a line beside them. PostgreSQL lets those who lock a row `FOR SHARE` pass those who wait for it
 * alone, so that where somebody always shares it, it could never be changed. Waiters for an advisory lock come in turn: who shares such
 * rows, and who changes them, takes those of the rows before the rows (docs/adr/0042-rules-lock-what-they-look-at.md).
 */

/** Places that one statement takes at most: PostgreSQL's table of locks has room for a few thousand in all. The rest does without. */
const mostPlaces = 100;

/** Stands in line for objects of one kind beside all others who share them; `ids` answers with their ids, as `id`. */
export const inLineShared = (kind: string, ids: Sql): Sql =>
  sql.fragment`SELECT pg_advisory_xact_lock_shared(key) FROM ${placesOf(kind, ids)}`;

/** Stands in line for objects of one kind until nobody else shares them, and all who come later wait. */
export const inLineAlone = (kind: string, ids: Sql): Sql =>
  sql.fragment`SELECT pg_advisory_xact_lock(key) FROM ${placesOf(kind, ids)}`;

const placesOf = (kind: string, ids: Sql): Sql => sql.fragment`(
  SELECT hashtextextended(${sql.literalValue(`line of ${kind} `)} || id::text, 0) AS key FROM (${ids}) AS objects ORDER BY key LIMIT ${mostPlaces}
) AS places`;
