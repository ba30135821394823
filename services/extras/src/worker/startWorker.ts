import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Settings } from '@plumbline/config';
import { repeatedly } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { openQueue } from '@plumbline/queue';
import { openDatabase, queueSchema, sql, startHeartbeat } from '@plumbline/store';
import type { Tracing } from '@plumbline/tracing';
import type { JobPayload } from '../jobs/payload';
import { jobTask } from '../jobs/queueRun';
import { beginResult } from '../jobs/results';
import { traceRun } from '../jobs/traceRun';
import { whenAvailable } from '../jobs/whenAvailable';
import { createDiscovery } from './discovery';
import { executeJob } from './executeJob';
import { stopUnwanted } from './stopUnwanted';

export interface WorkerOptions {
  settings: Settings;
  /** Of the role of extras. */
  connectionString: string;
  /** The program's own entry. */
  entry: string;
  log: Log;
  /** Set when traces are wanted. */
  tracing?: Tracing | undefined;
  onFailure(error: unknown): void;
}

/** What a worker calls itself in the database of extras. */
export const workerName = 'plumbline worker';

/** Milliseconds between looks whether runs are still wanted, and for new or changed jobs. */
const runsInterval = 1_000;
const jobsInterval = 2_000;
/** Milliseconds runs have to come to their end when the worker is to stop. */
const patience = 10_000;

/** Runs jobs, each in a process of its own, and tells everybody which there are. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { settings, connectionString, entry, log, tracing } = options;
  const { queues, concurrency } = settings.worker;
  const name = `worker@${hostname().slice(0, 60)}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const database = openDatabase({
    connectionString,
    schema: 'extras',
    poolSize: concurrency + 3,
    applicationName: workerName,
    use: settings.databaseUse,
    log,
  });
  const alive = startHeartbeat(database, workerName, log);
  const running = new Map<string, { stop(): void }>();
  /** Whether runs have had their time to come to an end. */
  let isGivingUp = false;
  const started = (result: string, run: { stop(): void }): void => {
    running.set(result, run);
    if (isGivingUp) run.stop();
  };

  async function take(payload: unknown): Promise<void> {
    const job = payload as JobPayload;
    if (!(await whenAvailable(() => beginResult(database, job.result, name), log))) return;
    running.set(job.result, { stop: () => undefined });
    log.info({ result: job.result, job: job.job }, 'job begun');
    try {
      await traceRun(tracing, { ...job, name: 'job' }, () =>
        executeJob({ settings, database, entry, tracing, log }, job, (run) => started(job.result, run)),
      );
    } finally {
      running.delete(job.result);
    }
    log.info({ result: job.result }, 'job ended');
  }

  /** Ends the processes of runs that somebody has taken back or deleted. */
  const lookAfter = () =>
    stopUnwanted(running, async (ids) => {
      const wanted = await database.rows<{ id: string }>(sql.unsafe`
        SELECT id FROM jobresult WHERE id = ANY(${sql.array(ids, 'uuid')}) AND status = 'STARTED' AND worker = ${name}`);
      return wanted.map(({ id }) => id);
    });

  const discovery = createDiscovery(database, settings, log);
  const failed = (error: unknown) => log.warn({ error: String(error) }, 'the worker could not look around');
  const lookForJobs = () => discovery.look();
  const firstLook = lookForJobs().catch(failed);
  const queue = openQueue({
    connectionString,
    schema: queueSchema('extras'),
    use: settings.databaseUse,
    log,
  });
  const runner = await queue.run({
    name,
    concurrency,
    tasks: Object.fromEntries(queues.map((one) => [jobTask(one), take])),
    onFailure: options.onFailure,
  });
  const looks = [repeatedly(lookAfter, { interval: runsInterval, failed })];
  await firstLook;
  looks.push(repeatedly(lookForJobs, { interval: jobsInterval, failed }));
  log.info({ name, queues }, 'worker ready');
  return {
    stop: async () => {
      const giveUp = setTimeout(() => {
        isGivingUp = true;
        for (const run of running.values()) run.stop();
      }, patience);
      await runner.stop();
      clearTimeout(giveUp);
      await Promise.all(looks.map(({ stop }) => stop()));
      await alive.stop();
      await database.close();
    },
  };
}
