import { Problem } from '@plumbline/http';
import type { Model, Row } from '@plumbline/model';
import { allAtOnce, sql } from '@plumbline/store';
import { before, moment } from '../core/background/moment';
import type { ChangeRecord } from '../core/changeRecord';
import { forgottenReferences } from '../core/deletions/referredFrom';
import type { UnitOfWork } from '../core/engine';
import { together } from '../core/transactions/together';
import { idArray } from '../criteria/keys';
import { loadByIds } from '../plan/load';
import { recordAll } from '../record/record';
import { relatedApps } from '../write/references/foreignReferrers';
import { writeContext } from '../write/writeContext';
import { type Carried, setNull } from './plan';

/** What a client believes of the objects that go. */
export interface Expected {
  /** Throws when a row of the model that was asked for is not as the client expects it. */
  precondition?: ((row: Row) => void) | undefined;
  /** Throws `NotMeant` when one of these, which are locked by now, is not among those that were meant any more. */
  demandMeant?: ((work: UnitOfWork, ids: ReadonlySet<unknown>) => Promise<void>) | undefined;
}

/** What was asked for has changed so that it is not the caller's to delete, or not what they asked for: it is looked for once more. */
export class NotMeant extends Problem {
  constructor() {
    super(409, { detail: 'Unable to delete object. It was changed meanwhile.' });
  }
}

/** What is known of a deletion beside its plan. */
export interface Known extends Expected {
  /** The other services of which something refers to what goes; any may, when absent. */
  referredToBy?: ReadonlySet<string>;
  /** False where no service is written down as one that has ever referred to what goes. */
  everReferredTo?: boolean;
}

/**
 * Deletes objects of this service that no relation points at, with effects and change records, within the transaction
 * `work` is part of. Nobody's permission is asked for.
 */
export async function removeUnreferenced(work: UnitOfWork, model: Model, ids: (string | number)[]): Promise<void> {
  const toDelete = new Map([[model.label as string, new Set(ids)]]);
  await deleteHere(work, { toDelete, toSetNull: [] });
}

/** As `removeUnreferenced`, for what an object whose deletion is recorded leaves behind: it goes just before that. */
export async function removeLeftBehind(
  work: UnitOfWork,
  deletion: ChangeRecord,
  model: Model,
  ids: string[],
): Promise<void> {
  const { label, object_id: id, nested, object_repr: plainText, time } = deletion;
  let left = ids.length;
  const moment = () => before(time, left--);
  await removeUnreferenced({ ...work, deletedObject: { label, id, nested, plainText, moment } }, model, ids);
}

/** Deletes what this service owns of a plan, in the caller's transaction, with effects and change records. */
export async function deleteHere(
  work: UnitOfWork,
  plan: Carried,
  { precondition, demandMeant, referredToBy, everReferredTo = true }: Known = {},
): Promise<void> {
  const now = moment();
  const context = writeContext(work, now);
  const reading = together(work);
  const loading = [...plan.toDelete].map(async ([label, ids]): Promise<[Model, Row[]] | undefined> => {
    const model = work.engine.models.get(label);
    return model && ids.size > 0
      ? [model, await loadByIds(reading, model, [...ids], true, { referredToBy })]
      : undefined;
  });
  const own = (await Promise.all(loading)).filter((loaded) => loaded !== undefined);
  if (precondition) for (const row of own[0]?.[1] ?? []) precondition(row);
  if (demandMeant && own[0]) await demandMeant(work, plan.toDelete.get(own[0][0].label)!);
  for (const [model, rows] of own) for (const effect of model.beforeDelete) await effect(rows, context);
  await recordAll(work, own, 'delete');
  await setNull(work, plan, context);
  await deleteRows(work, own.reverse(), everReferredTo);
  for (const [model, rows] of own) for (const effect of model.afterDelete) await effect(rows, context);
}

/** Deletes rows of several models in one statement, at whose end PostgreSQL looks whether anything still refers to them. */
async function deleteRows(
  work: UnitOfWork,
  own: readonly (readonly [Model, Row[]])[],
  everReferredTo: boolean,
): Promise<void> {
  const deletions = own.flatMap(([model, rows]) => {
    const ids = rows.map((row) => row.id as string);
    const going = sql.fragment`DELETE FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, ids)})`;
    return everReferredTo && mayBeReferredFrom(work, model) ? [forgottenReferences(model, ids), going] : [going];
  });
  if (deletions.length > 0) await work.sql.run(allAtOnce(deletions));
}

/** Whether it may be written down of objects that other services refer to them. */
const mayBeReferredFrom = ({ engine }: UnitOfWork, { label }: Model): boolean =>
  relatedApps(engine, label).some((app) => app !== engine.app);
