import type { Label } from '@plumbline/model';
import type { Sql } from '@plumbline/store';
import type { Engine, UnitOfWork } from '../engine';

/** Something that one service says of the objects of all, and each keeps for itself: custom fields, relationships … */
export interface SyncedDefinitions {
  /** What its processes tell each other to look at again. */
  name: string;
  /** The models that say what there is. */
  models: readonly Label[];
  /** Whether there are models in this service that it can be about. */
  concerns(engine: Pick<Engine, 'models'>): boolean;
  /** Brings what this service has written down of it up to date. */
  sync(work: UnitOfWork): Promise<void>;
  /** Reads what this service has written down of it into this process. */
  read(work: UnitOfWork): Promise<void>;
  /** Whether something else is written down by now than this process has read, as a condition. */
  isOutdated(engine: Engine): Sql;
}

/** Tells every process of this service, this one first, to look again. */
export async function reloadDefinitions(
  work: UnitOfWork,
  { name, read }: Pick<SyncedDefinitions, 'name' | 'read'>,
): Promise<void> {
  await read(work);
  const { app, bus } = work.engine;
  await bus.publish({ app, model: name, verb: 'known' }, {});
}
