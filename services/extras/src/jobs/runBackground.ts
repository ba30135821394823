import { hostname } from 'node:os';
import { backgroundWork, type Engine } from '@plumbline/engine';
import type { Runner } from '@plumbline/queue';
import { type Queryable, sql } from '@plumbline/store';
import { type TaskRun, workOf } from './backgroundTask';
import { backgroundTasks } from './backgroundTasks';
import type { TaskPayload } from './payload';
import { backgroundTask } from './queueRun';
import { beginResult, demandUnderWay, endFailed, endResult, failureOf, keepLines } from './results';
import { traceRun } from './traceRun';
import { whenAvailable } from './whenAvailable';

/** How many pieces of background work this process does at a time. */
const concurrency = 2;

/** Milliseconds after which it is begun again where it could not go on. */
const beginAgainAfter = 5_000;

/** Does background work of our own for as long as the service runs. */
export async function runBackground(engine: Engine): Promise<Runner> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let beginning: Promise<void> = Promise.resolve();
  const failed = (error: unknown) => {
    engine.log.error({ error }, 'background work is not done any more; it is begun again');
    if (isStopped) return;
    timer = setTimeout(() => {
      beginning = beginAgain().catch(failed);
    }, beginAgainAfter);
  };
  let runner: Runner | undefined = await beginRunner(engine, failed);
  const stop = async () => {
    const before = runner;
    runner = undefined;
    await before?.stop();
  };
  const beginAgain = async () => {
    await stop();
    if (!isStopped) runner = await beginRunner(engine, failed);
  };
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await beginning;
      await stop();
    },
  };
}

function beginRunner(engine: Engine, onFailure: (error: unknown) => void): Promise<Runner> {
  const name = `extras@${hostname()}-${process.pid}-${Date.now().toString(36)}`;
  return engine.queue!.run({
    name,
    concurrency,
    tasks: {
      [backgroundTask]: (payload) => {
        const queued = payload as TaskPayload;
        return traceRun(engine.tracing, { ...queued, name: queued.task }, () => runTask(engine, name, queued));
      },
    },
    onFailure,
  });
}

async function runTask(engine: Engine, worker: string, queued: TaskPayload): Promise<void> {
  const { result, task } = queued;
  const { database } = engine;
  if (!(await whenAvailable(() => beginResult(database, result, worker), engine.log))) return;
  const log: TaskRun['log'] = (level, message, { grouping = 'main', object } = {}) =>
    keepLines(database, result, [
      {
        time: new Date().toISOString(),
        level,
        grouping: grouping.slice(0, 100),
        message,
        object: String(object?.display ?? '').slice(0, 200),
        url: String(object?.url ?? '').slice(0, 255),
      },
    ]);
  const writeDown = (end: (tx: Queryable) => Promise<void>) =>
    whenAvailable(() => database.transaction((tx) => end(tx)), engine.log);
  const fail = (thrown: unknown) => {
    engine.log.warn({ error: thrown, task, result }, 'background work failed');
    return writeDown((tx) => endFailed(tx, result, failureOf(thrown), 'main'));
  };
  const succeed = (answer: unknown) =>
    writeDown((tx) => endResult(tx, result, { status: 'SUCCESS', result: answer })).catch(fail);
  await perform(engine, queued, { log, demandWanted: (run) => demandUnderWay(run, result) }).then(succeed, fail);
}

async function perform(
  engine: Engine,
  { result, task, user, payload }: TaskPayload,
  means: Pick<TaskRun, 'log' | 'demandWanted'>,
): Promise<unknown> {
  const act = backgroundTasks[task];
  if (!act) throw new Error(`Nobody knows how to do ${task}.`);
  const problem = await whenAvailable(() => whyNotRun(engine, result, task), engine.log);
  if (problem !== undefined) throw new Error(problem);
  return act({ work: workOf(backgroundWork(engine), user), payload, user, ...means });
}

/** Why the job that a run is of, if it is of one, is not run: it may have gone or been switched off while this waited. */
async function whyNotRun({ database }: Engine, result: string, task: string): Promise<string | undefined> {
  const run = await database.first<{ of: string; enabled: boolean | null }>(sql.unsafe`
    SELECT task_name AS of, job.enabled FROM jobresult LEFT JOIN job ON job.id = jobresult.job_model
    WHERE jobresult.id = ${result}::uuid`);
  if (!run) return undefined;
  // What is of no job has the name of its task.
  if (run.enabled === null) return run.of === task ? undefined : 'This job is not installed any more.';
  return run.enabled ? undefined : 'This job is not enabled to be run.';
}
