import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@plumbline/log';
import pTimeout from 'p-timeout';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Caller, ConnectionUse, Database, Sql, TransactionOptions, TransactionWork } from '../database';
import {
  CommitUnanswered,
  DatabaseUnavailable,
  isConcurrencyConflict,
  isConnectionLoss,
  isDiskFull,
  isOnlyReading,
  isOverload,
  isStalePlan,
  wasCut,
} from '../databaseErrors';
import { gather } from '../fast/gather';
import { createPool, ofPool } from '../fast/postgresClient';
import { type SharedConnection, shareConnection } from '../fast/sharedConnection';
import { sql } from '../sql';
import { columnValues } from '../statements/columnValues';
import { compile, type Statement } from '../statements/statement';
import type { Address } from './address';
import { connectionSettings, pipelined, usualConnectWithin } from './connectionSettings';
import { createOverdue, type Overdue } from './overdue';
import { statementRunner } from './runStatement';
import { runInTransaction, runTransaction, type TransactionMeans } from './transaction';
import { createTurns } from './turns';
import { withConnection } from './withConnection';

export interface DatabaseOptions {
  connectionString: string;
  /** The schema that unqualified names resolve to, before `public`; errors call the service by it. */
  schema: string;
  /** Connections held at most. */
  poolSize: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Milliseconds within which a connection must be had; five seconds when absent. */
  connectWithin?: number;
  use?: ConnectionUse;
  log: Log;
}

/** A database over connections that can be given up. */
export interface OpenDatabase extends Database {
  /** Cuts all connections; what is under way on them fails as if they were lost, and what comes then gets new ones. */
  abandon(): void;
}

const attempts = 4;
/** Of fewer connections than these none is set apart for quick statements, nor kept from transactions. */
const fewConnections = 4;
/**
 * Connections that transactions leave to statements alone, quick ones and others. A transaction may wait for another service until its
 * deadline: where that is frozen those who need it would hold all connections, and keep those who do not from reading.
 */
const leftToStatements = 2;
/** Milliseconds for which a write that was refused tells how the server is. */
const refusedFor = 60_000;
const readiness = { statement: sql.fragment`select 1`, milliseconds: 1000 };

/**
 * Opens the database of a service. Connections are made when first needed and again after PostgreSQL was away, in which
 * time statements fail with `DatabaseUnavailable`, as they do when it has no time or room for them; everything else it
 * refuses is thrown as pg reports it.
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { schema, log, use = {} } = options;
  const { connectionString, applicationName, poolSize } = options;
  const clients = new Set<PoolClient>();
  const { address, opening } = connectionSettings(connectionString, schema, applicationName, use);
  const usesFastPaths = use.fastPaths !== false && !use.pooled;
  const pool = openPool(address, options, clients, usesFastPaths);
  const means: TransactionMeans = {
    runStatement: statementRunner(use),
    opening,
    gather: usesFastPaths ? gather : () => undefined,
    cancel: async (client) => {
      // What a pooler calls a process is none of the server's.
      const process = use.pooled ? null : ofPool(client).processID;
      if (process === null) return;
      const cancelling = sql.unsafe`SELECT pg_cancel_backend(${process}::int4)`;
      // On a connection of its own: those of the pool may all be waiting for what is cancelled.
      await withConnection(address, (connection) => connection.run(cancelling)).catch((error) =>
        log.info({ schema, error: String(error) }, 'A statement nobody waits for could not be cancelled.'),
      );
    },
  };
  const overdue = createOverdue(means.cancel);
  const runOnPool = (statement: Statement, caller?: Caller) =>
    opening === undefined
      ? runAlone(pool, statement, means, overdue, overdue.deadlineOf(caller))
      : runPooled(pool, statement, means);

  // Nothing was done under a stale plan, and its connection is gone: a fresh one plans anew, past all of the pool that have one.
  const send = async (statement: Sql, caller?: Caller): Promise<QueryResult> => {
    if (caller !== undefined) caller.cost.sql += 1;
    const compiled = compile(statement);
    for (let stalePlans = 0; ; stalePlans += 1)
      try {
        return await runOnPool(compiled, caller);
      } catch (error) {
        if (isStalePlan(error) && stalePlans < poolSize) continue;
        if (error instanceof MadeToAPrimary) return send(statement, caller);
        noteRefusal(error);
        throw isAway(error) ? new DatabaseUnavailable(schema, error) : error;
      }
  };

  let refusedAt = Number.NEGATIVE_INFINITY;
  const takesWrites = () => Date.now() - refusedAt > refusedFor;
  const noteRefusal = (error: unknown) => {
    if (!isOnlyReading(error) && !isDiskFull(error)) return;
    if (takesWrites()) log.warn({ schema, error: String(error) }, 'The database takes no writes.');
    refusedAt = Date.now();
  };

  const turns =
    poolSize < fewConnections
      ? undefined
      : createTurns(poolSize - leftToStatements, options.connectWithin ?? usualConnectWithin);
  const shares = poolSize >= fewConnections && usesFastPaths;
  const shared = shares ? shareConnection(pool, means.runStatement) : undefined;
  const sendQuickly = async (statement: Sql, caller?: Caller): Promise<QueryResult> => {
    try {
      if (!shared) return await send(statement, caller);
      const result = await runOnShared(shared, compile(statement));
      if (caller !== undefined) caller.cost.sql += 1;
      return result;
    } catch (error) {
      if (isConnectionLoss(error) || isStalePlan(error)) return askAgain(statement, caller);
      throw isOverload(error) ? new DatabaseUnavailable(schema, error) : error;
    }
  };

  // It only reads: what was lost with the connection is asked again on another, past all of the pool that were cut too.
  const askAgain = async (statement: Sql, caller?: Caller): Promise<QueryResult> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await send(statement, caller);
      } catch (error) {
        if (attempt > poolSize || !(error instanceof DatabaseUnavailable && wasCut(error.cause))) throw error;
      }
  };

  const transaction: Database['transaction'] = async (work, kind = {}) => {
    let attempt = 1;
    for (let stalePlans = 0; ; ) {
      try {
        const transact = () => transactOnPool(pool, work, kind, means);
        // What only reads waits for nobody.
        return await (turns && kind.readOnly !== true ? turns.take(transact) : transact());
      } catch (error) {
        if (error instanceof CommitUnanswered) throw new DatabaseUnavailable(schema, error, true);
        if (error instanceof MadeToAPrimary) continue;
        if (isStalePlan(error) && stalePlans++ < poolSize) continue;
        if (isOnlyReading(error) && onlyReads(kind)) throw error;
        noteRefusal(error);
        if (isAway(error)) throw new DatabaseUnavailable(schema, error);
        if (!isConcurrencyConflict(error)) throw error;
        // Others are in the way again and again: the client may well succeed in a moment.
        if (attempt >= attempts) throw new DatabaseUnavailable(schema, error);
        log.info(
          { schema, attempt, code: (error as { code?: string }).code },
          'Running a transaction again after a conflict.',
        );
        await delay(attempt * 20 * Math.random());
        attempt += 1;
      }
    }
  };

  return {
    schema,
    pooled: use.pooled === true,
    rows: async <T>(statement: Sql, caller?: Caller) => (await send(statement, caller)).rows as T[],
    quick: async <T>(statement: Sql, caller?: Caller) => (await sendQuickly(statement, caller)).rows as T[],
    first: async <T>(statement: Sql, caller?: Caller) => (await send(statement, caller)).rows[0] as T | undefined,
    run: async (statement, caller) => (await send(statement, caller)).rowCount ?? 0,
    transaction,
    ready: () => answersInTime(send(readiness.statement)),
    takesWrites,
    abandon: () => {
      for (const client of clients) ofPool(client).stream.destroy();
    },
    close: () => {
      shared?.close();
      return pool.end();
    },
  };
}

function openPool(address: Address, options: DatabaseOptions, clients: Set<PoolClient>, fastPaths: boolean): Pool {
  const { schema, poolSize, connectWithin, log } = options;
  const pool = createPool({
    ...address,
    ...(connectWithin === undefined ? {} : { connectionTimeoutMillis: connectWithin }),
    max: poolSize,
    idleTimeoutMillis: 60_000,
    // Prepared statements and what the server caches for a session do not pile up for ever.
    maxLifetimeSeconds: 3600,
    ...pipelined,
    types: columnValues,
    fastPaths,
  });
  pool.on('connect', (client) => {
    // Without a listener of its own, a connection lost while in use would end the process; its query reports the error.
    client.on('error', () => undefined);
    clients.add(client);
  });
  pool.on('release', (_error, client) => {
    ofPool(client).isNew = false;
  });
  pool.on('remove', (client) => clients.delete(client as PoolClient));
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ schema, error: error.message }, 'An idle database connection was lost.');
  });
  return pool;
}

const runOnShared = (shared: SharedConnection, statement: Statement): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    shared.run(statement, (error, result) => (error ? reject(error) : resolve(result)));
  });

// Callbacks, because this is the hottest path of a service and pg's promises cost it a tenth of its throughput.
function runAlone(
  pool: Pool,
  statement: Statement,
  { runStatement }: TransactionMeans,
  overdue: Overdue,
  deadline: number | undefined,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    pool.connect((connectionError, client, release) => {
      if (connectionError !== undefined || client === undefined) {
        reject(connectionError);
        return;
      }
      const underWay = deadline === undefined ? undefined : overdue.begin(client, deadline);
      runStatement(client, statement, (error, result) => {
        const done = () => {
          if (!error) {
            release();
            resolve(result);
          } else {
            const isRefused = isOnlyReading(error);
            const failure = isRefused ? asOf(client, error) : error;
            release(isConnectionLoss(error) || isStalePlan(error) || isRefused);
            reject(failure);
          }
        };
        // What cancels it must not reach the next who is lent the connection.
        const cancelling = underWay && overdue.end(underWay);
        if (cancelling === undefined) done();
        else void cancelling.then(done);
      });
    });
  });
}

/** Behind a pooler even one statement is a transaction, so that it has its settings. */
const runPooled = (pool: Pool, statement: Statement, means: TransactionMeans): Promise<QueryResult> =>
  onClient(pool, (client) => runInTransaction(client, statement, means));

const transactOnPool = <T>(
  pool: Pool,
  work: TransactionWork<T>,
  options: TransactionOptions,
  means: TransactionMeans,
): Promise<T> => onClient(pool, (client) => runTransaction(client, work, options, means), onlyReads(options));

const onlyReads = ({ readOnly, snapshot }: TransactionOptions): boolean => readOnly === true || snapshot === true;

/** Lends a connection of the pool; one that is left inside a transaction does not come back, nor one that writes are refused on. */
async function onClient<T>(pool: Pool, use: (client: PoolClient) => Promise<T>, reads = false): Promise<T> {
  const client = await pool.connect();
  let broken: Error | boolean = true;
  try {
    const result = await use(client);
    broken = false;
    return result;
  } catch (error) {
    const isRefused = !reads && isOnlyReading(error);
    broken = client.getTransactionStatus() !== 'I' || isRefused || isStalePlan(error);
    throw isRefused ? asOf(client, error) : error;
  } finally {
    client.release(broken);
  }
}

/** A connection was made when its server took writes: another one may lead to the server that does so now. */
class MadeToAPrimary extends Error {}

/** What it says that a connection only reads: of one that has just been made, what it says; of others, nothing of the next one. */
const asOf = (client: PoolClient, error: unknown): unknown =>
  ofPool(client).isNew ? error : new MadeToAPrimary('It only reads by now.', { cause: error });

/** What a client may try again in a while. */
const isAway = (error: unknown): boolean => isConnectionLoss(error) || isOverload(error) || isOnlyReading(error);

function answersInTime(answer: Promise<unknown>): Promise<boolean> {
  const answered = answer.then(
    () => true,
    () => false,
  );
  return pTimeout(answered, readiness.milliseconds, () => false);
}
