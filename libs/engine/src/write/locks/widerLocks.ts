import type { Label, Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { ToDelete } from '../../core/deletions/toDelete';
import type { Engine, UnitOfWork } from '../../core/engine';
import { extensionsOf } from '../../core/extensions/registered';
import { lockingTree } from '../stages/tree';

/**
 * Locks that have been asked for, in order. Whatever is sent behind them in their transaction finds them taken, so it may be
 * sent before they are answered. The answers must be there before anything is done elsewhere under the locks, and before the
 * transaction ends.
 */
export type Asked = Promise<unknown>[];

/**
 * Asks for the locks that come before the rows of a write: that of the tree, those of extensions, and the model's own, in this
 * order. No ids: for objects to be made.
 */
export async function askForWiderLocks(
  work: UnitOfWork,
  model: Model,
  ids: readonly (string | number)[],
  bodies: readonly unknown[],
): Promise<Asked> {
  const asked: Asked = [];
  const tree = lockingTree(model, bodies, ids.length > 0);
  if (tree) ask(asked, work.sql.run(sql.unsafe`${tree}`));
  for (const { lock } of extensionsOf(work.engine).of(model)) if (lock) ask(asked, lock(work, model));
  asked.push(...(await askForLocksOf(work, model, ids, bodies)));
  return asked;
}

/** Asks for the model's own locks before rows of it: those to be changed, or to be deleted where there are no bodies. */
export async function askForLocksOf(
  work: UnitOfWork,
  model: Model,
  ids: readonly (string | number)[],
  bodies?: readonly unknown[],
): Promise<Asked> {
  const asked: Asked = [];
  for (const step of model.beforeLock) {
    const locking = await step(work.sql, ids, bodies);
    if (locking) ask(asked, work.sql.run(sql.unsafe`${locking}`));
  }
  return asked;
}

/** Those that come before the locks of objects of other services which a deletion of theirs takes. */
export const locksBeforeForeign = ({ models }: Engine, toDelete: ToDelete): Sql[] =>
  [...models.values()].flatMap(({ beforeForeignLock }) =>
    [...toDelete.keys()].flatMap((label) => beforeForeignLock[label as Label] ?? []),
  );

function ask(asked: Asked, lock: Promise<unknown>): void {
  // Whoever has the list waits for it; until then a rejection must not count as unhandled.
  lock.catch(() => undefined);
  asked.push(lock);
}
