import type { Model } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { Chore } from '../core/background/chore';
import type { ChangeAction } from '../core/changeRecord';
import { ownModel, type UnitOfWork } from '../core/engine';

/** What the event `changed` says: these objects are not what they were. */
export interface ChangedEvent {
  label: string;
  ids: (string | number)[];
  action: ChangeAction;
}

/**
 * Publishes `changed` for objects of one model; caches elsewhere drop what they know of them, consumers come and read.
 */
export async function announce(
  work: UnitOfWork,
  model: Model,
  ids: (string | number)[],
  action: ChangeAction,
): Promise<void> {
  const event: ChangedEvent = { label: model.label, ids, action };
  try {
    await work.engine.bus.publish({ app: model.app, model: model.name, verb: 'changed' }, event);
  } catch (error) {
    // The write is in; who missed the event reads the outbox.
    work.engine.log.warn({ error: String(error), label: model.label }, 'could not announce a change');
  }
}

/** Milliseconds after which somebody who had heard of a change would have taken it in. */
const heardOf = 5_000;
/** Most objects told of in one round. */
const atMost = 1_000;

const unheard = sql.fragment`FROM outbox WHERE position IS NULL AND time < now() - ${heardOf}::int4 * interval '1 millisecond'`;

/**
 * What was committed by a process that died before it could tell is told by those that are left: nobody has come for it, or
 * it would have its place in the order of commits.
 */
export const unannouncedChanges: Chore = {
  due: () => sql.fragment`EXISTS (SELECT ${unheard})`,
  act: async (work) => {
    const found = await work.sql.rows<{ label: string; action: ChangeAction; ids: string[] }>(sql.unsafe`
      SELECT label, record->>'action' AS action, array_agg(record->>'object_id') AS ids
      FROM (SELECT label, record ${unheard} LIMIT ${atMost}) changed GROUP BY 1, 2`);
    for (const { label, action, ids } of found) {
      const model = ownModel(work.engine, label);
      if (model) await announce(work, model, ids, action);
    }
  },
};
