import { setTimeout as delay } from 'node:timers/promises';
import { type MessageStore, ServiceUnavailable } from '@plumbline/bus';
import { sql } from '@plumbline/store';
import { watchful } from '../core/background/activity';
import { coalesce } from '../core/background/coalesce';
import type { Engine, UnitOfWork } from '../core/engine';
import { backgroundWork } from '../core/unitOfWork';
import { newest, type OutboxPage, readOutbox } from '../record/outbox';

/** Hands a service's change records on to the broker's store, for readers beside Plumbline. */
export interface JetStreamMirror {
  stop(): Promise<void>;
}

/** How often the outbox is looked at although nobody has announced anything. */
const times = { interval: 5_000, whenQuiet: 60_000 };
/** Milliseconds in which changes gather, so that many are handed on together. */
const gathering = 100;

/**
 * Starts mirroring, where the broker has a store. How far it has come stands in the store alone: one that was wiped is
 * filled again from the outbox, as far back as a store remembers, and so is one with more than the outbox has ever had.
 */
export async function startJetStreamMirror(engine: Engine): Promise<JetStreamMirror> {
  const { bus, app, log } = engine;
  const { store } = bus;
  if (!store) return { stop: async () => undefined };
  /** Whether there may be something that the store has not, as it could not be asked. */
  let isBehind = false;
  const rounds = coalesce(async () => {
    try {
      isBehind = !(await mirrorChanges(backgroundWork(engine), store));
    } catch (error) {
      isBehind = true;
      log.warn({ error: String(error) }, 'could not hand change records on');
    }
  });
  const wake = () => void rounds.next();
  const unsubscribe = await bus.subscribe({ app, model: '*', verb: 'changed' }, async () => wake(), {
    group: `carrier-${app}`,
  });
  const isTime = watchful(engine, times);
  const timer = setInterval(() => {
    if (isTime() || isBehind) wake();
  }, times.interval);
  wake();
  return {
    stop: async () => {
      clearInterval(timer);
      await unsubscribe();
      await rounds.settled();
    },
  };
}

/**
 * Processes of one service take turns as it comes: the one that is a moment later leaves the rest to the other. Answers whether
 * there is a store at the moment.
 */
async function mirrorChanges(work: UnitOfWork, store: MessageStore): Promise<boolean> {
  const { app } = work.engine;
  await delay(gathering);
  for (let more = true; more; ) {
    const kept = await store.last(app);
    if (typeof kept === 'string') return false;
    const { records, last } = await recordsBehind(work, kept);
    if (records.length === 0) return true;
    const isMine = await store.keep(
      app,
      records.map((record) => ({ id: record.id, position: record.position, payload: record })),
    );
    more = isMine && records.at(-1)!.position < last;
  }
  return true;
}

/**
 * What the store is to be given, which has records up to a position. One beyond the last is of another database, or of what was this
 * one's future.
 */
async function recordsBehind(work: UnitOfWork, kept: number): Promise<OutboxPage> {
  const page = await readOutbox(work, { after: kept === 0 ? await beginning(work) : kept });
  if (kept <= page.last) return page;
  const anew = await readOutbox(work, { after: await beginning(work) });
  if (anew.records.length > 0)
    work.engine.log.error(
      { kept, last: anew.last },
      'the broker keeps change records that this database has not: those that it has are handed on anew',
    );
  return anew;
}

/**
 * Up to which position the broker's store has what it can have; without a store nobody waits for it. Throws `ServiceUnavailable`
 * where it cannot be asked now.
 */
export async function mirroredTo(work: UnitOfWork): Promise<number> {
  const { bus, app } = work.engine;
  const kept = (await bus.store?.last(app)) ?? 'absent';
  if (kept === 'absent') return Number.MAX_SAFE_INTEGER;
  if (kept === 'away') throw new ServiceUnavailable('bus', 'JetStream cannot be asked now');
  const { last } = (await work.sql.first<{ last: number }>(sql.unsafe`SELECT (${newest}) AS last`))!;
  return kept === 0 || kept > Number(last) ? beginning(work) : kept;
}

/** The position before the records of the last week; older ones a store would not keep. */
async function beginning({ sql: run }: UnitOfWork): Promise<number> {
  const found = await run.first<{ before: number }>(sql.unsafe`
    SELECT coalesce(min(position) FILTER (WHERE time > now() - interval '7 days') - 1, max(position), 0) AS before FROM outbox`);
  return Number(found?.before ?? 0);
}
