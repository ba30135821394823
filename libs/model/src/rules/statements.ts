import type { FragmentSqlToken, QuerySqlToken } from 'slonik';

/** A part of a statement, composed with the `sql` tag. */
export type Sql = FragmentSqlToken | QuerySqlToken;

/** Where rules and effects run their statements: the transaction they are part of. */
export interface Statements {
  /** The rows found, column names as keys. */
  rows<T = Record<string, unknown>>(statement: Sql): Promise<T[]>;
  /** As `rows`, for reading by a key, which takes next to no time. */
  quick<T = Record<string, unknown>>(statement: Sql): Promise<T[]>;
  /** The first row, or undefined. */
  first<T = Record<string, unknown>>(statement: Sql): Promise<T | undefined>;
  /** The number of rows it touched. */
  run(statement: Sql): Promise<number>;
}
