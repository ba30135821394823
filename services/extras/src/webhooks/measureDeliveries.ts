import type { Measure, UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';

interface Counted {
  pending: number;
  age: number;
  failed: number;
}

/**
 * How much waits to be delivered, for how long, and how much was given up. Webhooks that are switched off do not count.
 */
export async function measureDeliveries(work: UnitOfWork): Promise<Measure[]> {
  // Those that have ended are found by an index that leaves out what is pending (tables.ts), which the condition has to say.
  const found = await work.sql.first<Counted>(sql.unsafe`
    SELECT
      (SELECT count(*) FROM webhookdelivery d JOIN webhook ON webhook.id = d.webhook AND enabled WHERE status = 'pending')::int AS pending,
      (SELECT coalesce(extract(epoch FROM now() - min(d.created)), 0) FROM webhookdelivery d
        JOIN webhook ON webhook.id = d.webhook AND enabled WHERE status = 'pending')::float8 AS age,
      (SELECT count(*) FROM webhookdelivery WHERE status = 'failed' AND status <> 'pending')::int AS failed`);
  const { pending, age, failed } = found!;
  return [
    { name: 'plumbline_webhook_deliveries_pending', help: 'Deliveries of webhooks that wait.', value: pending },
    {
      name: 'plumbline_webhook_oldest_pending_seconds',
      help: 'How long the oldest of them has been waiting.',
      value: age,
    },
    {
      name: 'plumbline_webhook_deliveries_failed',
      help: 'Deliveries of webhooks that were given up and can be sent again.',
      value: failed,
    },
  ];
}
