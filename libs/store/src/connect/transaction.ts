import type { PoolClient, QueryResult } from 'pg';
import type { Caller, Queryable, Sql, TransactionOptions, TransactionWork } from '../database';
import { CommitUnanswered, isAbortedTransaction, isConnectionLoss } from '../databaseErrors';
import { compile, type Statement, textOf } from '../statements/statement';
import type { RunStatement } from './runStatement';

/** How statements are sent, and what each transaction begins with beside BEGIN. */
export interface TransactionMeans {
  runStatement: RunStatement;
  opening?: string | undefined;
  /** Has what is sent in one turn of the event loop go out together. */
  gather(client: PoolClient): void;
  /** Has the server give up the statement that a connection is at; nothing reaches the connection after it has resolved. */
  cancel(client: PoolClient): Promise<void>;
}

/**
 * Runs `work` between BEGIN and COMMIT on a connection of its own. Statements go out without waiting for the one before
 * (pg's pipeline mode), so that BEGIN shares its round trip with the first of them.
 */
export async function runTransaction<T>(
  client: PoolClient,
  work: TransactionWork<T>,
  options: TransactionOptions,
  { runStatement, opening, gather, cancel }: TransactionMeans,
): Promise<T> {
  const { signal } = options;
  signal?.throwIfAborted();
  const send: RunStatement = (...sent) => {
    gather(client);
    runStatement(...sent);
  };
  const transaction = openTransaction(client, send, signal);
  const isCancelled = cancelledBy(signal, () => cancel(client));
  gather(client);
  const begun = client
    .query(withFirst(withOpening(beginning(options), opening), options))
    .then((answer) => rowsOfFirst(answer, options));
  // Handled below; a rejection must not count as unhandled while `work` runs.
  begun.catch(() => undefined);
  try {
    const result = await work(transaction.queryable, begun);
    transaction.end();
    await begun;
    if (await isCancelled()) throw signal!.reason;
    options.committing?.();
    gather(client);
    const { command } = await commit(client);
    // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and `work` swallowed its error.
    if (command !== 'COMMIT') throw transaction.failure() ?? new Error('The transaction was rolled back.');
    return result;
  } catch (error) {
    transaction.end();
    const wasCancelled = await isCancelled();
    // A connection too broken to roll back is dropped by its pool; the first error is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    if (wasCancelled) throw signal!.reason;
    // Statements sent together with the one that failed are refused because of it; the reason is what it says itself.
    throw isAbortedTransaction(error) ? (transaction.failure() ?? error) : error;
  }
}

/**
 * Cancels what a transaction is at when its signal is aborted. The answer is called before what ends the transaction is sent, and says
 * whether that has been, when it is done; from then on nothing is cancelled.
 */
function cancelledBy(signal: AbortSignal | undefined, cancel: () => Promise<void>): () => Promise<boolean> {
  let cancelling: Promise<void> | undefined;
  const act = () => {
    cancelling = cancel();
  };
  signal?.addEventListener('abort', act, { once: true });
  return async () => {
    signal?.removeEventListener('abort', act);
    await cancelling;
    return cancelling !== undefined;
  };
}

/**
 * Runs one statement in a transaction of its own, in one round trip: none of its three parts waits for the one before.
 */
export async function runInTransaction(
  client: PoolClient,
  statement: Statement,
  { runStatement, opening }: TransactionMeans,
): Promise<QueryResult> {
  const begun = client.query(withOpening('BEGIN', opening));
  const answer = new Promise<QueryResult>((resolve, reject) =>
    runStatement(client, statement, (error, result) => (error ? reject(error) : resolve(result))),
  );
  const [began, answered, committed] = await Promise.allSettled([begun, answer, client.query('COMMIT')]);
  // What comes first says why those after it were refused.
  for (const part of [began, answered, committed]) if (part.status === 'rejected') throw part.reason;
  return (answered as PromiseFulfilledResult<QueryResult>).value;
}

const withOpening = (begin: string, opening: string | undefined): string =>
  opening === undefined ? begin : `${begin}; ${opening}`;

/**
 * Sends COMMIT. An error that PostgreSQL answers it with says that the transaction is rolled back; a connection that is
 * lost meanwhile says nothing.
 */
async function commit(client: PoolClient): Promise<QueryResult> {
  try {
    return await client.query('COMMIT');
  } catch (error) {
    throw isConnectionLoss(error) && !wasNotSent(error) ? new CommitUnanswered(error) : error;
  }
}

/** pg refuses by itself what is asked of a connection that it knows to be lost. */
const wasNotSent = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Client ');

function beginning({ readOnly, snapshot }: TransactionOptions): string {
  if (snapshot) return 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY';
  return readOnly ? 'BEGIN READ ONLY' : `BEGIN; ${plannedOnce}`;
}

function withFirst(begin: string, { first = [] }: TransactionOptions): string {
  if (first.some(({ values }) => values.length > 0))
    throw new TypeError('A statement that goes out with BEGIN has no values.');
  return [begin, ...first.map(textOf)].join('; ');
}

/** What the last statements of a message answer, those that `first` are; pg's types know of one alone. */
function rowsOfFirst(
  answer: QueryResult | QueryResult[],
  { first = [] }: TransactionOptions,
): Record<string, unknown>[][] {
  const answers = [answer].flat();
  return answers.slice(answers.length - first.length).map(({ rows }) => rows as Record<string, unknown>[]);
}

/**
 * What a write runs goes by keys, for which one plan is right. PostgreSQL would plan such a statement anew each time: it
 * takes ten for the length of an array that it does not know, and finds that one is cheaper.
 */
const plannedOnce = 'SET LOCAL plan_cache_mode TO force_generic_plan';

function openTransaction(client: PoolClient, runStatement: RunStatement, signal: AbortSignal | undefined) {
  let open = true;
  let firstFailure: unknown;

  const send = async (statement: Sql, caller?: Caller): Promise<QueryResult> => {
    if (!open) throw new Error('The transaction has ended; statements must be awaited inside its work.');
    signal?.throwIfAborted();
    if (caller !== undefined) caller.cost.sql += 1;
    try {
      return await new Promise((resolve, reject) =>
        runStatement(client, compile(statement), (error, result) => (error ? reject(error) : resolve(result))),
      );
    } catch (error) {
      firstFailure ??= error;
      throw error;
    }
  };

  const queryable: Queryable = {
    rows: async <T>(statement: Sql, caller?: Caller) => (await send(statement, caller)).rows as T[],
    quick: async <T>(statement: Sql, caller?: Caller) => (await send(statement, caller)).rows as T[],
    first: async <T>(statement: Sql, caller?: Caller) => (await send(statement, caller)).rows[0] as T | undefined,
    run: async (statement, caller) => (await send(statement, caller)).rowCount ?? 0,
  };
  return {
    queryable,
    end: () => {
      open = false;
    },
    failure: () => firstFailure,
  };
}
