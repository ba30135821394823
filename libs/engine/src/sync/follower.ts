import { setTimeout as delay } from 'node:timers/promises';
import { ServiceUnavailable, type Unsubscribe } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import { stir, watchful } from '../core/activity';
import { coalesce } from '../core/coalesce';
import type { Engine } from '../core/engine';
import type { Subscription } from '../core/service';
import { backgroundWork } from '../core/unitOfWork';
import { follow } from '../record/outbox';

/** Keeps a service that follows others up to date. */
export interface Follower {
  /** Takes in everything that has been committed anywhere so far. A service that does not answer is passed over. */
  catchUp(): Promise<void>;
  /** Takes in what one service has committed so far. */
  catchUpWith(app: App): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds a reader waits for a service that did not answer the last time. */
const patience = 2_000;

/** How often outboxes are looked at of which nobody has announced anything. */
const times = { interval: 5_000, whenQuiet: 120_000 };

/**
 * Milliseconds for which what is announced of a service is gathered: writers that come one after another share a round,
 * which costs about as much as a write. Whoever must not wait asks (`catchUpWith`).
 */
const gathering = 25;

/** Starts following: on every `changed` event, and now and then in case one was missed. */
export async function startFollower(engine: Engine, following: Subscription): Promise<Follower> {
  const { of } = following;
  const followed = engine.catalog.manifests.filter(({ label }) => of === 'everything' || of.includes(label));
  const sources = [...new Set(followed.map((manifest) => manifest.app as App))];
  /** Services whose changes could not be had the last time. */
  const absent = new Set<App>();
  let stopped = false;

  const takeIn = async (app: App): Promise<void> => {
    try {
      await follow(backgroundWork(engine), app, following);
      absent.delete(app);
    } catch (error) {
      // Services start side by side: one that is not there yet is nothing to worry about.
      if (absent.has(app) || !(error instanceof ServiceUnavailable))
        engine.log.warn({ error: String(error), source: app }, 'could not take in changes');
      absent.add(app);
    }
  };
  // Readers of the change log share rounds, so that they do not hold a connection each.
  const rounds = new Map(sources.map((app) => [app, coalesce(() => takeIn(app))]));
  const catchUpWith = async (app: App): Promise<void> => {
    if (!rounds.has(app)) return;
    await (absent.has(app) ? Promise.race([nextRound(app), delay(patience)]) : nextRound(app));
  };
  const nextRound = (app: App): Promise<void> => rounds.get(app)!.next();
  const wake = (app: App): void => {
    if (!stopped) void nextRound(app);
  };
  const gathered = new Map<App, NodeJS.Timeout>();
  /** A service that tells of a change is there: readers wait for it again, however long it takes. */
  const hear = async (app: App): Promise<void> => {
    absent.delete(app);
    stir(engine);
    if (stopped || gathered.has(app)) return;
    const taken = () => {
      gathered.delete(app);
      wake(app);
    };
    gathered.set(app, setTimeout(taken, gathering));
  };

  const subjects =
    of === 'everything'
      ? sources.map((app) => ({ app, name: '*' }))
      : followed.map(({ app, name }) => ({ app: app as App, name }));
  const subscriptions: Unsubscribe[] = await Promise.all(
    subjects.map(({ app, name }) =>
      engine.bus.subscribe({ app, model: name, verb: 'changed' }, () => hear(app), {
        group: `follower-${engine.app}`,
      }),
    ),
  );
  const isTime = watchful(engine, times);
  const timer = setInterval(() => {
    if (isTime()) sources.forEach(wake);
  }, times.interval);
  sources.forEach(wake);
  return {
    catchUp: async () => {
      await Promise.all(sources.filter((app) => app !== engine.app).map(catchUpWith));
      // Taking in what others changed may have changed something here.
      await catchUpWith(engine.app);
    },
    catchUpWith,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      for (const waiting of gathered.values()) clearTimeout(waiting);
      await Promise.all(subscriptions.map((unsubscribe) => unsubscribe()));
      await Promise.all([...rounds.values()].map((each) => each.settled()));
    },
  };
}
