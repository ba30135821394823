import { changeObjects, inTransaction, type UnitOfWork } from '@plumbline/engine';
import type { Model, Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { dueNext } from '../jobs/planNextRun';
import { JobHook, ScheduledJob, Webhook } from '../models';

/** How many objects of an endpoint were switched on. */
export interface SwitchedOn {
  endpoint: string;
  count: number;
}

/**
 * Switches on what arrived switched off from another server; what somebody has switched on meanwhile stays as it is.
 * Times at which schedules would have run are not made up for.
 */
export async function switchOnPaused(work: UnitOfWork): Promise<SwitchedOn[]> {
  return [await switchOnHooks(work, Webhook), await switchOnHooks(work, JobHook), await switchOnSchedules(work)];
}

const nameOf = ({ app, endpoint }: Model): string => `${app}/${endpoint}`;

async function switchOnHooks(work: UnitOfWork, model: Model): Promise<SwitchedOn> {
  const table = sql.identifier([model.name]);
  const count = await inTransaction(work, async (inner) => {
    const paused = await inner.sql.rows<{ id: string; enabled: boolean }>(
      sql.unsafe`SELECT id, enabled FROM ${table} WHERE paused FOR UPDATE`,
    );
    const changes = paused.filter(({ enabled }) => !enabled).map(({ id }) => ({ id, body: { enabled: true } }));
    await changeObjects(inner, model, changes, { mode: 'change' });
    await inner.sql.run(sql.unsafe`UPDATE ${table} SET paused = false WHERE paused`);
    return changes.length;
  });
  return { endpoint: nameOf(model), count };
}

async function switchOnSchedules(work: UnitOfWork): Promise<SwitchedOn> {
  const count = await inTransaction(work, async (inner) => {
    const paused = await inner.sql.rows<Row>(sql.unsafe`SELECT * FROM scheduledjob WHERE paused FOR UPDATE`);
    for (const row of paused)
      await inner.sql.run(sql.unsafe`
        UPDATE scheduledjob SET paused = false, enabled = true, next_run = ${dueNext(row)}::timestamptz, date_changed = now()
        WHERE id = ${String(row.id)}::uuid`);
    return paused.length;
  });
  return { endpoint: nameOf(ScheduledJob), count };
}
