import type { App } from '@plumbline/config';
import { Problem, problems } from '@plumbline/http';
import { type Database, type Queryable, sql } from '@plumbline/store';
import type { Engine, Work } from '../engine';
import { followingOf } from '../record/followingOf';
import { backgroundWork, followTo } from '../record/relay';
import { settleSharedWrites } from '../relationships/shared';
import { resumeDepartures } from '../remove/protocol';
import type { ServiceDefinition } from '../service';

/** A write came while all services stand still; it is worth trying again in a moment. */
export class GateShut extends Problem {
  constructor(app: string) {
    const { status, body, headers } = problems.unavailable(app);
    super(status, body, headers);
  }
}

/**
 * Everybody who writes objects holds the gate of their service open while they do; whoever wants all services to stand
 * still for a moment shuts the gates of all of them. What one service does as a part of another's write does not pass
 * the gate again: the write that it is a part of has. Throws `GateShut` rather than wait, so that nobody holds a
 * connection that those need who are waited for.
 */
export async function passGate({ engine, scope, sql: run }: Work): Promise<void> {
  if (scope.served) return;
  const gate = await run.first<{ open: boolean }>(
    sql.unsafe`SELECT pg_try_advisory_xact_lock_shared(hashtext('standstill'), hashtext(${engine.app})) AS open`,
  );
  if (!gate?.open) throw new GateShut(engine.app);
}

/** Milliseconds in which writers that are under way must have finished, or else they are let go on. */
const patience = 1_000;

/** Shuts the gate of a service until the transaction ends; throws when writers are under way for too long. */
export async function shutGate(tx: Queryable, app: string): Promise<void> {
  await tx.run(sql.unsafe`SELECT set_config('lock_timeout', ${String(patience)}, true)`);
  await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('standstill'), hashtext(${app}))`);
}

/** Whether nothing that was decided in this service still has to be carried out in others, or the other way round. */
export async function isSettled({ sql: run }: Work): Promise<boolean> {
  const row = await run.first<{ left: boolean }>(sql.unsafe`
    SELECT EXISTS (SELECT FROM departure) OR EXISTS (SELECT FROM shared_write) OR EXISTS (SELECT FROM shared_write_undo) AS left`);
  return row?.left === false;
}

/** Whether a service has taken in everything that it follows of another. */
export async function hasTakenIn(definition: ServiceDefinition, reader: Engine, writer: Engine): Promise<boolean> {
  const following = followingOf(reader, definition);
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
 * Does what a running service does of its own accord: sees through what was left half done, takes in what it follows.
 */
export async function settle(engine: Engine, definition: ServiceDefinition): Promise<void> {
  const work = backgroundWork(engine);
  await settleSharedWrites(work);
  await definition.tidy?.(work);
  await resumeDepartures(work);
  const following = followingOf(engine, definition);
  if (!following) return;
  for (const app of new Set(engine.catalog.manifests.map((manifest) => manifest.app as App)))
    await followTo(work, app, following);
}

/** Whether a process of the service is at work on this database. */
export async function isAtWork(database: Database, applicationNames: readonly string[]): Promise<boolean> {
  const found = await database.first(sql.unsafe`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = ANY(${sql.array(applicationNames, 'text')}) LIMIT 1`);
  return found !== undefined;
}
