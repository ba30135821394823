import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Bus, Unsubscribe } from '@plumbline/bus';
import { problems } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import pTimeout from 'p-timeout';
import { z } from 'zod/v4';
import { createReaders, type Readers } from './readers';

/** Who has written lately, as all gateways know that let reads go to replicas. */
export interface RecentWriters {
  /**
   * Notes that somebody is about to write. Resolves when every gateway that might read for them from a replica knows;
   * undefined: there is nobody to be told.
   */
  note(userId: string): Promise<void> | undefined;
  /** Notes the same again and again until that is answered; false where whoever asked has gone: nothing would end the noting. */
  keepNoting(userId: string, res: ServerResponse): boolean;
  /** Milliseconds that what this user is shown may be old; undefined: it must be what is true now. */
  mayBeOld(userId: string): number | undefined;
  /** Resolves when this gateway hears of all others' writers. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface RecentWritersParts {
  bus: Bus;
  log: Log;
  /** Milliseconds that an answer from a replica may be old; 0: this gateway lets no read go to one. */
  lag: number;
  /** Milliseconds beyond those in which somebody who has written reads from none. */
  pause: number;
}

const wrote = { app: 'gateway', model: 'writer', verb: 'wrote' };
const heard = { app: 'gateway', model: 'writer', verb: 'heard' };
export const wroteEvent = z.object({ from: z.string(), number: z.number(), userId: z.string() });
export const heardEvent = z.object({ by: z.string(), from: z.string(), number: z.number() });

/** Milliseconds between announcements of what not everybody has confirmed, and after which the write is refused. */
const again = 250;
const patience = 8_000;

/** A note that is being told. */
interface Announcement {
  waitingFor: Set<string>;
  /** It has come back over the bus: this process is connected. */
  returned: boolean;
  /** Everybody has said that they know. */
  confirmed(): void;
}

/**
 * Keeps note of who has written in the last minute. A write is handed on only when every gateway that lets reads go to
 * replicas has said that it knows, or has been silent for so long that by its own rule it lets none go any more
 * (see readers.ts and docs/adr/0036-reads-may-go-to-replicas.md).
 */
export function createRecentWriters({ bus, log, lag, pause }: RecentWritersParts): RecentWriters {
  const own = randomUUID();
  const remembered = lag + pause;
  const isReader = lag > 0;
  /** Until when each is remembered, and when all others were last told of them. */
  const writers = new Map<string, number>();
  const told = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  const announcements = new Map<number, Announcement>();
  let count = 0;
  const readers: Readers = createReaders({ bus, log, own, isReader, quarantine: remembered });

  const remember = (userId: string): void => {
    writers.set(userId, performance.now() + remembered);
  };

  const forget = setInterval(() => {
    const now = performance.now();
    for (const [userId, until] of writers) if (until < now) writers.delete(userId);
    for (const [userId, at] of told) if (at + remembered < now) told.delete(userId);
  }, remembered);
  forget.unref();

  async function hearOfWriter(payload: unknown): Promise<void> {
    const { from, number, userId } = wroteEvent.parse(payload);
    if (from === own) {
      const announcement = announcements.get(number);
      if (announcement) announcement.returned = true;
    } else if (isReader) {
      remember(userId);
      await bus.publish(heard, { by: own, from, number });
    }
  }

  async function hearOfConfirmation(payload: unknown): Promise<void> {
    const { by, from, number } = heardEvent.parse(payload);
    const announcement = from === own ? announcements.get(number) : undefined;
    announcement?.waitingFor.delete(by);
    if (announcement?.waitingFor.size === 0) announcement.confirmed();
  }

  async function tell(userId: string): Promise<void> {
    const began = performance.now();
    const number = count++;
    const announcement: Announcement = {
      waitingFor: new Set(readers.others()),
      returned: false,
      confirmed: () => undefined,
    };
    announcements.set(number, announcement);
    try {
      while (announcement.waitingFor.size > 0) {
        if (performance.now() - began > patience) throw problems.unavailable('gateway');
        const confirmed = new Promise<void>((resolve) => {
          announcement.confirmed = resolve;
        });
        await bus.publish(wrote, { from: own, number, userId });
        await pTimeout(confirmed, again, () => undefined);
        if (announcement.returned) readers.dropSilent(announcement.waitingFor);
      }
      told.set(userId, began);
    } finally {
      announcements.delete(number);
      underWay.delete(userId);
    }
  }

  function note(userId: string): Promise<void> | undefined {
    if (isReader) remember(userId);
    if (readers.others().length === 0) return undefined;
    if ((told.get(userId) ?? Number.NEGATIVE_INFINITY) + pause / 2 > performance.now()) return undefined;
    const announcement = underWay.get(userId) ?? tell(userId);
    underWay.set(userId, announcement);
    return announcement;
  }

  const listening: Promise<Unsubscribe[]> = Promise.all([
    bus.subscribe(wrote, hearOfWriter),
    bus.subscribe(heard, hearOfConfirmation),
  ]).then(async (subscriptions) => [...subscriptions, await readers.start()]);
  listening.catch((error) => log.error({ error }, 'cannot hear of writers'));

  return {
    note,
    keepNoting(userId, res) {
      if (res.destroyed) return false;
      if (!isReader && readers.others().length === 0) return true;
      const timer = setInterval(() => {
        note(userId)?.catch((error) => log.warn({ error: String(error) }, 'could not tell of a writer again'));
      }, pause / 4);
      res.once('close', () => clearInterval(timer));
      return true;
    },
    mayBeOld: (userId) => (readers.mayRead() && !((writers.get(userId) ?? 0) > performance.now()) ? lag : undefined),
    ready: async () => {
      await listening;
    },
    close: async () => {
      clearInterval(forget);
      for (const stop of await listening.catch(() => [])) await stop();
    },
  };
}
