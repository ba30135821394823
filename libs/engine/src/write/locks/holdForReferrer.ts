import { type Model, where } from '@plumbline/model';
import { referredFrom } from '../../core/deletions/referredFrom';
import type { UnitOfWork } from '../../core/engine';
import { countingStatements } from '../../core/unitOfWork';
import { selectNotBeingDeleted } from './notBeingDeleted';
import { recordReferrer } from './recordReferrer';

/**
 * Sees to it that an application may refer to stored objects whose rows this transaction has locked and is about to change, without looking whether
 * they are there (`UnitOfWork.held`), which it could not while it waits for a change of their keys: they are not about to be deleted, and a deletion that comes
 * behind this transaction asks the application. Where that can be, it is written down in a transaction of its own, so that nobody waits for this one.
 */
export async function holdForReferrer(work: UnitOfWork, model: Model, app: string, ids: string[]): Promise<void> {
  if (app !== work.engine.app) {
    await recordReferrer({ ...work, sql: countingStatements(work.engine.answers, work.scope) }, model, app, ids);
    await work.sql.run(referredFrom(model, ids, app));
  }
  await selectNotBeingDeleted(work, model.label, where('id', 'in', ids), ids.length);
}
