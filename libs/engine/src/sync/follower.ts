import { ServiceUnavailable, type Unsubscribe } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import type { Catalog } from '@plumbline/model';
import pTimeout from 'p-timeout';
import { noteActivity, watchful } from '../core/background/activity';
import { type Coalesced, coalesce } from '../core/background/coalesce';
import type { Engine } from '../core/engine';
import type { Subscription } from '../core/service';
import { backgroundWork } from '../core/unitOfWork';
import { follow } from './follow';

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
  const sources: App[] = [];
  /** What was known of services when all sources were found. */
  let seen: Catalog | undefined;
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
  const rounds = new Map<App, Coalesced>();
  const catchUpWith = async (app: App): Promise<void> => {
    if (!rounds.has(app)) return;
    await (absent.has(app) ? pTimeout(nextRound(app), patience, () => undefined) : nextRound(app));
  };
  const nextRound = (app: App): Promise<void> => rounds.get(app)!.next();
  const wake = (app: App): void => {
    if (!stopped) void nextRound(app);
  };
  const gathered = new Map<App, NodeJS.Timeout>();
  /** A service that tells of a change is there: readers wait for it again, however long it takes. */
  const hear = async (app: App): Promise<void> => {
    absent.delete(app);
    noteActivity(engine);
    if (stopped || gathered.has(app)) return;
    const taken = () => {
      gathered.delete(app);
      wake(app);
    };
    gathered.set(app, setTimeout(taken, gathering));
  };

  const subscriptions = new Map<string, Promise<Unsubscribe>>();
  /** Follows what has come to be known since: a model, or a service, that was not there before. */
  const findSources = async (): Promise<void> => {
    const { catalog } = engine;
    if (catalog === seen) return;
    for (const { label, app, name } of catalog.manifests) {
      if (of !== 'everything' && !of.includes(label)) continue;
      if (!rounds.has(app)) {
        sources.push(app);
        rounds.set(
          app,
          coalesce(() => takeIn(app)),
        );
      }
      const model = of === 'everything' ? '*' : name;
      const subject = `${app}.${model}`;
      if (subscriptions.has(subject)) continue;
      const group = `follower-${engine.app}`;
      const subscribed = engine.bus.subscribe({ app, model, verb: 'changed' }, () => hear(app), { group });
      subscriptions.set(subject, subscribed);
      subscribed.catch(() => subscriptions.delete(subject));
    }
    await Promise.all(subscriptions.values());
    seen = catalog;
  };
  /** The same once it runs: what cannot be followed yet is tried again the next time, and keeps nobody from what can. */
  const findMoreSources = (): Promise<void> =>
    findSources().catch((error) => {
      engine.log.warn({ error: String(error) }, 'cannot hear of changes of a service that has come to be known');
    });
  await findSources();
  const forgetBus = engine.bus.onFound(() => sources.forEach(wake));
  const isTime = watchful(engine, times);
  const timer = setInterval(() => {
    if (!isTime()) return;
    void findMoreSources();
    sources.forEach(wake);
  }, times.interval);
  sources.forEach(wake);
  return {
    catchUp: async () => {
      await findMoreSources();
      await Promise.all(sources.filter((app) => app !== engine.app).map(catchUpWith));
      // Taking in what others changed may have changed something here.
      await catchUpWith(engine.app);
    },
    catchUpWith,
    stop: async () => {
      stopped = true;
      forgetBus();
      clearInterval(timer);
      for (const waiting of gathered.values()) clearTimeout(waiting);
      await Promise.allSettled([...subscriptions.values()].map(async (subscribed) => (await subscribed)()));
      await Promise.all([...rounds.values()].map((each) => each.settled()));
    },
  };
}
