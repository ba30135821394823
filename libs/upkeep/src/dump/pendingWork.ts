import type { App } from '@plumbline/config';
import {
  backgroundWork,
  choresOf,
  doChores,
  type Engine,
  extensionsOf,
  follow,
  resumePendingDeletions,
  type ServiceDefinition,
  subscriptionOf,
  type UnitOfWork,
} from '@plumbline/engine';
import { sql } from '@plumbline/store';

/** Whether nothing that was decided in this service still has to be carried out in others, or the other way round. */
export async function nothingPending(work: UnitOfWork): Promise<boolean> {
  const row = await work.sql.first<{ left: boolean }>(sql.unsafe`SELECT EXISTS (SELECT FROM pending_deletion) AS left`);
  if (row?.left !== false) return false;
  for (const extension of extensionsOf(work.engine).all)
    if ((await extension.isSettled?.(work)) === false) return false;
  return true;
}

/** Whether a service has taken in everything that it follows of another. */
export async function isUpToDateWith(definition: ServiceDefinition, reader: Engine, writer: Engine): Promise<boolean> {
  const following = subscriptionOf(reader, definition);
  if (!following) return true;
  const labels = following.of === 'everything' ? undefined : following.of.filter((label) => writer.models.has(label));
  if (labels?.length === 0) return true;
  const about = labels ? sql.fragment`label = ANY(${sql.array(labels, 'text')})` : sql.fragment`TRUE`;
  const reached = await reader.database.first<{ position: number }>(
    sql.unsafe`SELECT position FROM consumed WHERE app = ${writer.app}`,
  );
  const unread = await writer.database.first(
    sql.unsafe`SELECT 1 FROM outbox WHERE (position IS NULL OR position > ${Number(reached?.position ?? 0)}) AND ${about} LIMIT 1`,
  );
  return unread === undefined;
}

/**
 * Does what a running service does of its own accord: sees through what was left half done, takes in what it follows. What
 * it does with its queue waits for it: a schedule that is over would not run again in what a dump is restored into.
 */
export async function completePendingWork(engine: Engine, definition: ServiceDefinition): Promise<void> {
  const work = backgroundWork(engine);
  await doChores(
    work,
    choresOf(engine, definition).filter(({ ofQueue }) => !ofQueue),
  );
  await resumePendingDeletions(work);
  const following = subscriptionOf(engine, definition);
  if (!following) return;
  for (const app of new Set(engine.catalog.manifests.map((manifest) => manifest.app as App)))
    await follow(work, app, following);
}
