import type { Engine } from '../engine';
import { alsoFollowing } from '../record/alsoFollowing';
import { backgroundWork } from '../record/relay';
import { createRounds } from '../record/rounds';
import type { Following } from '../service';
import { relationshipModels } from './definition';
import { readKnownRelationships } from './known';
import { takeInRelationships } from './takeIn';

/** Milliseconds between attempts to hear of the relationships at the start. */
const interval = 2_000;

/** Whether there are relationships, and models here that take part in them. */
const takesPart = ({ catalog, models }: Engine): boolean =>
  relationshipModels.every((label) => catalog.find(label)) &&
  [...models.values()].some(({ abilities }) => abilities.relationships);

/** What a service follows, and the relationships of its models besides. */
export function followingRelationships(engine: Engine, own: Following | undefined): Following | undefined {
  if (!takesPart(engine)) return own;
  return alsoFollowing(own, relationshipModels, takeInRelationships);
}

/** Keeps this process's idea of the relationships right. What was missed while nobody followed is asked for at the start. */
export async function startRelationships(engine: Engine): Promise<{ stop(): Promise<void> }> {
  const work = () => backgroundWork(engine);
  if (!takesPart(engine)) return { stop: async () => undefined };
  await readKnownRelationships(work());
  const { app, bus, log } = engine;
  const rounds = createRounds(async () => {
    try {
      await takeInRelationships(work());
      clearInterval(timer);
    } catch (error) {
      log.info({ error: String(error) }, 'relationships are looked at again in a moment');
    }
  });
  const unsubscribe = await bus.subscribe({ app, model: 'relationship', verb: 'known' }, () =>
    readKnownRelationships(work()),
  );
  const timer = setInterval(() => void rounds.next(), interval);
  return {
    stop: async () => {
      clearInterval(timer);
      await unsubscribe();
      await rounds.settled();
    },
  };
}
