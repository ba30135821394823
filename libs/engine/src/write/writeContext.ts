import { manifestEnd, type Row, type WriteContext } from '@plumbline/model';
import { moment } from '../core/background/moment';
import { ownModel, type UnitOfWork } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { modelReader, select } from '../core/messages/ask';
import { withStatementTimeout } from '../criteria/patterns';
import { matching } from '../filter/matching';
import { loadByIds } from '../plan/load';
import { recordChanges, recordEvents } from '../record/record';
import { noting, type ReadByRules } from './hideNames';
import { blockReferrers } from './locks/blockReferrers';
import { lockMatchingShared } from './locks/lockMatchingShared';
import { waitForReferrers } from './locks/targetLocks';

/** What rules and effects can reach. */
export function writeContext(work: UnitOfWork, now: string, read?: ReadByRules): WriteContext {
  const { identity, requestId } = work.scope;
  const questions = modelReader(work);
  return {
    tx: work.sql,
    bounded: withStatementTimeout(work).sql,
    ...(work.transactionState && { transactionState: work.transactionState }),
    identity,
    requestId,
    secretKey: work.engine.settings.secretKey,
    newPassword: work.engine.settings.signIn.password,
    now,
    ...questions,
    lookBack: async (targets, label, criteria, values = []) => {
      const waitForReferrersOf = { label: targets.label, ids: targets.ids as (string | number)[] };
      const rows = await select(work, label, criteria, { values, waitForReferrersOf });
      read?.add(label, rows);
      return rows;
    },
    ...(read ? { select: noting(questions.select, read) } : {}),
    alsoRead: (label, rows) => read?.add(label, rows),
    lockMatchingShared: (label, criteria, values = []) => lockMatchingShared(work, label, criteria, values),
    newValues: (label) => newValues(work, label),
    passing: (label, filter, ids) => matching(work, label, filter, ids),
    nameOf: (label) => {
      const manifest = work.engine.catalog.find(label);
      return manifest ? `${manifest.app}.${manifest.className}` : label;
    },
    contentTypeName: (label) => work.engine.catalog.contentTypeName(label),
    pathEnd: (label, path) => {
      const manifest = work.engine.catalog.find(label);
      return manifest && manifestEnd(work.engine.catalog, manifest, path);
    },
    blockReferrers: (label, ids) => blockReferrers(work, label, ids),
    waitForReferrers: (label, ids) => waitForReferrers(work, new Map([[label, ids]])),
    alsoChanged: (label, ids) => recordUpdates(work, label, ids),
    emit: (label, events) => recordEvents(work, ownModel(work.engine, label)!, events),
  };
}

/** Values of columns of a new object of a model of this service, as far as extensions have such. */
export async function newValues(work: UnitOfWork, label: string): Promise<Row> {
  const extensions = extensionsOf(work.engine).of(ownModel(work.engine, label)!);
  const values: Row = {};
  for (const extension of extensions) Object.assign(values, await extension.newValues?.(work, label));
  return values;
}

/** Tells the change log that these objects of a model of this service were changed in the transaction of `work`. */
async function recordUpdates(work: UnitOfWork, label: string, ids: string[]): Promise<void> {
  const model = ownModel(work.engine, label)!;
  await recordChanges(work, model, await loadByIds(work, model, ids, true), 'update');
}

/** What effects can reach, for changes that are made without a request for them. */
export const changeContext = (work: UnitOfWork): WriteContext => writeContext(work, moment());
