import type { Criteria, Model, Row } from '@plumbline/model';
import type { SelectOptions, UnitOfWork } from '../core/engine';
import type { FindRequest } from '../core/messages/messages';
import { knowReferrer } from '../core/messages/neighbours';
import { inTransaction } from '../core/transactions/transaction';
import { flagColumns } from '../plan/referenceFlags';
import { distinctValues } from '../plan/values';
import { readsGuarded, readsValidated } from '../write/locks/guarded';
import { waitForReferrers } from '../write/locks/targetLocks';
import { askedTogether } from './askedTogether';
import { demandKnown } from './demandKnown';
import { findRows, narrowedTo } from './find';
import { findReferrable } from './findReferrable';
import { flagReferenced } from './flagReferenced';

/** Answers `find`: rows of a model, or the distinct values of one of its columns, as far as whoever looks may view them. */
export async function answerFind(served: UnitOfWork, model: Model, request: FindRequest): Promise<Row[] | unknown[]> {
  demandKnown(served, model, request);
  const { criteria: asked, distinct, referrer, waitForReferrersOf, ...options } = request;
  if (referrer !== undefined) await knowReferrer(served, model, referrer);
  const [work, criteria] = await narrowedTo(options.viewer, served, model, asked);
  if (distinct !== undefined) return distinctValues(work, model, criteria, distinct);
  if (waitForReferrersOf) {
    const { label, ids } = waitForReferrersOf;
    return inTransaction(work, async (inner) => {
      await waitForReferrers(inner, new Map([[label, ids]]));
      return findRows(inner, model, criteria, options);
    });
  }
  if (referrer !== undefined) return findForReferrer(work, model, criteria, options, referrer);
  return findWhatLives(work, model, criteria, options);
}

/** Rows for a model that refers to them, flagged with what its rules go by; what is being changed of that is left out. */
async function findForReferrer(
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
  options: SelectOptions,
  referrer: string,
): Promise<Row[]> {
  const values = [...(options.values ?? []), ...flagColumns(model, referrer)];
  const unlockedOnly = readsGuarded(model, values) || readsValidated(work.engine.catalog, model, referrer, values);
  const rows = await findWhatLives(work, model, criteria, { ...options, values, unlockedOnly });
  await flagReferenced(work, model, referrer, rows);
  return rows;
}

/** Rows, with a note of who is about to refer to them: whoever asks for what lives is. */
async function findWhatLives(
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
  options: SelectOptions & { unlockedOnly?: boolean },
): Promise<Row[]> {
  const { asker } = work.scope;
  const isReferring = options.living === true && asker !== undefined && asker !== work.engine.app;
  if (!isReferring) return findRows(work, model, criteria, options);
  return askedTogether(work, (inner) =>
    findReferrable(inner, model, asker, (app) => findRows(inner, model, criteria, { ...options, referredFrom: app })),
  );
}
