import type { Label } from '@plumbline/model';
import type { Engine, Work } from '../engine';
import { alsoFollowing } from '../record/alsoFollowing';
import { backgroundWork } from '../record/relay';
import { createRounds } from '../record/rounds';
import type { Following } from '../service';

/** Something that one service says of the objects of all, and each keeps for itself: custom fields, relationships … */
export interface Known {
  /** What its processes tell each other to look at again. */
  name: string;
  /** The models that say what there is. */
  models: readonly Label[];
  /** Whether there are models in this service that it can be about. */
  concerns(engine: Engine): boolean;
  /** Brings what this service has written down of it up to date. */
  takeIn(work: Work): Promise<void>;
  /** Reads what this service has written down of it into this process. */
  read(work: Work): Promise<void>;
  /** Sees through what may take long. */
  tend?(work: Work): Promise<void>;
}

/** Milliseconds between looks, until everything has been heard and for what takes long. */
const interval = 2_000;

const isThere = ({ catalog }: Engine, { models }: Known): boolean => models.every((label) => catalog.find(label));

/** What a service follows, and what it has to know besides. */
export const followingKnown = (
  engine: Engine,
  own: Following | undefined,
  all: readonly Known[],
): Following | undefined =>
  all
    .filter((known) => isThere(engine, known) && known.concerns(engine))
    .reduce<Following | undefined>((following, { models, takeIn }) => alsoFollowing(following, models, takeIn), own);

/** Tells every process of this service, this one first, to look again. */
export async function knowAgain(work: Work, { name, read }: Pick<Known, 'name' | 'read'>): Promise<void> {
  await read(work);
  const { app, bus } = work.engine;
  await bus.publish({ app, model: name, verb: 'known' }, {});
}

/**
 * Keeps this process's idea of what has to be known right. What was missed while nobody followed is asked for at the
 * start.
 */
export async function startKnowing(engine: Engine, all: readonly Known[]): Promise<{ stop(): Promise<void> }> {
  const started = await Promise.all(all.filter((known) => isThere(engine, known)).map((known) => start(engine, known)));
  return {
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

async function start(engine: Engine, known: Known): Promise<{ stop(): Promise<void> }> {
  const work = () => backgroundWork(engine);
  if (!known.concerns(engine)) return { stop: async () => undefined };
  await known.read(work());
  const { app, bus, log } = engine;
  let fresh = false;
  const rounds = createRounds(async () => {
    try {
      if (!fresh) await known.takeIn(work());
      fresh = true;
      await known.tend?.(work());
      if (!known.tend) clearInterval(timer);
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
