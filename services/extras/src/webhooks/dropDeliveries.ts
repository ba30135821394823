import type { DeleteEffect } from '@plumbline/model';
import { sql } from '@plumbline/store';

/**
 * What a webhook has not told yet goes with it. The lanes go first: who finishes a delivery locks its lane, then the
 * delivery.
 */
export const dropDeliveries: DeleteEffect = async (rows, { tx }) => {
  const ids = sql.array(
    rows.map(({ id }) => id as string),
    'uuid',
  );
  await tx.run(sql.unsafe`
    WITH locked AS (SELECT webhook, object_id FROM webhooklane WHERE webhook = ANY(${ids}) ORDER BY webhook, object_id FOR UPDATE)
    DELETE FROM webhooklane USING locked WHERE webhooklane.webhook = locked.webhook AND webhooklane.object_id = locked.object_id`);
  await tx.run(sql.unsafe`DELETE FROM webhookdelivery WHERE webhook = ANY(${ids})`);
};
