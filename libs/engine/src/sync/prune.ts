import type { App } from '@plumbline/config';
import { sql } from '@plumbline/store';
import { watchful } from '../core/background/activity';
import { type Repeated, repeatedly } from '../core/background/repeatedly';
import type { Engine, UnitOfWork } from '../core/engine';
import { ask } from '../core/messages/ask';
import { reachedRequest } from '../core/messages/messages';
import { knowEverybody } from '../core/messages/neighbours';
import type { BusHandler, ServiceDefinition } from '../core/service';
import { inTransaction } from '../core/transactions/transaction';
import { backgroundWork } from '../core/unitOfWork';
import { positionReached } from './follow';
import { mirroredTo } from './jetStreamMirror';

/** Most records removed in one transaction. */
const batchSize = 5_000;
/** How often is looked for records that are old enough. */
const times = { interval: 10_000, whenQuiet: 60_000 };
/** Milliseconds within which the others say how far they have come. */
const patience = 3_000;

/** Answers `outbox.reached`. */
export const reachedOf =
  ({ follow }: ServiceDefinition): BusHandler =>
  async (work, payload) => {
    const { app } = reachedRequest.parse(payload);
    const follows = follow && (follow.of === 'everything' || follow.of.some((label) => label.startsWith(`${app}.`)));
    return follows ? positionReached(work, app as App) : null;
  };

/** Removes change records in the background as long as the service runs. */
export function startPruning(engine: Engine, definition: ServiceDefinition): Repeated {
  return repeatedly(() => pruneOutbox(backgroundWork(engine), definition), {
    interval: times.interval,
    mayBegin: watchful(engine, times),
    failed: (error) => engine.log.info({ error: String(error) }, 'change records are not removed for now'),
  });
}

/**
 * Removes the change records that are older than the setting says and that everybody has taken in: the services that
 * follow this one, each of which is asked, and the broker's store, if there is one. As long as one of them does not
 * answer everything stays. The number of records removed.
 */
export async function pruneOutbox(work: UnitOfWork, definition: ServiceDefinition): Promise<number> {
  const hours = work.engine.settings.outboxHours;
  if (!(await oldestIsDue(work, hours))) return 0;
  const reached = await reachedByAll(work, definition);
  for (let total = 0; ; ) {
    const removed = await removeUpTo(work, reached, hours);
    total += removed;
    if (removed < batchSize) return total;
  }
}

async function oldestIsDue({ sql: run }: UnitOfWork, hours: number): Promise<boolean> {
  const found = await run.first<{ due: boolean }>(sql.unsafe`
    SELECT time < now() - ${hours} * interval '1 hour' AS due FROM outbox
    WHERE position > (SELECT coalesce(max(position), 0) FROM outbox_pruned) ORDER BY position LIMIT 1`);
  return found?.due === true;
}

async function reachedByAll(work: UnitOfWork, definition: ServiceDefinition): Promise<number> {
  const { engine, scope } = work;
  const soon: UnitOfWork = { ...work, scope: { ...scope, deadline: Date.now() + patience } };
  await knowEverybody(soon);
  const apps = new Set(engine.catalog.manifests.map((manifest) => manifest.app));
  const places = await Promise.all(
    [...apps].map((app) =>
      app === engine.app
        ? reachedOf(definition)(work, { app })
        : ask<number | null>(soon, app, 'outbox', 'reached', { app: engine.app }),
    ),
  );
  const followed = places.filter((place) => place !== null) as number[];
  return Math.min(...followed, await mirroredTo(work));
}

/** The oldest records up to a position, as far as they are old enough; what is left has no gaps. */
function removeUpTo(work: UnitOfWork, reached: number, hours: number): Promise<number> {
  return inTransaction(work, async ({ sql: run }) => {
    const gone = await run.first<{ n: number; last: number | null }>(sql.unsafe`
      WITH oldest AS (
        SELECT position, time FROM outbox
        WHERE position > (SELECT coalesce(max(position), 0) FROM outbox_pruned) ORDER BY position LIMIT ${batchSize}
      ), due AS (
        SELECT coalesce(
          min(position) FILTER (WHERE position > ${reached} OR time >= now() - ${hours} * interval '1 hour') - 1, max(position)
        ) AS last FROM oldest
      ), gone AS (
        DELETE FROM outbox USING due WHERE outbox.position <= due.last RETURNING outbox.position
      )
      SELECT count(*) AS n, max(position) AS last FROM gone`);
    if (!gone?.last) return 0;
    await run.run(sql.unsafe`INSERT INTO outbox_pruned (position, time) VALUES (${gone.last}, now())`);
    await run.run(sql.unsafe`DELETE FROM outbox_pruned WHERE position < ${gone.last}`);
    return Number(gone.n);
  });
}
