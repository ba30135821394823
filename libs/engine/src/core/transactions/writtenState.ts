import { type Sql, sql } from '@plumbline/store';

/**
 * Which versions of rows there are, as an expression: another text as soon as one of them is written, NULL where there are
 * none. `rows` is a table that stays small, with its condition.
 */
export const writtenState = (rows: Sql): Sql =>
  sql.fragment`(SELECT md5(string_agg(ctid::text || xmin::text, ',' ORDER BY ctid)) FROM ${rows})`;

/** Whether rows have been written since they were read in a state, as a condition. */
export const isWrittenSince = (rows: Sql, state: string | undefined): Sql =>
  sql.fragment`${writtenState(rows)} IS DISTINCT FROM ${state ?? null}::text`;
