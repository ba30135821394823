import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '@plumbline/config';
import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { perEngine } from '../core/kept/perEngine';
import { ask } from '../core/messages/ask';
import type { Subscription } from '../core/service';
import { mayRetry } from '../core/transactions/commit';
import { inTransaction } from '../core/transactions/transaction';
import { type OutboxPage, type OutboxRequest, readOutbox } from '../record/outbox';
import { TargetBeingDeleted } from '../write/locks/notBeingDeleted';

/** Milliseconds within which a service hands over a batch. */
const patience = 3_000;

/** Change records of a service after a position, as its own process would hand them over. */
export const readOutboxOf = (work: UnitOfWork, app: string, asked: OutboxRequest): Promise<OutboxPage> =>
  app === work.engine.app ? readOutbox(work, asked) : ask<OutboxPage>(work, app, 'outbox', 'read', asked);

/**
 * Takes in changes of one service, each exactly once: the place reached is stored in the transaction that takes them
 * in. It is begun anew while what is made of them refers to something whose deletion is under way and not decided.
 */
export async function follow(work: UnitOfWork, app: App, { of, take }: Subscription): Promise<void> {
  const models = of === 'everything' ? {} : { labels: of.filter((label) => label.startsWith(`${app}.`)) };
  for (let more = true; more; ) {
    const after = await positionReached(work, app);
    // Asked for outside the transaction: nobody holds a connection here while waiting for one there.
    const page = await readOutboxOf(app === work.engine.app ? work : withinPatience(work), app, {
      after,
      ...models,
    });
    noteWhetherBehind(work, app, after, page);
    if (page.reached <= after) return;
    if (after > 0 && after < page.pruned)
      work.engine.log.error(
        { source: app, after, before: page.pruned + 1 },
        'change records in between are gone: this database is older than they are',
      );
    const taking = inTransaction(work, async (inner) => {
      const moved = await inner.sql.run(
        sql.unsafe`UPDATE consumed SET position = ${page.reached} WHERE app = ${app} AND position = ${after}`,
      );
      // Another process of this service was faster with the same records.
      if (moved > 0 && page.records.length > 0) await take(inner, page.records);
    });
    const isTaken = await unlessBeingDeleted(work, taking);
    more = !isTaken || page.reached < page.last;
  }
}

/** Whether it was done; false, after a moment, where something is being deleted and it is not known how that ends. */
async function unlessBeingDeleted({ scope }: UnitOfWork, taking: Promise<void>): Promise<boolean> {
  try {
    await taking;
    return true;
  } catch (error) {
    if (!(error instanceof TargetBeingDeleted) || !mayRetry(scope)) throw error;
    await delay(20 + 60 * Math.random());
    return false;
  }
}

/** Services that have given fewer change records than this one has read, as was said already. */
const behindReader = perEngine(() => new Set<App>());

/** Says once that a service has given fewer change records than were read of it: what it writes is passed over. */
function noteWhetherBehind({ engine }: UnitOfWork, app: App, after: number, { last }: OutboxPage): void {
  const said = behindReader(engine);
  if (after <= last) said.delete(app);
  else if (!said.has(app)) {
    said.add(app);
    engine.log.error(
      { source: app, after, last },
      'a service has given fewer change records than were read of it, and what it writes is passed over: its database is older than this one; plumbline audit --repair mends it',
    );
  }
}

/** A question may be lost with its connection; those who read the change log wait for its answer. */
const withinPatience = (work: UnitOfWork): UnitOfWork => ({
  ...work,
  scope: { ...work.scope, deadline: Math.min(work.scope.deadline, Date.now() + patience) },
});

/** How far the outbox of a service has been taken in. */
export async function positionReached({ sql: run }: UnitOfWork, app: App): Promise<number> {
  const reached = await run.first<{ position: number }>(sql.unsafe`SELECT position FROM consumed WHERE app = ${app}`);
  if (reached) return Number(reached.position);
  await run.run(sql.unsafe`INSERT INTO consumed (app, position) VALUES (${app}, 0) ON CONFLICT DO NOTHING`);
  return 0;
}
