import { hostname } from 'node:os';
import { backgroundWork, type Engine } from '@plumbline/engine';
import type { Runner } from '@plumbline/queue';
import { type TaskRun, workOf } from './backgroundTask';
import { backgroundTasks } from './backgroundTasks';
import type { TaskPayload } from './payload';
import { backgroundTask } from './queueRun';
import { beginResult, endResult, failureResult, keepLines } from './results';
import { traceRun } from './traceRun';

/** How many pieces of background work this process does at a time. */
const concurrency = 2;

/** Does background work of our own for as long as the service runs. */
export function runBackground(engine: Engine): Promise<Runner> {
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
    onFailure: (error) => engine.log.error({ error }, 'background work is not done any more'),
  });
}

async function runTask(engine: Engine, worker: string, queued: TaskPayload): Promise<void> {
  const { result, task, user, payload } = queued;
  const { database } = engine;
  if (!(await beginResult(database, result, worker))) return;
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
  try {
    const act = backgroundTasks[task];
    if (!act) throw new Error(`Nobody knows how to do ${task}.`);
    const answer = await act({ work: workOf(backgroundWork(engine), user), payload, user, log });
    await endResult(database, result, { status: 'SUCCESS', result: answer });
  } catch (problem) {
    const error = problem instanceof Error ? problem : new Error(String(problem));
    engine.log.warn({ error, task, result }, 'background work failed');
    await log('error', error.message);
    await endResult(database, result, {
      status: 'FAILURE',
      result: failureResult(error.name, error.message),
      traceback: error.stack ?? error.message,
    });
  }
}
