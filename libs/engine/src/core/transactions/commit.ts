import { type Outcome, problems } from '@plumbline/http';
import type { Effect } from '../effect';
import type { UnitOfWork } from '../engine';
import type { RequestScope } from '../scope';

/**
 * Milliseconds before its deadline at which a write is answered, come what may: the answer must reach the gateway before
 * that gives up. What is a part of another service's write ends sooner, so that its answer is of use there.
 */
const commitMargin = 500;
const servedCommitMargin = 750;
/** Milliseconds before a request is answered at which what it asks others is given up. */
const askingMargin = 250;
/** Milliseconds before its deadline at which a request stops running anew what another request was in the way of. */
const retryMargin = 1_000;

/** Whether there is time to run anew what another request was in the way of. */
export const mayRetry = ({ deadline }: RequestScope): boolean => Date.now() <= deadline - retryMargin;

/** Epoch milliseconds after which nothing is committed any more. */
export const lastCommit = ({ deadline, served }: RequestScope): number =>
  deadline - (served ? servedCommitMargin : commitMargin);

/**
 * Epoch milliseconds until which others may answer what a request asks them: its own answer comes after that, and names who is silent
 * rather than who waited for them.
 */
export const lastReply = (scope: RequestScope): number =>
  (scope.effect ? lastCommit(scope) : scope.deadline) - askingMargin;

/** To be called right before the COMMIT that decides: throws the 503 when it comes too late. */
export function beginCommit({ engine, scope }: UnitOfWork): void {
  const { effect } = scope;
  if (effect?.isOver || Date.now() > lastCommit(scope)) throw problems.late(engine.app);
  if (effect) effect.mayBeIn = true;
}

/** Throws the 503 where a write is gone on with whose client has been told that nothing happened. */
export function demandWanted({ engine, scope: { effect } }: Pick<UnitOfWork, 'engine' | 'scope'>): void {
  if (effect?.isOver && !effect.mayBeIn) throw problems.late(engine.app);
}

/**
 * A signal that is aborted when it is too late for the commit that decides, so that what leads to it is given up: whatever it has locked, others
 * wait for. `end` is called when that is of no concern any more.
 */
export function untilTooLate({ engine, scope }: UnitOfWork): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const left = lastCommit(scope) - Date.now();
  const giveUp = () => controller.abort(problems.late(engine.app));
  const timer = Number.isFinite(left) ? setTimeout(giveUp, Math.max(left, 0)) : undefined;
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/** What has become of a write so far; undefined where nothing is written. */
export function outcomeOf({ effect, idempotency }: RequestScope): Outcome | undefined {
  if (!effect) return undefined;
  return effect.mayBeIn || idempotency?.lostCommit ? 'unknown' : 'none';
}

/**
 * The answer to a write, or the 503 when there is no time left. From then on nothing is committed, unless the commit is
 * on its way already. `late` hears what goes wrong with the work afterwards.
 */
export function beforeDeadline<T>(
  { engine, scope }: UnitOfWork,
  effect: Effect,
  answer: Promise<T>,
  late: (error: unknown) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout;
    const look = () => {
      const left = lastCommit(scope) - Date.now();
      if (left > 0) {
        // While its client takes its time to send the body, a request has no deadline.
        timer = setTimeout(look, Math.min(left, longestWait));
        return;
      }
      effect.isOver = true;
      // A commit that is on its way takes no time: it is its answer that does not come.
      reject(effect.mayBeIn ? problems.unavailable(engine.app) : problems.late(engine.app));
    };
    look();
    answer.then(
      (given) => {
        clearTimeout(timer);
        resolve(given);
      },
      (error) => {
        clearTimeout(timer);
        if (effect.isOver) late(error);
        reject(error);
      },
    );
  });
}

/** Milliseconds between looks at a deadline that moves. */
const longestWait = 5_000;

/** Has another service do what the request is about: what becomes of it is known from its answer. */
export async function elsewhere<T>(work: UnitOfWork, task: () => Promise<T>): Promise<T> {
  const { effect } = work.scope;
  if (!effect) return task();
  beginCommit(work);
  try {
    return await task();
  } catch (error) {
    effect.mayBeIn = (error as { mayHaveActed?: boolean }).mayHaveActed === true;
    throw error;
  }
}
