import { openDatabase, sql } from '@plumbline/store';
import type { QueueOptions } from './queueOptions';
import { workerLogger } from './workerLogger';
import { openWorkerPool } from './workerPool';

/**
 * Makes the tables of a queue, or brings them up to date. Any number of processes may do it at once. The library would
 * make the schema itself, and its table of migrations with it, for which the role of a service has no right: so that
 * one is made here.
 */
export async function provideQueue(queue: QueueOptions): Promise<void> {
  const { schema, log } = queue;
  const database = openDatabase({ ...queue, poolSize: 1, applicationName: 'plumbline queue' });
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
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool, schema, logger: await workerLogger(log) });
  } finally {
    await pgPool.end();
  }
}
