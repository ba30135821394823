import type { Bus, Unsubscribe } from '@plumbline/bus';
import type { Log } from '@plumbline/log';
import { z } from 'zod/v4';

/** The gateways that let reads go to replicas. */
export interface Readers {
  /** Those that are not this one. */
  others(): string[];
  /**
   * Takes out whoever has been silent for so long that it lets no read go to a replica any more, here and from the
   * list.
   */
  dropSilent(from: Set<string>): void;
  /** Whether this one may let reads go to replicas now: it has been hearing of all writers for long enough. */
  mayRead(): boolean;
  start(): Promise<Unsubscribe>;
}

export interface ReadersParts {
  bus: Bus;
  log: Log;
  own: string;
  /** Whether this gateway is one of them. */
  isReader: boolean;
  /** Milliseconds after which nobody is remembered whom this gateway may not have heard of. */
  quarantine: number;
}

const app = 'gateway';
const alive = { app, model: 'reader', verb: 'alive' };
const gone = { app, model: 'reader', verb: 'gone' };
const known = { app, model: 'reader', verb: 'known' };
export const beatEvent = z.object({ id: z.string(), sent: z.number() });
export const goneEvent = z.object({ id: z.string() });
export const knownReply = z.array(z.string());

/** Milliseconds between signs of life, for which one of them holds, and that others wait beyond. */
const interval = 500;
const lease = 3_000;
const margin = 1_000;
const answerWithin = 2_000;

/**
 * Every gateway that lets reads go to replicas gives signs of life over the bus, and hears its own. One that has not
 * heard its own for three seconds may be missing what others tell: it lets no read go any more, and begins again only
 * when whatever it missed is too old to matter. So others need not wait for it longer than a second beyond that.
 */
export function createReaders({ bus, log, own, isReader, quarantine }: ReadersParts): Readers {
  const lastHeard = new Map<string, number>();
  let leaseUntil = 0;
  let readsFrom = Number.POSITIVE_INFINITY;

  async function hearBeat(payload: unknown): Promise<void> {
    const { id, sent } = beatEvent.parse(payload);
    const now = performance.now();
    if (id !== own) {
      lastHeard.set(id, now);
      return;
    }
    if (now > leaseUntil) readsFrom = now + quarantine;
    leaseUntil = sent + lease;
  }

  const beat = (): void => {
    bus.publish(alive, { id: own, sent: performance.now() }).catch(() => undefined);
  };

  /** Asks one of them who there is; it answers at once, and so does the bus when there is none. */
  async function askForOthers(): Promise<void> {
    const call = { requestId: own, deadline: Date.now() + answerWithin };
    const ids = await bus.request(known, {}, call).then(
      (reply) => knownReply.parse(reply),
      () => [],
    );
    for (const id of ids) if (id !== own) lastHeard.set(id, performance.now());
  }

  async function startBeating(): Promise<Unsubscribe> {
    const unserve = await bus.serve(app, async () => [own, ...lastHeard.keys()]);
    beat();
    const timer = setInterval(beat, interval);
    return async () => {
      clearInterval(timer);
      await bus.publish(gone, { id: own }).catch(() => undefined);
      await unserve();
    };
  }

  return {
    others: () => (lastHeard.size === 0 ? none : [...lastHeard.keys()]),
    dropSilent(from) {
      for (const id of from) {
        if ((lastHeard.get(id) ?? 0) + lease + margin > performance.now()) continue;
        log.warn({ gateway: id }, 'a gateway that reads from replicas has fallen silent');
        lastHeard.delete(id);
        from.delete(id);
      }
    },
    mayRead: () => isReader && performance.now() < leaseUntil && performance.now() >= readsFrom,
    async start() {
      const subscriptions = await Promise.all([
        bus.subscribe(alive, hearBeat),
        bus.subscribe(gone, async (payload) => {
          lastHeard.delete(goneEvent.parse(payload).id);
        }),
      ]);
      await askForOthers();
      const stops = [...(isReader ? [await startBeating()] : []), ...subscriptions];
      return async () => {
        for (const stop of stops) await stop();
      };
    },
  };
}

const none: string[] = [];
