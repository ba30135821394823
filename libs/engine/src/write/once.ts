import { Problem } from '@plumbline/http';
import { sql } from '@plumbline/store';
import type { Work } from '../engine';
import { seal, unseal } from '../secrets/seal';

/** A request its client may send again (`Idempotency-Key`): it has one effect and one answer. */
export interface Once {
  key: string;
  userId: string;
  /** Digest of the request; the same key with another request is a mistake. */
  fingerprint: string;
}

/** The request is done already: another one with its key was faster. */
class DoneAlready extends Error {}

/** Ends a transaction whose outcome is wanted but whose effect is not (`dry_run`). */
class Rehearsed extends Error {
  constructor(readonly outcome: unknown) {
    super('a rehearsal is not kept');
  }
}

/** Hours an answer is kept for clients that ask again. */
export const keptHours = 24;

/**
 * Runs the deciding transaction of a write, `attempt`, in which `conclude` must be called. A request that was answered
 * before gets the same outcome again; a rehearsal gets its outcome, and nothing is kept.
 */
export async function once<T>(work: Work, attempt: () => Promise<T>): Promise<T> {
  const known = await recall<T>(work);
  if (known) return known.outcome;
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome as T;
    if (!(error instanceof DoneAlready)) throw error;
  }
  const answered = await recall<T>(work);
  if (!answered) throw new Error('an answered request has no answer');
  return answered.outcome;
}

/** Inside the deciding transaction: does the work and keeps its outcome, or rolls back what is only a rehearsal. */
export async function conclude<T>(inner: Work, task: () => Promise<T>): Promise<T> {
  const { once: asked, dryRun } = inner.scope;
  const { secretKey } = inner.engine.settings;
  if (asked && !dryRun) await claim(inner, asked);
  const outcome = await task();
  if (dryRun) throw new Rehearsed(outcome);
  if (asked) {
    // Sealed, because answers may show what is stored in no other readable form, such as the key of a token.
    const sealed = seal(JSON.stringify(outcome ?? null), secretKey);
    await inner.sql.run(
      sql.unsafe`UPDATE idempotency SET outcome = to_jsonb(${sealed}::text) WHERE user_id = ${asked.userId}::uuid AND key = ${asked.key}`,
    );
  }
  return outcome;
}

/** Takes the key. While another transaction holds it this one waits for how that ends. */
async function claim(inner: Work, { key, userId, fingerprint }: Once): Promise<void> {
  const taken = await inner.sql.run(
    sql.unsafe`INSERT INTO idempotency (user_id, key, fingerprint, time) VALUES (${userId}::uuid, ${key}, ${fingerprint}, now()) ON CONFLICT DO NOTHING`,
  );
  if (taken === 0) throw new DoneAlready();
}

async function recall<T>({ engine, scope, sql: run }: Work): Promise<{ outcome: T } | undefined> {
  if (!scope.once || scope.dryRun) return undefined;
  const { key, userId, fingerprint } = scope.once;
  const found = await run.first<{ fingerprint: string; outcome: string | null }>(
    sql.unsafe`SELECT fingerprint, outcome FROM idempotency WHERE user_id = ${userId}::uuid AND key = ${key}`,
  );
  if (found && found.fingerprint !== fingerprint)
    throw new Problem(422, { detail: 'This Idempotency-Key was used for a different request.' });
  return found && { outcome: JSON.parse(unseal(String(found.outcome), engine.settings.secretKey)) };
}

/** Whether this very request was answered before. */
export const wasAnswered = async (work: Work): Promise<boolean> => (await recall(work)) !== undefined;

/** Forgets answers nobody will ask for any more. */
export async function forgetAnswers({ sql: run }: Work): Promise<void> {
  await run.run(sql.unsafe`DELETE FROM idempotency WHERE time < now() - ${keptHours}::int4 * interval '1 hour'`);
}
