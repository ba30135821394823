import type { PoolClient, QueryResult } from 'pg';
import type { Queryable, Sql, TransactionOptions } from './database';
import { isAbortedTransaction } from './database-errors';
import { runStatement } from './run-statement';
import { compile } from './statement';

/**
 * Runs `work` between BEGIN and COMMIT on a connection of its own. Statements go out without waiting for the one before
 * (pg's pipeline mode), so that BEGIN shares its round trip with the first of them.
 */
export async function runTransaction<T>(
  client: PoolClient,
  work: (tx: Queryable) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const transaction = openTransaction(client);
  const begin = client.query(beginning(options));
  // Handled below; a rejection must not count as unhandled while `work` runs.
  begin.catch(() => undefined);
  try {
    const result = await work(transaction.queryable);
    transaction.end();
    await begin;
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and `work` swallowed its error.
    if (command !== 'COMMIT') throw transaction.failure() ?? new Error('The transaction was rolled back.');
    return result;
  } catch (error) {
    transaction.end();
    // A connection too broken to roll back is dropped by its pool; the first error is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    // Statements sent together with the one that failed are refused because of it; the reason is what it says itself.
    throw isAbortedTransaction(error) ? (transaction.failure() ?? error) : error;
  }
}

function beginning({ readOnly, snapshot }: TransactionOptions): string {
  if (snapshot) return 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY';
  return readOnly ? 'BEGIN READ ONLY' : 'BEGIN';
}

function openTransaction(client: PoolClient) {
  let open = true;
  let firstFailure: unknown;

  const send = async (statement: Sql, counter?: { sql: number }): Promise<QueryResult> => {
    if (!open) throw new Error('The transaction has ended; statements must be awaited inside its work.');
    if (counter !== undefined) counter.sql += 1;
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
    rows: async <T>(statement: Sql, counter?: { sql: number }) => (await send(statement, counter)).rows as T[],
    quick: async <T>(statement: Sql, counter?: { sql: number }) => (await send(statement, counter)).rows as T[],
    first: async <T>(statement: Sql, counter?: { sql: number }) =>
      (await send(statement, counter)).rows[0] as T | undefined,
    run: async (statement, counter) => (await send(statement, counter)).rowCount ?? 0,
  };
  return {
    queryable,
    end: () => {
      open = false;
    },
    failure: () => firstFailure,
  };
}
