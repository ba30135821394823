import { type Coalesced, coalesce } from '../core/background/coalesce';
import type { Engine } from '../core/engine';
import { startedEvent } from '../core/messages/manifestMessages';
import { learnOf } from '../core/messages/neighbours';
import { backgroundWork } from '../core/unitOfWork';

/** Milliseconds between looks at all neighbours: an event may have been missed. */
const interval = 60_000;

async function look(engine: Engine, app: string): Promise<void> {
  try {
    await learnOf(backgroundWork(engine), app);
  } catch (error) {
    engine.log.info({ error: String(error), of: app }, 'what a service is cannot be asked now');
  }
}

/**
 * Keeps the catalog of a process as its neighbours are: asks each what it is, now, when it says that it has started, and
 * from time to time; says itself that it has started when it can be reached. Of those that are away what was last known
 * stays true.
 */
export async function startKnowingNeighbours(
  engine: Engine,
  opened: Promise<void>,
): Promise<{ stop(): Promise<void> }> {
  const { app, bus, log, version } = engine;
  const rounds = new Map<string, Coalesced>();
  const learn = (other: string): Promise<void> => {
    const round = rounds.get(other) ?? coalesce(() => look(engine, other));
    rounds.set(other, round);
    return round.next();
  };
  const askAll = () => {
    for (const other of new Set([...engine.catalog.manifests.map((manifest) => manifest.app), ...engine.unknown]))
      if (other !== app) void learn(other);
  };
  // Also of services that nobody here has heard of.
  const unsubscribe = await bus.subscribe({ app: '*', model: 'service', verb: 'started' }, async (_event, told) => {
    if (told.app !== app) await learn(told.app);
  });
  askAll();
  const forgetBus = bus.onFound(askAll);
  const announce = async () => {
    try {
      await bus.publish({ app, model: 'service', verb: 'started' }, startedEvent.parse({ version }));
    } catch (error) {
      log.info({ error: String(error) }, 'neighbours will hear of this process when they ask for it');
    }
  };
  void opened.then(announce);
  const timer = setInterval(askAll, interval);
  return {
    stop: async () => {
      clearInterval(timer);
      forgetBus();
      await unsubscribe();
      await Promise.all([...rounds.values()].map((round) => round.settled()));
    },
  };
}
