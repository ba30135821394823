import type { Subject } from '@plumbline/bus';
import type { UnitOfWork } from '@plumbline/engine';

/** The event that there is something to deliver; who misses it finds out within a second. */
export const deliveriesQueued: Subject = { app: 'extras', model: 'webhook', verb: 'queued' };

/** Tells the processes that deliver, once the transaction is in. */
export function announceDeliveries({ engine, afterCommit }: UnitOfWork): void {
  afterCommit?.push(() =>
    engine.bus
      .publish(deliveriesQueued, null)
      .catch((error) => engine.log.debug({ error: String(error) }, 'could not announce deliveries')),
  );
}
