import type { Engine } from '../engine';
import { alsoFollowing } from '../record/alsoFollowing';
import { backgroundWork } from '../record/relay';
import { createRounds } from '../record/rounds';
import type { Following } from '../service';
import { readKnownFields } from './known';
import { provision } from './provision';
import { customFieldModels, takeInCustomFields } from './takeIn';

/** Milliseconds between looks for values that are still to be written. */
const interval = 2_000;

const isThere = ({ catalog }: Engine): boolean => customFieldModels.every((label) => catalog.find(label));

/** What a service follows, and the custom fields of its models besides. */
export function followingCustomFields(engine: Engine, own: Following | undefined): Following | undefined {
  const has = [...engine.models.values()].some(({ abilities }) => abilities.customFields);
  if (!has || !isThere(engine)) return own;
  return alsoFollowing(own, customFieldModels, takeInCustomFields);
}

/**
 * Keeps this process's idea of the custom fields right, and sees values of large tables through in the background.
 * What was missed while nobody followed is asked for once at the start.
 */
export async function startCustomFields(engine: Engine): Promise<{ stop(): Promise<void> }> {
  const work = () => backgroundWork(engine);
  await readKnownFields(work());
  if (!isThere(engine)) return { stop: async () => undefined };
  const { app, bus, log } = engine;
  let fresh = false;
  const rounds = createRounds(async () => {
    try {
      if (!fresh) await takeInCustomFields(work());
      fresh = true;
      await provision(work());
    } catch (error) {
      log.info({ error: String(error) }, 'custom fields are looked at again in a moment');
    }
  });
  const unsubscribe = await bus.subscribe({ app, model: 'customfield', verb: 'known' }, () => readKnownFields(work()));
  const timer = setInterval(() => void rounds.next(), interval);
  return {
    stop: async () => {
      clearInterval(timer);
      await unsubscribe();
      await rounds.settled();
    },
  };
}
