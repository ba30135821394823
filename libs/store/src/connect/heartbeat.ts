import { randomUUID } from 'node:crypto';
import type { Log } from '@plumbline/log';
import type { Database } from '../database';
import { sql } from '../sql';

/** Ours, not a model's: which processes are at work behind a pooler. */
export const processTable = 'schema_processes';

/** Makes that table; what it says counts for seconds, so it need not survive a crash. */
export const processTableStatement = `create unlogged table if not exists ${processTable} (id uuid primary key, name text not null, seen timestamptz not null)`;

/** Milliseconds between two signs of life. */
const heartbeat = 2_000;

/**
 * Behind a pooler, says every few seconds that a process of this name is at work, until it is stopped: `pg_stat_activity` shows
 * there whom a connection was lent to last, whether or not that one is still there.
 */
export function startHeartbeat(database: Database, name: string, log: Log): { stop(): Promise<void> } {
  if (!database.pooled) return { stop: async () => {} };
  const id = randomUUID();
  let round = Promise.resolve();
  const appear = async () => {
    await database.run(sql.fragment`
      with gone as (delete from schema_processes where seen < now() - interval '1 hour' and id <> ${id})
      insert into schema_processes (id, name, seen) values (${id}, ${name}, now())
      on conflict (id) do update set seen = now()`);
  };
  const next = () => {
    round = appear().catch((error) => log.warn({ error: String(error) }, 'could not give a sign of life'));
  };
  next();
  const timer = setInterval(next, heartbeat);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
      await database.run(sql.fragment`delete from schema_processes where id = ${id}`).catch(() => undefined);
    },
  };
}

/** Whether a process of one of these names is at work on this database. */
export async function isAtWork(database: Database, names: readonly string[]): Promise<boolean> {
  const wanted = sql.array([...names], 'text');
  if (!database.pooled)
    return isThere(
      database,
      sql.fragment`pg_stat_activity where datname = current_database() and application_name = any(${wanted})`,
    );
  // Before the first migration nobody can have been at work.
  if (!(await isThere(database, sql.fragment`(select) as one where to_regclass('schema_processes') is not null`)))
    return false;
  return isThere(
    database,
    sql.fragment`schema_processes where name = any(${wanted}) and seen > now() - interval '15 seconds'`,
  );
}

const isThere = async (database: Database, where: ReturnType<typeof sql.fragment>): Promise<boolean> =>
  (await database.first(sql.fragment`select from ${where} limit 1`)) !== undefined;
