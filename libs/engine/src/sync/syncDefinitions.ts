import type { Chore } from '../core/background/chore';
import { coalesce } from '../core/background/coalesce';
import type { Engine } from '../core/engine';
import type { SyncedDefinitions } from '../core/extensions/syncedDefinitions';
import type { Subscription } from '../core/service';
import { backgroundWork } from '../core/unitOfWork';
import { mergeSubscriptions } from './mergeSubscriptions';

/** Milliseconds between looks, until everything has been heard. */
const interval = 2_000;

/** A service's models, among all there are. */
export interface Surroundings extends Pick<Engine, 'models'> {
  catalog: { find(label: string): unknown };
}

const isThere = ({ catalog }: Pick<Surroundings, 'catalog'>, { models }: SyncedDefinitions): boolean =>
  models.every((label) => catalog.find(label));

/** What a service has to know besides, of all that there is to know. */
const definitionsFor = (surroundings: Surroundings, all: readonly SyncedDefinitions[]): readonly SyncedDefinitions[] =>
  all.filter((known) => isThere(surroundings, known) && known.concerns(surroundings));

/** What a service follows, and what it has to know besides. */
export const withDefinitions = (
  surroundings: Surroundings,
  own: Subscription | undefined,
  all: readonly SyncedDefinitions[],
): Subscription | undefined =>
  definitionsFor(surroundings, all).reduce<Subscription | undefined>(
    (following, { models, sync }) => mergeSubscriptions(following, models, sync),
    own,
  );

/**
 * Keeps this process's idea of what has to be known right. What was missed while nobody followed is asked for at the
 * start.
 */
export async function startSyncingDefinitions(
  engine: Engine,
  all: readonly SyncedDefinitions[],
): Promise<{ stop(): Promise<void> }> {
  const started = await Promise.all(all.filter((known) => isThere(engine, known)).map((known) => start(engine, known)));
  return {
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

/** What others of this service have taken in without this process being told: an event may have been missed. */
export const missedDefinitions = (engine: Engine, all: readonly SyncedDefinitions[]): Chore[] =>
  definitionsFor(engine, all).map(({ isOutdated, read }) => ({ due: isOutdated, act: read }));

async function start(engine: Engine, known: SyncedDefinitions): Promise<{ stop(): Promise<void> }> {
  const work = () => backgroundWork(engine);
  if (!known.concerns(engine)) return { stop: async () => undefined };
  await known.read(work());
  const { app, bus, log } = engine;
  const rounds = coalesce(async () => {
    try {
      await known.sync(work());
      clearInterval(timer);
    } catch (error) {
      log.info({ error: String(error), known: known.name }, 'what has to be known is looked at again in a moment');
    }
  });
  const unsubscribe = await bus.subscribe({ app, model: known.name, verb: 'known' }, () => known.read(work()));
  const timer = setInterval(() => void rounds.next(), interval);
  return {
    stop: async () => {
      clearInterval(timer);
      await unsubscribe();
      await rounds.settled();
    },
  };
}
