import type { App } from '@plumbline/config';
import { sql } from '@plumbline/store';
import { z } from 'zod/v4';
import type { Engine } from '../engine';
import { ask, inTransaction, type Work, work as workOf } from '../engine';
import { systemScope } from '../scope';
import type { Following } from '../service';
import type { ChangeRecord } from './outbox';

/** Most records handed over in one answer. */
const batchSize = 500;
/** Milliseconds within which a service hands over a batch. */
const patience = 3_000;

/** `outbox.read`: what comes after a position, of all models or of these. */
export const outboxRequest = z.strictObject({ after: z.number().int(), labels: z.array(z.string()).optional() });
export type OutboxRequest = z.infer<typeof outboxRequest>;

export interface OutboxPage {
  records: ChangeRecord[];
  /** The position up to which these are all there is of what was asked for. */
  reached: number;
  /** The highest position given so far; more can be asked for until it is reached. */
  last: number;
  /** Up to this position records are not there any more. */
  pruned: number;
}

/** The position up to which records were removed. */
export const pruned = sql.fragment`SELECT coalesce(max(position), 0) FROM outbox_pruned`;
/** The highest position ever given: what was removed counts, or positions would be given twice. */
const newest = sql.fragment`SELECT greatest(max(position), (${pruned})) FROM outbox`;

/**
 * Answers `outbox.read`: gives a position to everything committed since, then hands over what comes after the reader's.
 * Positions are given one process at a time in the order of writing, so they have no gaps and nothing appears behind a
 * reader's back.
 */
export async function readOutbox(work: Work, { after, labels }: OutboxRequest): Promise<OutboxPage> {
  await inTransaction(work, async ({ sql: tx }) => {
    const waiting = await tx.first(sql.unsafe`SELECT 1 FROM outbox WHERE position IS NULL LIMIT 1`);
    if (!waiting) return;
    await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('outbox'))`);
    await tx.run(sql.unsafe`
      UPDATE outbox SET position = numbered.position FROM (
        SELECT sequence, (${newest}) + row_number() OVER (ORDER BY sequence) AS position
        FROM outbox WHERE position IS NULL
      ) numbered WHERE outbox.sequence = numbered.sequence`);
  });
  const places = await work.sql.first<{ pruned: number; last: number }>(
    sql.unsafe`SELECT (${pruned}) AS pruned, (${newest}) AS last`,
  );
  const last = Number(places?.last);
  const wanted = labels ? sql.fragment`label = ANY(${sql.array(labels, 'text')})` : sql.fragment`TRUE`;
  const rows = await work.sql.rows<{ position: number; record: Omit<ChangeRecord, 'position'> }>(sql.unsafe`
    SELECT position, record FROM outbox WHERE position > ${after} AND position <= ${last} AND ${wanted}
    ORDER BY position LIMIT ${batchSize}`);
  const records = rows.map(({ position, record }) => ({ ...record, position: Number(position) }));
  const reached = records.length < batchSize ? last : records.at(-1)!.position;
  return { records, reached, last, pruned: Number(places?.pruned) };
}

/**
 * Takes in changes of one service, each exactly once: the place reached is stored in the transaction that takes them
 * in.
 */
export async function followTo(work: Work, app: App, { of, take }: Following): Promise<void> {
  const models = of === 'everything' ? {} : { labels: of.filter((label) => label.startsWith(`${app}.`)) };
  for (let more = true; more; ) {
    const after = await placeReached(work, app);
    // Asked for outside the transaction: nobody holds a connection here while waiting for one there.
    const page =
      app === work.engine.app
        ? await readOutbox(work, { after, ...models })
        : await ask<OutboxPage>(withinPatience(work), app, 'outbox', 'read', { after, ...models });
    if (page.reached <= after) return;
    if (after > 0 && after < page.pruned)
      work.engine.log.error(
        { source: app, after, before: page.pruned + 1 },
        'change records in between are gone: this database is older than they are',
      );
    await inTransaction(work, async (inner) => {
      const moved = await inner.sql.run(
        sql.unsafe`UPDATE consumed SET position = ${page.reached} WHERE app = ${app} AND position = ${after}`,
      );
      // Another process of this service was faster with the same records.
      if (moved > 0 && page.records.length > 0) await take(inner, page.records);
    });
    more = page.reached < page.last;
  }
}

/** A request may be lost with its connection; those who read the change log wait for its answer. */
const withinPatience = (work: Work): Work => ({
  ...work,
  scope: { ...work.scope, deadline: Math.min(work.scope.deadline, Date.now() + patience) },
});

/** How far the outbox of a service has been taken in. */
export async function placeReached({ sql: run }: Work, app: App): Promise<number> {
  const reached = await run.first<{ position: number }>(sql.unsafe`SELECT position FROM consumed WHERE app = ${app}`);
  if (reached) return Number(reached.position);
  await run.run(sql.unsafe`INSERT INTO consumed (app, position) VALUES (${app}, 0) ON CONFLICT DO NOTHING`);
  return 0;
}

/** Work of the service's own, for which nobody waits. */
export const backgroundWork = (engine: Engine): Work => workOf(engine, systemScope());
