import { type Sql, sql } from '@plumbline/store';
import type { Engine, UnitOfWork } from '../engine';
import { noteActivity } from './activity';

/** Something that a running service looks after of its own accord, such as what a crash left half done. */
export interface Chore {
  /**
   * A condition on the service's own tables: whether there may be something to do. It is asked every few seconds, so it goes
   * by an index or looks at a small table.
   */
  due(engine: Engine): Sql;
  act(work: UnitOfWork): Promise<unknown>;
  /** It becomes due as time goes by, and is not to be late by more than a few seconds. */
  punctual?: boolean;
  /** It queues, or looks after what is queued: it waits where nothing can be, and no command does it in the place of the service. */
  ofQueue?: boolean;
}

/** Asks in one statement which of these are due; those of a queue are where there is one. */
export async function dueAmong(work: UnitOfWork, all: readonly Chore[]): Promise<Chore[]> {
  const chores = all.filter(({ ofQueue }) => !ofQueue || work.engine.queue);
  if (chores.length === 0) return [];
  const name = (index: number) => `due_${index}`;
  const conditions = chores.map(
    ({ due }, index) => sql.fragment`(${due(work.engine)}) AS ${sql.identifier([name(index)])}`,
  );
  const found = await work.sql.first<Record<string, boolean>>(
    sql.unsafe`SELECT ${sql.join(conditions, sql.fragment`, `)}`,
  );
  const due = chores.filter((_, index) => found?.[name(index)]);
  if (due.length > 0) noteActivity(work.engine);
  return due;
}

/** Does those of these that are due, one after the other. */
export async function doChores(work: UnitOfWork, chores: readonly Chore[]): Promise<void> {
  for (const chore of await dueAmong(work, chores)) await chore.act(work);
}
