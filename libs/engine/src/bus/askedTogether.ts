import type { UnitOfWork } from '../core/engine';
import { perEngine } from '../core/kept/perEngine';
import { together } from '../core/transactions/together';

/** Questions of one request that are being answered, and where their statements run. */
interface Answering {
  sql: UnitOfWork['sql'];
  questions: number;
}

const answering = perEngine(() => new Map<string, Answering>());

/**
 * Answers one of the questions that a write asks side by side, one for each model that it refers to: what they read in the same
 * turn of the event loop goes out as one statement. What may be asked about a model stays a right of its own.
 */
export async function askedTogether<T>(work: UnitOfWork, answer: (work: UnitOfWork) => Promise<T>): Promise<T> {
  const current = answering(work.engine);
  const { asker, requestId, deadline } = work.scope;
  // One id may stand for several requests, as for all of a job; hardly two of them end at the same time.
  const key = `${asker} ${requestId} ${deadline}`;
  const shared = current.get(key) ?? { sql: together(work).sql, questions: 0 };
  current.set(key, shared);
  shared.questions += 1;
  try {
    return await answer({ ...work, sql: shared.sql });
  } finally {
    shared.questions -= 1;
    if (shared.questions === 0) current.delete(key);
  }
}
