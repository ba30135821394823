import type { Model } from '@plumbline/model';
import type { ChangeAction } from '../core/changeRecord';
import type { UnitOfWork } from '../core/engine';

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
