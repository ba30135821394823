import type { ChangeRecord, UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { announceDeliveries } from './announceDeliveries';

/**
 * Queues a delivery for every webhook that is to be told of a change, in the transaction that enters the change into
 * the log: what was rolled back is told to nobody, and what was committed cannot be forgotten.
 *
 * A lane is taken hold of also when it is there already, so that whoever finishes its last delivery at this moment
 * either sees the new ones or is over first.
 */
export async function queueDeliveries(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  const told = changes.map(({ id, label, object_id, action, time }) => ({ id, label, object_id, action, time }));
  const queued = await work.sql.run(sql.unsafe`
    WITH hook AS (
      SELECT id, content_types, type_create, type_update, type_delete FROM webhook WHERE enabled FOR KEY SHARE
    ), change AS (
      SELECT (item->>'id')::uuid AS id, item->>'label' AS label, (item->>'object_id')::uuid AS object_id,
        item->>'action' AS action, (item->>'time')::timestamptz AS time, place
      FROM jsonb_array_elements(${JSON.stringify(told)}::jsonb) WITH ORDINALITY AS items(item, place)
    ), queued AS (
      INSERT INTO webhookdelivery (id, webhook, label, object_id, action, change, previous, created)
      SELECT gen_random_uuid(), hook.id, change.label, change.object_id, change.action, change.id, (
        SELECT earlier.id FROM objectchange earlier
        WHERE change.action <> 'create' AND earlier.changed_object_id = change.object_id
          AND earlier.changed_object_type = change.label AND earlier.time < change.time
        ORDER BY earlier.time DESC LIMIT 1
      ), now()
      FROM change JOIN hook ON change.label = ANY(hook.content_types) AND CASE change.action
        WHEN 'create' THEN hook.type_create WHEN 'update' THEN hook.type_update ELSE hook.type_delete END
      ORDER BY change.place, hook.id
      RETURNING webhook, object_id
    )
    INSERT INTO webhooklane (webhook, object_id, due)
    SELECT DISTINCT webhook, object_id, now() FROM queued ORDER BY webhook, object_id
    ON CONFLICT (webhook, object_id) DO UPDATE SET webhook = excluded.webhook`);
  if (queued > 0) announceDeliveries(work);
}
