import type { Model } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import { ask } from '../core/messages/ask';
import { lastCommit } from '../core/transactions/commit';

/** Milliseconds a writer waits for an application that follows what was written. */
const patience = 3_000;

/**
 * Waits until the applications that follow a model have taken in what was written. One that does not answer takes it in
 * when it is back: the outbox has it.
 */
export async function awaitFollowers(work: UnitOfWork, model: Model): Promise<void> {
  const { engine, scope } = work;
  // What decides is in: they are asked as by somebody who reads.
  const { effect: _, ...reading } = scope;
  const patient: UnitOfWork = {
    ...work,
    scope: { ...reading, deadline: Math.min(lastCommit(scope), Date.now() + patience) },
  };
  await Promise.all(
    engine.catalog.followers(model.label).map(async (app) => {
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
