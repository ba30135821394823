import type { Sql } from '../database';
import { sql } from '../sql';

/*
 * Rows have a line beside them. PostgreSQL lets those who lock a row `FOR KEY SHARE` or `FOR SHARE` pass those who wait for it alone, so that
 * where somebody always shares it, it could never be changed or deleted. Waiters for an advisory lock come in turn: who shares rows, and who
 * wants such rows alone, takes places in their lines before the rows (docs/adr/0042-rules-lock-what-they-look-at.md).
 */

/** Objects of one kind in whose lines one stands. */
export interface Places {
  kind: string;
  /** Answers with the ids of the objects, as `id`; nulls stand for none. */
  ids: Sql;
  /** Beside all others who share them, or until nobody else does, and all who come later wait. */
  as: 'shared' | 'exclusive';
  /** Those of lower ranks are taken first. */
  rank?: number;
}

/** Objects of several kinds in whose lines one stands. */
export interface PlacesOfKinds extends Pick<Places, 'as'> {
  /** Answers with the `rank`, `kind` and `id` of each object; ids that are null stand for none. */
  objects: Sql;
}

/** Places that one statement takes at most: PostgreSQL's table of locks has room for a few thousand in all. The rest does without. */
const mostPlaces = 50;

/** Takes places in the order of their ranks, and of keys that all who stand in line have alike. */
export function inLine(places: readonly (Places | PlacesOfKinds)[]): Sql {
  const keys = places.map(
    (each) => sql.fragment`
      SELECT rank, ${sql.literalValue(String(each.as === 'exclusive'))}::bool AS exclusive,
        hashtextextended('line of ' || kind || ' ' || id::text, 0) AS key
      FROM (${'objects' in each ? each.objects : objectsOf(each)}) AS objects WHERE id IS NOT NULL`,
  );
  return sql.fragment`
    SELECT CASE WHEN exclusive THEN pg_advisory_xact_lock(key) ELSE pg_advisory_xact_lock_shared(key) END
    FROM (${sql.join(keys, sql.fragment` UNION ALL `)} ORDER BY rank, key LIMIT ${sql.literalValue(String(mostPlaces))}) AS places`;
}

const objectsOf = ({ kind, ids, rank = 0 }: Places): Sql =>
  sql.fragment`SELECT ${sql.literalValue(String(rank))}::int4 AS rank, ${sql.literalValue(kind)} AS kind, id FROM (${ids}) AS ids`;
