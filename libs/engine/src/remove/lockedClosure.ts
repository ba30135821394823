import type { Model } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { Work } from '../engine';
import { idArray } from '../keys';
import { type Closure, closureOf, type Doomed } from './closure';

/**
 * Follows the cascades inside this service and locks every row that goes, so that writers that refer to one of them are
 * waited for. What they have written meanwhile goes as well, so it is looked again until nothing is added. Rows that
 * are gone when they could be locked are not part of it any more.
 */
export async function lockedClosure(work: Work, asked: Doomed): Promise<Closure> {
  const locked: Doomed = new Map();
  await lockNew(work, asked, locked);
  const start: Doomed = new Map(
    [...asked].map(([label, ids]) => [label, work.engine.models.has(label) ? new Set(locked.get(label)) : ids]),
  );
  for (;;) {
    const closure = await closureOf(work, start);
    if (!(await lockNew(work, closure.doomed, locked))) return closure;
  }
}

/** Locks the rows of this service that are not locked yet, and enters them; answers whether there were any. */
async function lockNew(work: Work, doomed: Doomed, locked: Doomed): Promise<boolean> {
  let any = false;
  for (const [label, ids] of doomed) {
    const model = work.engine.models.get(label);
    const known = locked.get(label) ?? new Set();
    const fresh = model ? [...ids].filter((id) => !known.has(id)) : [];
    if (!model || fresh.length === 0) continue;
    const rows = await lockRows(work, model, fresh);
    locked.set(label, new Set([...known, ...rows]));
    any ||= rows.length > 0;
  }
  return any;
}

async function lockRows(work: Work, model: Model, ids: (string | number)[]): Promise<(string | number)[]> {
  for (const lock of model.beforeLock) await lock(work.sql, ids);
  const keys = idArray(model, ids);
  const rows = await work.sql.rows<{ id: string | number }>(
    sql.unsafe`SELECT id FROM ${sql.identifier([model.name])} WHERE id = ANY(${keys}) ORDER BY id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}
