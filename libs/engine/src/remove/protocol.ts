import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { ask, inTransaction, type Work } from '../engine';
import type { Protector, ReferrersReply, ReferrersRequest, SettleRequest } from '../verbs/messages';
import { targetLock } from '../write/targets';
import { type Closure, closureOf, copyOf, type Doomed, foreignReferrers, recordOf } from './closure';
import { lockedClosure } from './lockedClosure';
import { awaitedDeletions, BeingDeleted, mark, unmark } from './marks';
import { deleteHere } from './remove';

/**
 * Asks every application that may refer to what goes; answers what stands in the way beside what is known to. Throws
 * `BeingDeleted` when nothing does but something that would go along is being deleted by somebody else.
 */
export async function askReferrers(
  work: Work,
  apps: string[],
  operation: string,
  doomed: Doomed,
  known: Protector[],
): Promise<Protector[]> {
  const request: ReferrersRequest = { operation, doomed: recordOf(doomed) };
  const nothing: ReferrersReply = { protectors: [], busy: false };
  const replies = await Promise.all(
    apps.map(async (app) => {
      const asked = ask<ReferrersReply>(work, app, 'service', 'referrers', request);
      // What is known to stand in the way is enough to say so.
      return known.length > 0 ? asked.catch(() => nothing) : asked;
    }),
  );
  const protectors = [...known, ...replies.flatMap((reply) => reply.protectors)];
  if (protectors.length === 0 && replies.some((reply) => reply.busy)) throw new BeingDeleted();
  return protectors;
}

/**
 * Answers `referrers`: waits for writers under way that refer to what goes (they hold the shared lock), then marks this
 * service's cascades and asks on for them. Writers that come later are refused by the owner's mark.
 */
export async function answerReferrers(work: Work, request: ReferrersRequest): Promise<ReferrersReply> {
  try {
    const closure = await markCascade(work, request.operation, copyOf(request.doomed));
    const cascade = ownPart(work, closure.doomed);
    const apps = foreignReferrers(work.engine, cascade);
    return { protectors: await askReferrers(work, apps, request.operation, cascade, closure.protectors), busy: false };
  } catch (error) {
    if (error instanceof BeingDeleted) return { protectors: [], busy: true };
    throw error;
  }
}

function markCascade(work: Work, operation: string, start: Doomed): Promise<Closure> {
  const keys = [...start].flatMap(([label, ids]) => [...ids].map((id) => targetLock(label, id).toString()));
  return inTransaction(work, async (inner) => {
    await inner.sql.run(
      sql.unsafe`SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT key FROM unnest(${sql.array(keys, 'int8')}) AS key ORDER BY key) AS keys`,
    );
    const closure = await lockedClosure(inner, start);
    if (closure.protectors.length === 0) await mark(inner, operation, closure.doomed, 'deletion elsewhere');
    return closure;
  });
}

/** Of a closure, what this service owns. */
function ownPart(work: Work, doomed: Doomed): Doomed {
  return new Map([...doomed].filter(([label, ids]) => work.engine.models.has(label) && ids.size > 0));
}

/** Answers `apply`: carries out this service's part of a deletion that is decided. Doing it again changes nothing. */
export async function applyDeparture(asked: Work, request: SettleRequest): Promise<null> {
  const { operation, doomed } = request;
  const work = inTheNameOf(asked, request);
  const done = await inTransaction(work, async (inner) => {
    const closure = await closureOf(inner, copyOf(doomed));
    const cascade = ownPart(inner, closure.doomed);
    const apps = foreignReferrers(inner.engine, cascade);
    await deleteHere(inner, closure);
    await unmark(inner, operation);
    if (apps.length > 0) await noteDeparture(inner, operation, apps, cascade);
    return { apps, cascade };
  });
  await carryOut(work, operation, done.apps, done.cascade);
  return null;
}

/** Answers `release`: the deletion does not take place. */
export async function releaseMarks(work: Work, { operation }: SettleRequest): Promise<null> {
  await unmark(work, operation);
  return null;
}

const settlement = ({ scope }: Work, operation: string, doomed: Doomed): SettleRequest => ({
  operation,
  doomed: recordOf(doomed),
  identity: { ...scope.identity },
  requestId: scope.requestId,
  ...(scope.origin ? { origin: scope.origin } : {}),
});

/** The same work, done for whoever wanted the deletion and as part of the request that did. */
const inTheNameOf = (work: Work, { identity, requestId, origin }: SettleRequest): Work => ({
  ...work,
  scope: { ...work.scope, identity: identity as unknown as Identity, requestId, ...(origin ? { origin } : {}) },
});

/** Takes all marks of a deletion back; those of a service that does not answer run out by themselves. */
export async function releaseAll(work: Work, apps: string[], operation: string): Promise<void> {
  await Promise.allSettled([
    unmark(work, operation),
    ...apps.map((app) => ask(work, app, 'service', 'release', settlement(work, operation, new Map()))),
  ]);
}

/** Remembers, in the transaction that deletes, what other services still have to do. */
export async function noteDeparture(work: Work, operation: string, apps: string[], doomed: Doomed): Promise<void> {
  if (apps.length === 0) return;
  const payload = JSON.stringify(settlement(work, operation, doomed));
  await work.sql.run(
    sql.unsafe`INSERT INTO departure (operation, time, apps, payload) VALUES (${operation}::uuid, now(), ${sql.array(apps, 'text')}, ${payload}::jsonb) ON CONFLICT (operation) DO NOTHING`,
  );
}

/** Has the other services do their part; what one of them misses is tried again by `resumeDepartures`. */
export async function carryOut(work: Work, operation: string, apps: string[], doomed: Doomed): Promise<void> {
  if (apps.length === 0) return;
  const request = settlement(work, operation, doomed);
  const results = await Promise.allSettled(apps.map((app) => ask(work, app, 'service', 'apply', request)));
  const left = apps.filter((_, index) => results[index]!.status === 'rejected');
  if (left.length === 0) await work.sql.run(sql.unsafe`DELETE FROM departure WHERE operation = ${operation}::uuid`);
  else
    await work.sql.run(
      sql.unsafe`UPDATE departure SET apps = ${sql.array(left, 'text')} WHERE operation = ${operation}::uuid`,
    );
}

/** Takes up deletions that a crash or an absent service left half done. */
export async function resumeDepartures(work: Work): Promise<void> {
  const rows = await work.sql.rows<{ operation: string; apps: string[]; payload: SettleRequest }>(
    sql.unsafe`SELECT operation, apps, payload FROM departure WHERE time < now() - interval '2 seconds' ORDER BY time LIMIT 100`,
  );
  for (const { operation, apps, payload } of rows)
    await carryOut(inTheNameOf(work, payload), operation, apps, copyOf(payload.doomed));
}

/** Takes away marks made for deletions elsewhere of which nobody knows any more, since whoever began them died. */
export async function forgetLostDeletions(work: Work): Promise<void> {
  for (const operation of await lostDeletions(work)) await unmark(work, operation);
}

/**
 * Deletions elsewhere that objects here are marked for and nobody knows of. Throws when a service does not answer: it
 * may know.
 */
export async function lostDeletions(work: Work): Promise<string[]> {
  const operations = await awaitedDeletions(work);
  if (operations.length === 0) return [];
  const others = [...new Set(work.engine.catalog.manifests.map(({ app }) => app))].filter(
    (app) => app !== work.engine.app,
  );
  const known = await Promise.all(
    others.map((app) => ask<string[]>(work, app, 'service', 'deletions', { operations })),
  );
  const unknown = operations.filter((operation) => !known.flat().includes(operation));
  // One that came to its end while we asked has taken its marks along.
  const still = unknown.length === 0 ? [] : await awaitedDeletions(work);
  return unknown.filter((operation) => still.includes(operation));
}
