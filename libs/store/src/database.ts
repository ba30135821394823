import type { FragmentSqlToken, QuerySqlToken } from 'slonik';

/** SQL composed with slonik's `sql` tag: `sql.fragment` or `sql.unsafe`. */
export type Sql = FragmentSqlToken | QuerySqlToken;

/** Where statements are counted, for logs and assertions. */
export interface Counter {
  sql: number;
  /** Those of them that a read replica answered. */
  replica?: number;
}

/** On whose behalf statements run. */
export interface Caller {
  cost: Counter;
  /** Epoch milliseconds until which somebody waits. What is still under way alone on a connection some time later is given up. */
  deadline: number;
}

/** Anything statements can be run on: the pool or one transaction. */
export interface Queryable {
  /** Runs the statement (prepared under a name derived from its text) and returns its rows, column names as keys. */
  rows<T = Record<string, unknown>>(statement: Sql, caller?: Caller): Promise<T[]>;
  /** As `rows`, for reading by a key, which takes next to no time: such statements share a connection. */
  quick<T = Record<string, unknown>>(statement: Sql, caller?: Caller): Promise<T[]>;
  /** The first row, or undefined. */
  first<T = Record<string, unknown>>(statement: Sql, caller?: Caller): Promise<T | undefined>;
  /** Runs the statement; the number of rows it touched. */
  run(statement: Sql, caller?: Caller): Promise<number>;
}

/** How connections are used. */
export interface ConnectionUse {
  /**
   * A pooler stands between that lends a connection for a transaction at a time: nothing is kept in a session, and no
   * statement has a name.
   */
  pooled?: boolean;
  /** Whether the driver's insides are used where that is faster; a pooler has none of it. */
  fastPaths?: boolean;
}

/** What is done in a transaction; `first` has the rows of each of the statements that went out with BEGIN. */
export type TransactionWork<T> = (tx: Queryable, first: Promise<Record<string, unknown>[][]>) => Promise<T>;

/** What kind of transaction it is; a snapshot only reads, and sees throughout what its first statement saw. */
export interface TransactionOptions {
  readOnly?: boolean;
  snapshot?: boolean;
  /** Statements without values that go out in the message of BEGIN; `work` is given the promise of their rows. */
  first?: readonly Sql[];
  /** Called at the last moment before COMMIT is sent: what it throws rolls the transaction back. */
  committing?: () => void;
  /**
   * Aborted when nobody waits for the transaction any more: until COMMIT is sent the statement it is at is cancelled then, no other
   * is sent, and it is rolled back and fails with the signal's reason.
   */
  signal?: AbortSignal;
}

/** A service's own database: one schema, one role. */
export interface Database extends Queryable {
  /** The schema that unqualified names resolve to. */
  readonly schema: string;
  /** Whether a pooler stands between, so that connections do not say who is at work. */
  readonly pooled?: boolean;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: TransactionWork<T>, options?: TransactionOptions): Promise<T>;
  /** Whether a trivial statement succeeds within a second. */
  ready(): Promise<boolean>;
  /** Whether no write was refused within the last minute because the server only reads or its disk is full. */
  takesWrites(): boolean;
  close(): Promise<void>;
}
