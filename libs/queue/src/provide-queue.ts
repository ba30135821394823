import type { Log } from '@plumbline/log';
import { openDatabase, sql } from '@plumbline/store';
import { runMigrations } from 'graphile-worker';
import { workerLogger } from './worker-logger';
import { openWorkerPool } from './worker-pool';

export interface QueueOptions {
  /** Of the role that owns the schema. */
  connectionString: string;
  /** A schema that holds nothing else; it must be there. */
  schema: string;
  log: Log;
}

/**
 * Makes the tables of a queue, or brings them up to date. Any number of processes may do it at once. The library would
 * make the schema itself, and its table of migrations with it, for which the role of a service has no right: so that
 * one is made here.
 */
export async function provideQueue(queue: QueueOptions): Promise<void> {
  const { connectionString, schema, log } = queue;
  const database = openDatabase({ connectionString, schema, poolSize: 1, applicationName: 'plumbline queue', log });
  try {
    await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('plumbline queue'))`);
      await tx.run(sql.unsafe`
        CREATE TABLE IF NOT EXISTS migrations (
          id int PRIMARY KEY, ts timestamptz NOT NULL DEFAULT now(), breaking boolean NOT NULL DEFAULT false)`);
      await tx.run(sql.unsafe`
        CREATE TABLE IF NOT EXISTS runner (name text PRIMARY KEY, tasks text[] NOT NULL, seen timestamptz NOT NULL)`);
    });
  } finally {
    await database.close();
  }
  const pgPool = openWorkerPool(queue, 'plumbline queue', 1);
  try {
    await runMigrations({ pgPool, schema, logger: workerLogger(log) });
  } finally {
    await pgPool.end();
  }
}
