import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { QueueOptions } from './queueOptions';
import { type Runner, type RunnerOptions, startRunner } from './runner';

/** Something to be done by a runner, once. */
export interface Queued {
  /** Runners that know this task take it. */
  task: string;
  payload: object;
  /** By what it can be taken back. */
  key: string;
}

/** Work that is queued in the transaction that asks for it, and done by whichever process runs the task. */
export interface Queue {
  add(tx: Queryable, queued: Queued): Promise<void>;
  /** Takes back what nobody has begun, and clears away after a runner that was lost. */
  remove(tx: Queryable, keys: readonly string[]): Promise<void>;
  /** Whether a runner is there that knows the task. */
  isServed(tx: Queryable, task: string): Promise<boolean>;
  /** How many runners are there that know a task whose name begins so. */
  countServing(tx: Queryable, beginning: string): Promise<number>;
  /** The names of the runners that are there, as a subquery. */
  alive: Sql;
  /** Whether work may yet begin, as a condition on its key: it waits, or a runner has just taken it. */
  mayBegin(key: Sql): Sql;
  run(options: RunnerOptions): Promise<Runner>;
}

/** Within this time a runner begins what it takes, or has gone. */
const beginsWithin = sql.fragment`interval '60 seconds'`;

/** Opens a queue that `provideQueue` has made. */
export function openQueue(options: QueueOptions): Queue {
  const { schema } = options;
  const name = (part: string) => sql.identifier([schema, part]);
  const alive = sql.fragment`SELECT name FROM ${name('runner')} WHERE seen > now() - interval '20 seconds'`;
  return {
    add: async (tx, { task, payload, key }) => {
      await tx.run(sql.unsafe`
        SELECT ${name('add_job')}(identifier => ${task}, payload => ${JSON.stringify(payload)}::json, job_key => ${key}, max_attempts => 1)`);
    },
    remove: async (tx, keys) => {
      const wanted = sql.array([...keys], 'text');
      await tx.run(sql.unsafe`
        SELECT ${name('force_unlock_workers')}(array_agg(locked_by)) FROM ${name('jobs')}
        WHERE key = ANY(${wanted}) AND locked_by IS NOT NULL AND attempts >= max_attempts HAVING count(*) > 0`);
      await tx.run(sql.unsafe`
        SELECT ${name('complete_jobs')}(array_agg(id)) FROM ${name('jobs')} WHERE key = ANY(${wanted}) HAVING count(*) > 0`);
    },
    isServed: async (tx, task) => {
      const found = await tx.first(
        sql.unsafe`SELECT 1 FROM ${name('runner')} WHERE name IN (${alive}) AND ${task} = ANY(tasks)`,
      );
      return found !== undefined;
    },
    countServing: async (tx, beginning) => {
      const found = await tx.first<{ n: number }>(sql.unsafe`
        SELECT count(*) AS n FROM ${name('runner')} WHERE name IN (${alive})
        AND EXISTS (SELECT FROM unnest(tasks) AS task WHERE starts_with(task, ${beginning}))`);
      return Number(found!.n);
    },
    alive,
    mayBegin: (key) => sql.fragment`EXISTS (
      SELECT FROM ${name('jobs')} AS queued
      WHERE queued.key = ${key} AND (attempts < max_attempts OR locked_at > now() - ${beginsWithin}))`,
    run: (running) => startRunner(options, running),
  };
}
