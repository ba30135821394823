import type { Work } from '@plumbline/engine';
import { sql } from '@plumbline/store';

/** Deliveries removed in one statement. */
const portion = 5_000;

/** Removes deliveries that nobody asks for any more; called every few seconds. */
export async function tidyDeliveries(work: Work): Promise<void> {
  const { deliveredHours, failedHours } = work.engine.settings.webhooks;
  for (const [status, hours] of [
    ['delivered', deliveredHours],
    ['failed', failedHours],
  ] as const)
    await work.sql.run(sql.unsafe`
      DELETE FROM webhookdelivery WHERE id IN (
        SELECT id FROM webhookdelivery
        WHERE status = ${status} AND status <> 'pending' AND finished < now() - make_interval(hours => ${hours})
        ORDER BY finished LIMIT ${portion} FOR UPDATE SKIP LOCKED)`);
}
