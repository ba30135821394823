import type { Model } from '@plumbline/model';
import { ask, type Work } from '../engine';

/** Milliseconds a writer waits for an application that follows what was written. */
const patience = 3_000;

/**
 * Waits until the applications that follow a model have taken in what was written. One that does not answer takes it in
 * when it is back: the outbox has it.
 */
export async function tellFollowers(work: Work, model: Model): Promise<void> {
  const { engine, scope } = work;
  const patient: Work = { ...work, scope: { ...scope, deadline: Math.min(scope.deadline, Date.now() + patience) } };
  await Promise.all(
    model.followers.map(async (app) => {
      try {
        await ask(patient, app, 'service', 'follow', { app: engine.app });
      } catch (error) {
        engine.log.warn(
          { error: String(error), label: model.label, follower: app },
          'a follower did not take in a change',
        );
      }
    }),
  );
}
