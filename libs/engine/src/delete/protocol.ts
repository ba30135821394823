import type { IdentityStatement } from '@plumbline/http';
import { type Sql, sql } from '@plumbline/store';
import type { Chore } from '../core/background/chore';
import {
  awaited,
  awaitedDeletions,
  BeingDeleted,
  forgetDeletion,
  knownDeletions,
  markForDeletion,
  unmark,
} from '../core/deletions/marks';
import { type ToDelete, toDeleteFrom, toDeleteRecord } from '../core/deletions/toDelete';
import type { UnitOfWork } from '../core/engine';
import { ask } from '../core/messages/ask';
import { demandAsker } from '../core/messages/gatewayStatement';
import type { Protector, ReferrersReply, ReferrersRequest, SettleRequest } from '../core/messages/messages';
import { knowEverybody } from '../core/messages/neighbours';
import { inTransaction } from '../core/transactions/transaction';
import { linesOfForeign } from '../write/locks/lines';
import { waitingForReferrers } from '../write/locks/targetLocks';
import { locksBeforeForeign } from '../write/locks/widerLocks';
import { deleteHere } from './deleteHere';
import { lockedPlan } from './lockedPlan';
import type { DeletionPlan } from './plan';
import type { Author } from './prepared';
import { prepare, takePrepared } from './prepared';
import { referringApps } from './referringApps';
import { askUnknownReferrers } from './unknownReferrers';

/** What all applications that may refer to what goes have said. */
export interface AllReferrers {
  protectors: Protector[];
  /** Those that have something to do when it is decided: something of theirs refers to what goes. */
  concerned: string[];
}

/**
 * Asks every application that may refer to what goes; answers what stands in the way, beside what is known to, and whom
 * it concerns. Throws `BeingDeleted` when nothing is in the way but something that would go along is being deleted by
 * somebody else.
 */
export async function askReferrers(
  work: UnitOfWork,
  apps: string[],
  operation: string,
  toDelete: ToDelete,
  known: Protector[],
): Promise<AllReferrers> {
  const request: ReferrersRequest = { operation, toDelete: toDeleteRecord(toDelete) };
  // What no client has asked for, only those may ask whose business it is.
  const verb = work.scope.vouched ? 'referrers' : 'referrersUnasked';
  const unknown: ReferrersReply = { protectors: [], busy: false, isReferredTo: true };
  const replies = await Promise.all(
    apps.map(async (app) => {
      const asked = ask<ReferrersReply>(work, app, 'service', verb, request);
      // What is known to stand in the way is enough to say so.
      return known.length > 0 ? asked.catch(() => unknown) : asked;
    }),
  );
  const protectors = [...known, ...replies.flatMap((reply) => reply.protectors)];
  if (protectors.length === 0 && replies.some((reply) => reply.busy)) throw new BeingDeleted();
  return { protectors, concerned: apps.filter((_, index) => replies[index]!.isReferredTo) };
}

/**
 * Answers `referrers`: waits for writers under way that refer to what goes (they hold the shared lock), then marks this
 * service's cascades and asks on for them. Writers that come later are refused by the owner's mark. In whose name it is
 * will not be asked again: it is written down with what has been prepared.
 */
export async function answerReferrers(
  work: UnitOfWork,
  request: ReferrersRequest,
  author: Author,
): Promise<ReferrersReply> {
  demandAsker(work, work.scope.asker ?? '', Object.keys(request.toDelete));
  try {
    const unknown = await askUnknownReferrers(work, request.toDelete);
    const { plan, cascade, apps } = await markCascade(work, request, author);
    const known = [...unknown, ...plan.protectors];
    const { protectors } = await askReferrers(work, apps, request.operation, cascade, known);
    return { protectors, busy: false, isReferredTo: plan.isReferredTo };
  } catch (error) {
    if (error instanceof BeingDeleted) return { protectors: [], busy: true, isReferredTo: true };
    throw error;
  }
}

/** What goes here with what goes elsewhere, and who may refer to it. */
interface MarkedCascade {
  plan: DeletionPlan;
  cascade: ToDelete;
  apps: string[];
}

function markCascade(
  work: UnitOfWork,
  { operation, toDelete }: ReferrersRequest,
  author: Author,
): Promise<MarkedCascade> {
  const start = toDeleteFrom(toDelete);
  const mark = async (inner: UnitOfWork, waited: Promise<unknown>) => {
    await waited;
    await knowEverybody(inner);
    const plan = await lockedPlan(inner, start);
    const cascade = ownPart(inner, plan.toDelete);
    const apps = await referringApps(inner, cascade);
    // Where nothing refers to it nothing will either: whoever owns it has it marked.
    if (plan.protectors.length === 0 && plan.isReferredTo) {
      await markForDeletion(inner, operation, plan.toDelete, 'deletion elsewhere');
      await prepare(inner, operation, { author, toDelete });
    }
    return { plan, cascade, apps };
  };
  return inTransaction(work, mark, { first: [...locksForeign(work, start), waitingForReferrers(start)] });
}

/** What is locked ahead of the rows that go along with what goes elsewhere. */
const locksForeign = ({ engine }: UnitOfWork, start: ToDelete): Sql[] => [
  ...locksBeforeForeign(engine, start),
  ...linesOfForeign(engine, start),
];

/** Of a plan, what this service owns. */
function ownPart(work: UnitOfWork, toDelete: ToDelete): ToDelete {
  return new Map([...toDelete].filter(([label, ids]) => work.engine.models.has(label) && ids.size > 0));
}

/**
 * Answers `apply`: carries out this service's part of a deletion that is decided, as far as it was prepared for the
 * service that asks. Doing it again changes nothing.
 */
export async function applyDeletion(asked: UnitOfWork, { operation, toDelete }: SettleRequest): Promise<null> {
  const carryOut = async (outer: UnitOfWork, waited: Promise<unknown>) => {
    await waited;
    const prepared = await takePrepared(outer, operation);
    if (!prepared) return undefined;
    const inner = inTheNameOf(outer, prepared.author);
    const plan = await lockedPlan(inner, bothOf(prepared.toDelete, toDelete));
    const cascade = ownPart(inner, plan.toDelete);
    const apps = await referringApps(inner, cascade);
    await deleteHere(inner, plan);
    await unmark(inner, operation);
    if (apps.length > 0) await keepPendingDeletion(inner, operation, apps, cascade);
    return { apps, cascade, work: inTheNameOf(asked, prepared.author) };
  };
  const done = await inTransaction(asked, carryOut, { first: locksForeign(asked, toDeleteFrom(toDelete)) });
  if (done) await applyElsewhere(done.work, operation, done.apps, done.cascade);
  return null;
}

/** Of what was prepared, what has been decided. */
const bothOf = (prepared: SettleRequest['toDelete'], decided: SettleRequest['toDelete']): ToDelete =>
  new Map(
    Object.entries(decided).map(([label, ids]) => {
      const known = new Set(prepared[label]);
      return [label, new Set(ids.filter((id) => known.has(id)))];
    }),
  );

/** Answers `release`: the deletion does not take place. Who has prepared none has none to let go. */
export async function releaseMarks(work: UnitOfWork, { operation }: SettleRequest): Promise<null> {
  if (await takePrepared(work, operation)) await unmark(work, operation);
  return null;
}

/** Who deletes, as the gateway states it. */
export const authorOf = ({ identity, requestId, origin }: IdentityStatement): Author => ({
  identity,
  requestId,
  ...(origin ? { origin } : {}),
});

const settlement = (operation: string, toDelete: ToDelete): SettleRequest => ({
  operation,
  toDelete: toDeleteRecord(toDelete),
});

/** The same work, done for whoever wanted the deletion and as part of the request that did. */
const inTheNameOf = (work: UnitOfWork, { identity, requestId, origin }: Author): UnitOfWork => ({
  ...work,
  scope: { ...work.scope, identity, requestId, ...(origin ? { origin } : {}) },
});

/** Takes all marks of a deletion back; those of a service that does not answer run out by themselves. */
export async function releaseAll(work: UnitOfWork, apps: string[], operation: string): Promise<void> {
  await Promise.allSettled([
    unmark(work, operation),
    ...apps.map((app) => ask(work, app, 'service', 'release', settlement(operation, new Map()))),
  ]);
}

/** Remembers, in the transaction that deletes, what other services still have to do. */
export async function keepPendingDeletion(
  work: UnitOfWork,
  operation: string,
  apps: string[],
  toDelete: ToDelete,
): Promise<void> {
  if (apps.length === 0) return;
  const payload = JSON.stringify({ toDelete: toDeleteRecord(toDelete), requestId: work.scope.requestId });
  await work.sql.run(
    sql.unsafe`INSERT INTO pending_deletion (operation, time, apps, payload) VALUES (${operation}::uuid, now(), ${sql.array(apps, 'text')}, ${payload}::jsonb) ON CONFLICT (operation) DO NOTHING`,
  );
}

/** Has the other services do their part; what one of them misses is tried again by `resumePendingDeletions`. */
export async function applyElsewhere(
  work: UnitOfWork,
  operation: string,
  apps: string[],
  toDelete: ToDelete,
): Promise<void> {
  if (apps.length === 0) return;
  const request = settlement(operation, toDelete);
  const results = await Promise.allSettled(apps.map((app) => ask(work, app, 'service', 'apply', request)));
  const left: string[] = [];
  for (const [index, result] of results.entries())
    if (result.status === 'rejected') {
      const app = apps[index]!;
      left.push(app);
      work.engine.log.warn(
        { error: String(result.reason), operation, app },
        'a service has not done its part of a deletion',
      );
    }
  if (left.length === 0)
    await work.sql.run(sql.unsafe`DELETE FROM pending_deletion WHERE operation = ${operation}::uuid`);
  else
    await work.sql.run(
      sql.unsafe`UPDATE pending_deletion SET apps = ${sql.array(left, 'text')}, next_try = now() + ${untilNextTry} WHERE operation = ${operation}::uuid`,
    );
}

/** The longer something has failed, the longer it waits for its next turn. */
const untilNextTry = sql.fragment`least((now() - time) / 2, interval '5 seconds')`;

/** Whoever decided a deletion has had time to see it through. */
const isHalfDone = sql.fragment`time < now() - interval '2 seconds'`;
const hasItsTurn = sql.fragment`${isHalfDone} AND next_try <= now()`;

/** Takes up deletions that a crash or an absent service left half done, whether or not it is their turn. */
export const resumePendingDeletions = (work: UnitOfWork): Promise<void> => resumeThose(work, isHalfDone);

/**
 * Takes up those that meet the condition, those that wait for different services side by side: one that is silent keeps only
 * its own from their turn. Of these what has waited the longest comes first, so that none keeps others from theirs.
 */
async function resumeThose(work: UnitOfWork, condition: Sql): Promise<void> {
  const rows = await work.sql.rows<{
    operation: string;
    apps: string[];
    payload: Pick<SettleRequest, 'toDelete'> & { requestId: string };
  }>(sql.unsafe`
    SELECT operation, apps, payload FROM (
      SELECT *, row_number() OVER (PARTITION BY apps ORDER BY next_try) AS place FROM pending_deletion WHERE ${condition}
    ) AS waiting WHERE place <= 100 ORDER BY place`);
  const waitedFor = new Set(rows.map(({ apps }) => apps.join(' ')));
  const resumeAll = async (waiting: typeof rows) => {
    for (const { operation, apps, payload } of waiting)
      await applyElsewhere(
        { ...work, scope: { ...work.scope, requestId: payload.requestId } },
        operation,
        apps,
        toDeleteFrom(payload.toDelete),
      );
  };
  await Promise.all([...waitedFor].map((those) => resumeAll(rows.filter(({ apps }) => apps.join(' ') === those))));
}

/** Deletions that were left half done go on when whoever decided them has had time to, and again when it is their turn. */
export const waitingDeletions: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM pending_deletion WHERE ${hasItsTurn})`,
  act: (work) => resumeThose(work, hasItsTurn),
};

/** Takes away marks made for deletions elsewhere of which nobody knows any more, since whoever began them died. */
export async function forgetLostDeletions(work: UnitOfWork): Promise<void> {
  for (const operation of await lostDeletions(work)) await forgetDeletion(work, operation);
}

/** As long as anything waits for a deletion elsewhere, it is looked whether anybody knows of that. */
export const forgottenDeletions: Chore = { due: () => sql.fragment`EXISTS (${awaited})`, act: forgetLostDeletions };

/**
 * Deletions elsewhere that objects here are marked for and nobody knows of. Throws when a service does not answer: it
 * may know.
 */
export async function lostDeletions(work: UnitOfWork): Promise<string[]> {
  await knowEverybody(work);
  const others = [...new Set(work.engine.catalog.manifests.map(({ app }) => app))].filter(
    (app) => app !== work.engine.app,
  );
  let unknown = await awaitedDeletions(work);
  // A service that has done its part may hand a deletion on while they answer, from one that has not yet to one that has been
  // asked already; no deletion is handed on more often than there are services.
  for (let round = 0; round <= others.length && unknown.length > 0; round += 1)
    unknown = await unknownToAll(work, others, unknown);
  // One that came to its end while we asked has taken its marks along.
  const still = unknown.length === 0 ? [] : await awaitedDeletions(work);
  return unknown.filter((operation) => still.includes(operation));
}

/** Those of some deletions that neither this service nor any of the others has under way. */
async function unknownToAll(work: UnitOfWork, others: string[], operations: string[]): Promise<string[]> {
  const known = await Promise.all([
    // What began here may have come back here.
    knownDeletions(work, operations),
    ...others.map((app) => ask<string[]>(work, app, 'service', 'deletions', { operations })),
  ]);
  return operations.filter((operation) => !known.flat().includes(operation));
}
