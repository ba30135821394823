import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { problems } from '@plumbline/http';
import { allOf, type Criteria, type Model, type Row, where } from '@plumbline/model';
import { foreignKeyViolation, sql } from '@plumbline/store';
import { GateShut, passGate } from '../dump/standstill';
import { inTransaction, type Work } from '../engine';
import { idArray } from '../keys';
import { permitted } from '../permissions';
import { loadByIds } from '../read/load';
import { selectValues } from '../read/values';
import type { ChangeRecord } from '../record/outbox';
import { recordChanges } from '../record/record';
import { before, moment } from '../write/moment';
import { conclude, once } from '../write/once';
import { writeContext } from '../write/write';
import { type Closure, type Doomed, foreignReferrers, loosen, protectedText } from './closure';
import { lockedClosure } from './lockedClosure';
import { BeingDeleted, keepMarks, mark, redeemMarks } from './marks';
import { askReferrers, carryOut, noteDeparture, releaseAll } from './protocol';

/** Milliseconds before the request's deadline at which a deletion that is in another's way gives up. */
const timeToAnswer = 1_000;

export interface RemoveOptions {
  /** Only objects that match are there at all. */
  criteria?: Criteria;
  /** Throws when a row is not as the client expects it. */
  precondition?: ((row: Row) => void) | undefined;
}

/**
 * Deletes objects with all that depends on them, here and in other services, all or none (architecture.md §5).
 * Ids that are not there, or not the caller's to delete, are left out; the answer is how many were deleted.
 * Throws a 409 naming what stands in the way.
 */
export async function removeObjects(
  work: Work,
  model: Model,
  ids: (string | number)[],
  options: RemoveOptions = {},
): Promise<number> {
  const allowed = await permitted(work, model, 'delete');
  const criteria = allOf(where('id', 'in', ids), allowed, ...(options.criteria ? [options.criteria] : []));
  for (;;) {
    try {
      return await attempt(work, model, criteria, options);
    } catch (error) {
      const mayEndWell =
        error instanceof BeingDeleted || error instanceof GateShut || foreignKeyViolation(error) !== undefined;
      if (!mayEndWell || Date.now() > work.scope.deadline - timeToAnswer) throw error;
    }
    // Two that wait for one another must not wake together.
    await delay(30 + 120 * Math.random());
  }
}

async function attempt(work: Work, model: Model, criteria: Criteria, options: RemoveOptions): Promise<number> {
  const found = await selectValues(work, model, criteria);
  if (found.length === 0) return 0;
  const start: Doomed = new Map([[model.label as string, new Set(found.map((row) => row.id as string))]]);
  const across = reachableApps(work, start).length > 0;
  return once(work, async () => {
    if (across) return removeAcross(work, model, start, options);
    return inTransaction(work, async (inner) => {
      await passGate(inner);
      return conclude(inner, async () => {
        const closure = unprotected(await lockedClosure(inner, start));
        await deleteHere(inner, closure, options);
        return sizeOf(closure.doomed, model);
      });
    });
  });
}

const sizeOf = (doomed: Doomed, model: Model): number => doomed.get(model.label)?.size ?? 0;

/** Applications that could be concerned: those with relations to the model or to anything it cascades to here. */
function reachableApps({ engine }: Work, start: Doomed): string[] {
  const labels = new Set(start.keys());
  for (const label of labels)
    for (const { from, onDelete, many } of engine.catalog.referrers(label))
      if (onDelete === 'cascade' && !many && engine.models.has(from.label)) labels.add(from.label);
  return foreignReferrers(engine, new Map([...labels].map((label) => [label, new Set(['any'])])));
}

function unprotected(closure: Closure): Closure {
  if (closure.protectors.length > 0) throw problems.conflict(protectedText(closure.protectors));
  return closure;
}

async function removeAcross(work: Work, model: Model, start: Doomed, options: RemoveOptions): Promise<number> {
  const operation = randomUUID();
  const { doomed: marked, protectors } = await inTransaction(work, async (inner) => {
    const closure = await lockedClosure(inner, start);
    if (closure.protectors.length === 0) await mark(inner, operation, closure.doomed, 'own deletion');
    return closure;
  });
  // Somebody else was faster.
  if (sizeOf(marked, model) === 0) return 0;
  const apps = foreignReferrers(work.engine, marked);
  const letGo = keepMarks(work, operation);
  let decided = false;
  try {
    const inTheWay = await askReferrers(work, apps, operation, marked, protectors);
    if (inTheWay.length > 0) throw problems.conflict(protectedText(inTheWay));
    await inTransaction(work, async (inner) => {
      await passGate(inner);
      return conclude(inner, async () => {
        const closure = unprotected(await lockedClosure(inner, start));
        await deleteHere(inner, closure, options);
        await noteDeparture(inner, operation, apps, closure.doomed);
        if (!(await redeemMarks(inner, operation, marked))) throw problems.unavailable(work.engine.app);
        return sizeOf(closure.doomed, model);
      });
    });
    decided = true;
  } finally {
    letGo();
    if (!decided) await releaseAll(work, apps, operation);
  }
  await carryOut(work, operation, apps, marked);
  return sizeOf(marked, model);
}

/**
 * Deletes objects of this service that no relation points at, with effects and change records, within the transaction
 * `work` is part of. Nobody's permission is asked for.
 */
export async function removeUnreferenced(work: Work, model: Model, ids: (string | number)[]): Promise<void> {
  await deleteHere(work, { doomed: new Map([[model.label as string, new Set(ids)]]), protectors: [], loosened: [] });
}

/** As `removeUnreferenced`, for what an object whose deletion is recorded leaves behind: it goes just before that. */
export async function removeLeftBehind(work: Work, deletion: ChangeRecord, model: Model, ids: string[]): Promise<void> {
  const { label, object_id: id, nested, time } = deletion;
  let left = ids.length;
  const moment = () => before(time, left--);
  await removeUnreferenced({ ...work, departed: { label, id, nested, moment } }, model, ids);
}

/** Deletes what this service owns of a closure, in the caller's transaction, with effects and change records. */
export async function deleteHere(
  work: Work,
  closure: Closure,
  { precondition }: Omit<RemoveOptions, 'criteria'> = {},
): Promise<void> {
  const now = moment();
  const context = writeContext(work, now);
  const own: [Model, Row[]][] = [];
  for (const [label, ids] of closure.doomed) {
    const model = work.engine.models.get(label);
    if (model && ids.size > 0) own.push([model, await loadByIds(work, model, [...ids], true)]);
  }
  if (precondition) for (const row of own[0]?.[1] ?? []) precondition(row);
  for (const [model, rows] of own) for (const effect of model.beforeDelete) await effect(rows, context);
  for (const [model, rows] of own) await recordChanges(work, model, rows, 'delete');
  await loosen(work, closure);
  for (const [model, rows] of own.reverse()) {
    const ids = idArray(
      model,
      rows.map((row) => row.id as string),
    );
    await work.sql.run(sql.unsafe`DELETE FROM ${sql.identifier([model.name])} WHERE id = ANY(${ids})`);
  }
  for (const [model, rows] of own) for (const effect of model.afterDelete) await effect(rows, context);
}
