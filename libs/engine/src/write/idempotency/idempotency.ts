import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@plumbline/http';
import { isCommitUnclear, type Sql, sql, uniqueViolation } from '@plumbline/store';
import type { Chore } from '../../core/background/chore';
import type { UnitOfWork } from '../../core/engine';
import type { IdempotentRequest } from '../../core/scope';
import { takePending, writePending } from '../../core/tables/pendingRecords';
import { lastCommit } from '../../core/transactions/commit';
import { inTransaction } from '../../core/transactions/transaction';
import { enterWriteGate, writeGate } from '../../core/transactions/writeGate';
import { openAnswer, sealAnswer } from './storedAnswer';

/** The request is done already: another one with its key was faster. */
class DoneAlready extends Error {}

/** Ends a transaction whose outcome is wanted but whose effect is not (`dry_run`). */
class Rehearsed extends Error {
  constructor(readonly outcome: unknown) {
    super('a rehearsal is not kept');
  }
}

/** Hours an answer is kept for clients that named the key and ask again with it. */
const keptHours = 24;
/** The same where they named none. */
const keptHoursUnasked = 1;

/** Milliseconds between attempts to find out what became of a commit. */
const pause = 100;

/**
 * Runs the deciding transaction of a write, `attempt`, in which `decidingTransaction` must be called. A request that was answered
 * before gets the same outcome again; a rehearsal gets its outcome, and nothing is kept. When the connection was lost
 * while it committed it is run again by its key, which finds out what became of it, and does it if nothing did.
 */
export async function idempotently<T>(work: UnitOfWork, attempt: () => Promise<T>): Promise<T> {
  const { idempotency: asked, dryRun } = work.scope;
  for (;;)
    try {
      return await oneAttempt(work, attempt);
    } catch (error) {
      if (isCommitUnclear(error) && asked && !dryRun) {
        asked.lostCommit = error;
        asked.isNew = false;
      }
      // Only who has had the key since knows what became of it.
      if (!asked?.lostCommit) throw error;
      if (Date.now() + pause > lastCommit(work.scope)) throw asked.lostCommit;
      await delay(pause);
    }
}

async function oneAttempt<T>(work: UnitOfWork, attempt: () => Promise<T>): Promise<T> {
  const known = await recall<T>(work);
  if (known) return known.outcome;
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome as T;
    if (!(error instanceof DoneAlready)) throw error;
  }
  work.scope.idempotency!.isNew = false;
  const answered = await recall<T>(work);
  if (!answered) throw new Error('an answered request has no answer');
  return answered.outcome;
}

/** What decides a write: does the work and keeps its outcome, or ends the transaction of what is only a rehearsal. */
export type Decide = <T>(act: (work: UnitOfWork) => Promise<T>) => Promise<T>;

/** The transaction that decides a write; `opening`, a statement without values, goes out with its BEGIN. */
export const decidingTransaction = <T>(
  outer: UnitOfWork,
  act: (work: UnitOfWork) => Promise<T>,
  opening?: Sql,
): Promise<T> => transactionThatMayDecide(outer, (_, decide) => decide(act), opening);

/** A transaction that finds out whether it decides a write: it does when it has called `decide`, once. */
export async function transactionThatMayDecide<T>(
  outer: UnitOfWork,
  task: (inner: UnitOfWork, decide: Decide) => Promise<T>,
  opening?: Sql,
): Promise<T> {
  let isDeciding = false;
  const { trusting } = outer;
  try {
    return await inTransaction(
      outer,
      (inner, first) => {
        isDeciding = false;
        const opened = opening ? first.then((answers) => answers.at(-1)!) : undefined;
        // Whoever asked for it waits for it; the transaction does in any case.
        opened?.catch(() => undefined);
        const decide: Decide = async (act) => {
          isDeciding = true;
          const entered = enterWriteGate(inner, first);
          // Waited for below.
          entered.catch(() => undefined);
          const working: UnitOfWork = {
            ...inner,
            entered,
            lastly: [],
            ...(trusting ? { trusting } : {}),
            ...(opened ? { opened } : {}),
          };
          const outcome = await conclude(working, () => act(working));
          await entered;
          return outcome;
        };
        return task(inner, decide);
      },
      { decides: () => isDeciding, first: [...writeGate(outer), ...(opening ? [opening] : [])] },
    );
  } catch (error) {
    throw uniqueViolation(error)?.constraint === 'idempotency_pkey' ? new DoneAlready() : error;
  }
}

async function conclude<T>(inner: UnitOfWork, task: () => Promise<T>): Promise<T> {
  const { idempotency: asked, dryRun } = inner.scope;
  if (asked && !asked.isNew && !dryRun) await claim(inner, asked);
  const outcome = await task();
  if (dryRun) throw new Rehearsed(outcome);
  if (asked) await keep(inner, asked, outcome);
  else await writePending(inner);
  for (const act of inner.lastly ?? []) await act();
  return outcome;
}

/** Takes the key. While another transaction holds it this one waits for how that ends. */
async function claim(inner: UnitOfWork, asked: IdempotentRequest): Promise<void> {
  const { key, userId, fingerprint } = asked;
  const taken = await inner.sql.run(
    sql.unsafe`INSERT INTO idempotency (user_id, key, fingerprint, time, expires) VALUES (${userId}::uuid, ${key}, ${fingerprint}, now(), now() + ${keptHours}::int4 * interval '1 hour') ON CONFLICT DO NOTHING`,
  );
  if (taken === 0) throw new DoneAlready();
  // Whoever had the key before has come to nothing.
  delete asked.lostCommit;
}

/**
 * Keeps what is answered, in one statement with the change records. A new key is taken with it: should somebody have been
 * faster with it, the commit fails.
 */
async function keep(
  inner: UnitOfWork,
  { key, userId, fingerprint, isNew }: IdempotentRequest,
  outcome: unknown,
): Promise<void> {
  const kept = await sealAnswer(outcome, inner.engine.settings.secretKey);
  const keeping = isNew
    ? sql.fragment`INSERT INTO idempotency (user_id, key, fingerprint, outcome, time, expires) VALUES (${userId}::uuid, ${key}, ${fingerprint}, ${kept}::jsonb, now(), now() + ${keptHoursUnasked}::int4 * interval '1 hour')`
    : sql.fragment`UPDATE idempotency SET outcome = ${kept}::jsonb WHERE user_id = ${userId}::uuid AND key = ${key}`;
  const records = takePending(inner);
  const written = inner.sql.run(records ? sql.unsafe`WITH kept AS (${keeping}) ${records}` : sql.unsafe`${keeping}`);
  // It goes out together with COMMIT, which fails when this does, unless it may wait as writers of change records may.
  if (records || !isNew) await written;
  else written.catch(() => undefined);
}

/** What this very request came to before. */
export async function recall<T>({ engine, scope, sql: run }: UnitOfWork): Promise<{ outcome: T } | undefined> {
  if (!scope.idempotency || scope.idempotency.isNew || scope.dryRun) return undefined;
  const { key, userId, fingerprint } = scope.idempotency;
  const found = await run.first<{ fingerprint: string; outcome: unknown }>(
    sql.unsafe`SELECT fingerprint, outcome FROM idempotency WHERE user_id = ${userId}::uuid AND key = ${key}`,
  );
  if (found && found.fingerprint !== fingerprint)
    throw new Problem(422, { detail: 'This Idempotency-Key was used for a different request.' });
  return found && { outcome: (await openAnswer(found.outcome, engine.settings.secretKey)) as T };
}

/** Whether this very request was answered before. */
export const wasAnswered = async (work: UnitOfWork): Promise<boolean> => (await recall(work)) !== undefined;

/** Forgets answers nobody will ask for any more. */
async function forgetAnswers({ sql: run }: UnitOfWork): Promise<void> {
  await run.run(sql.unsafe`DELETE FROM idempotency WHERE expires < now()`);
}

/** Answers are forgotten when they have expired. */
export const expiredAnswers: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM idempotency WHERE expires < now())`,
  act: forgetAnswers,
};
