import type { UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { announceDeliveries } from './announceDeliveries';

/**
 * Makes finished deliveries of a webhook pending once more, in the place they had among those of their object. Without
 * ids it takes the oldest that failed.
 */
export async function queueAgain(
  work: UnitOfWork,
  webhook: string,
  ids: string[] | undefined,
  most: number,
): Promise<{ queued: number; failed: number }> {
  const which = ids
    ? sql.fragment`status <> 'pending' AND id = ANY(${sql.array(ids, 'uuid')})`
    : sql.fragment`status = 'failed'`;
  const chosen = await work.sql.rows<{ id: string; object_id: string }>(sql.unsafe`
    SELECT id, object_id FROM webhookdelivery WHERE webhook = ${webhook}::uuid AND ${which} ORDER BY sequence LIMIT ${most}`);
  // The lanes first, as everybody locks them.
  await work.sql.run(sql.unsafe`
    INSERT INTO webhooklane (webhook, object_id, due)
    SELECT ${webhook}::uuid, object_id, now() FROM (
      SELECT DISTINCT object_id FROM unnest(${sql.array(
        chosen.map(({ object_id }) => object_id),
        'uuid',
      )}) AS chosen(object_id)
    ) objects ORDER BY object_id
    ON CONFLICT (webhook, object_id) DO UPDATE SET webhook = excluded.webhook`);
  const queued = await work.sql.run(sql.unsafe`
    UPDATE webhookdelivery SET status = 'pending', attempts = 0, finished = NULL, answer_status = NULL, problem = ''
    WHERE status <> 'pending' AND id = ANY(${sql.array(
      chosen.map(({ id }) => id),
      'uuid',
    )})`);
  const left = await work.sql.first<{ failed: number }>(
    sql.unsafe`SELECT count(*)::int AS failed FROM webhookdelivery WHERE webhook = ${webhook}::uuid AND status = 'failed'`,
  );
  if (queued > 0) announceDeliveries(work);
  return { queued, failed: left!.failed };
}
