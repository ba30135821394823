import type { Sql } from '../database';
import { sql } from '../sql';

/**
 * Rows given as JSON, of a table's row type, to stand in `FROM` under a name.
 *
 * PostgreSQL goes by what it takes for their number. For a set it takes a hundred, for which it rather reads a whole table of ten
 * thousand rows than looks a hundred up by their keys. A single record is one row to it, and a limit that it does not see, when it plans
 * for all values, makes ten of the hundred.
 */
export function givenRows(type: Sql, rows: readonly object[]): Sql {
  return rows.length === 1
    ? sql.fragment`jsonb_populate_record(NULL::${type}, ${JSON.stringify(rows[0])}::jsonb)`
    : sql.fragment`(SELECT * FROM jsonb_populate_recordset(NULL::${type}, ${JSON.stringify(rows)}::jsonb) LIMIT ${rows.length})`;
}
