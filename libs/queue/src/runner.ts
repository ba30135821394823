import { openDatabase, sql } from '@plumbline/store';
import type { TaskList } from 'graphile-worker';
import type { QueueOptions } from './queueOptions';
import { workerLogger } from './workerLogger';
import { openWorkerPool } from './workerPool';

/** Does what was queued; what it throws is logged, and the work is not done again. */
export type Task = (payload: unknown) => Promise<void>;

export interface RunnerOptions {
  /** As nobody else is called. */
  name: string;
  tasks: Record<string, Task>;
  /** How many are done at a time. */
  concurrency: number;
  /** Called when the runner cannot go on: nobody counts on it any more. It is to be stopped, and may be started again. */
  onFailure(error: unknown): void;
}

export interface Runner {
  /** Takes nothing new, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Milliseconds between two signs of life. */
const heartbeat = 6_000;
/** Milliseconds between looks for work of which no notice has come; behind a pooler there are none. */
const pollInterval = { listening: 30_000, pooled: 500 };

/** Does queued work, and says every few seconds that it is there. */
export async function startRunner(queue: QueueOptions, options: RunnerOptions): Promise<Runner> {
  const { schema, log } = queue;
  const { name, tasks, concurrency } = options;
  const isPooled = queue.use?.pooled === true;
  const database = openDatabase({ ...queue, poolSize: 1, applicationName: `plumbline ${name}` });
  const appear = async () => {
    const names = sql.array(Object.keys(tasks), 'text');
    await database.run(sql.unsafe`
      WITH gone AS (DELETE FROM runner WHERE seen < now() - interval '1 hour' AND name <> ${name})
      INSERT INTO runner (name, tasks, seen) VALUES (${name}, ${names}, now())
      ON CONFLICT (name) DO UPDATE SET seen = now(), tasks = excluded.tasks`);
  };
  const pgPool = openWorkerPool(queue, `plumbline ${name} at work`, concurrency + 2);
  const begin = async () => {
    await appear();
    const { run: runWorker } = await import('graphile-worker');
    return runWorker({
      pgPool,
      schema,
      concurrency,
      pollInterval: isPooled ? pollInterval.pooled : pollInterval.listening,
      noPreparedStatements: isPooled,
      noHandleSignals: true,
      logger: await workerLogger(log),
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([task, act]) => [task, (payload: unknown) => act(payload)]),
      ) as TaskList,
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const disappear = async () => {
    clearInterval(timer);
    await database.run(sql.unsafe`DELETE FROM runner WHERE name = ${name}`).catch(() => undefined);
  };
  const close = () => Promise.all([pgPool.end(), database.close()]);
  const worker = await begin().catch(async (error) => {
    await disappear();
    // One that has half begun may hold on to connections: why it has not is told without waiting for them.
    close().catch(() => undefined);
    throw error;
  });
  timer = setInterval(() => {
    appear().catch((error) => log.warn({ error: String(error) }, 'could not give a sign of life'));
  }, heartbeat);
  let stopping = false;
  // The library tells in its log why it stops, and resolves in any case.
  const over = (error: unknown = new Error('The queue is not worked on any more.')) => {
    if (stopping) return;
    void disappear();
    options.onFailure(error);
  };
  worker.promise.then(() => over(), over);
  return {
    stop: async () => {
      stopping = true;
      await worker.stop().catch(() => undefined);
      await disappear();
      await close();
    },
  };
}
