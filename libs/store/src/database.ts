import type { FragmentSqlToken, QuerySqlToken } from 'slonik';

/** SQL composed with slonik's `sql` tag: `sql.fragment` or `sql.unsafe`. */
export type Sql = FragmentSqlToken | QuerySqlToken;

/** Where statements are counted, for logs and assertions. */
export interface Counter {
  sql: number;
  /** Those of them that a read replica answered. */
  replica?: number;
}

/** Anything statements can be run on: the pool or one transaction. */
export interface Queryable {
  /** Runs the statement (prepared under a name derived from its text) and returns its rows, column names as keys. */
  rows<T = Record<string, unknown>>(statement: Sql, counter?: Counter): Promise<T[]>;
  /** As `rows`, for reading by a key, which takes next to no time: such statements share a connection. */
  quick<T = Record<string, unknown>>(statement: Sql, counter?: Counter): Promise<T[]>;
  /** The first row, or undefined. */
  first<T = Record<string, unknown>>(statement: Sql, counter?: Counter): Promise<T | undefined>;
  /** Runs the statement; the number of rows it touched. */
  run(statement: Sql, counter?: Counter): Promise<number>;
}

/** What kind of transaction it is; a snapshot only reads, and sees throughout what its first statement saw. */
export interface TransactionOptions {
  readOnly?: boolean;
  snapshot?: boolean;
}

/** A service's own database: one schema, one role. */
export interface Database extends Queryable {
  /** The schema that unqualified names resolve to. */
  readonly schema: string;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Whether a trivial statement succeeds within a second. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}
