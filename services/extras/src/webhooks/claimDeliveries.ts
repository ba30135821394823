import { randomUUID } from 'node:crypto';
import { inTransaction, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import type { LoggedChange } from './describeChange';

/** A webhook as whoever delivers for it knows it. */
export interface Hook {
  id: string;
  payload_url: string;
  http_method: string;
  http_content_type: string;
  additional_headers: string;
  body_template: string;
  /** Sealed. */
  secret: string;
  ssl_verification: boolean;
  ca_file_path: string;
}

/** A delivery that this process may try now; nobody else does before the claim runs out. */
export interface Claimed {
  id: string;
  webhook: string;
  object_id: string;
  attempts: number;
  claim: string;
  /** Missing when the change log does not have it any more. */
  change: LoggedChange | undefined;
}

/** The enabled webhooks that have something to tell now. */
export const hooksWithWork = (work: UnitOfWork): Promise<Hook[]> =>
  work.sql.rows<Hook>(sql.unsafe`
    SELECT id, payload_url, http_method, http_content_type, additional_headers, body_template, secret, ssl_verification,
      ca_file_path
    FROM webhook WHERE enabled
      AND EXISTS (SELECT 1 FROM webhooklane WHERE webhooklane.webhook = webhook.id AND due <= now())`);

/**
 * Takes on as many deliveries of each webhook as it has room for: of each object the first that is pending. A claim is
 * written down as the time at which others may go on, so that one whose process was killed is taken up again.
 */
export async function claimDeliveries(work: UnitOfWork, rooms: Map<string, number>, lease: number): Promise<Claimed[]> {
  const claim = randomUUID();
  const claimed = await inTransaction(work, async ({ sql: tx }) => {
    const lanes = await tx.rows<{ webhook: string; object_id: string }>(sql.unsafe`
      WITH picked AS (
        SELECT lane.webhook, lane.object_id
        FROM unnest(${sql.array([...rooms.keys()], 'uuid')}, ${sql.array([...rooms.values()], 'int4')}) AS wanted(webhook, room),
        LATERAL (
          SELECT webhook, object_id FROM webhooklane WHERE webhooklane.webhook = wanted.webhook AND due <= now()
          ORDER BY due LIMIT wanted.room FOR UPDATE SKIP LOCKED
        ) lane
      )
      UPDATE webhooklane SET claim = ${claim}::uuid, due = now() + make_interval(secs => ${lease / 1_000})
      FROM picked WHERE webhooklane.webhook = picked.webhook AND webhooklane.object_id = picked.object_id
      RETURNING webhooklane.webhook, webhooklane.object_id`);
    if (lanes.length === 0) return [];
    // A statement of its own, which sees what the last holder of each lane has finished.
    const taken = await tx.rows<
      Omit<Claimed, 'claim' | 'change'> & { change: string; previous: string | null }
    >(sql.unsafe`
      UPDATE webhookdelivery SET attempts = attempts + 1, attempted = now()
      FROM unnest(${uuids(lanes.map((lane) => lane.webhook))}, ${uuids(lanes.map((lane) => lane.object_id))}) AS lane(webhook, object_id),
      LATERAL (
        SELECT id FROM webhookdelivery pending
        WHERE pending.webhook = lane.webhook AND pending.object_id = lane.object_id AND status = 'pending'
        ORDER BY sequence LIMIT 1
      ) first
      WHERE webhookdelivery.id = first.id
      RETURNING webhookdelivery.id, webhookdelivery.webhook, webhookdelivery.object_id, attempts, change, previous`);
    if (taken.length < lanes.length)
      await tx.run(sql.unsafe`
        DELETE FROM webhooklane WHERE claim = ${claim}::uuid AND NOT EXISTS (
          SELECT 1 FROM webhookdelivery pending
          WHERE pending.webhook = webhooklane.webhook AND pending.object_id = webhooklane.object_id AND status = 'pending')`);
    return taken;
  });
  if (claimed.length === 0) return [];
  const entries = await entriesOf(
    work,
    claimed.flatMap(({ change, previous }) => [change, ...(previous === null ? [] : [previous])]),
  );
  return claimed.map(({ change, previous, ...delivery }) => {
    const entry = entries.get(change);
    const before = previous === null ? undefined : entries.get(previous);
    return { ...delivery, claim, change: entry && { ...entry, previous_data: before?.data ?? null } };
  });
}

const uuids = (ids: string[]) => sql.array(ids, 'uuid');

async function entriesOf(work: UnitOfWork, ids: string[]): Promise<Map<string, LoggedChange>> {
  const rows = await work.sql.rows<LoggedChange & { id: string }>(sql.unsafe`
    SELECT id, action, time, user_name, request_id, changed_object_type, coalesce(object_data_v2, object_data) AS data,
      NULL AS previous_data
    FROM objectchange WHERE id = ANY(${uuids(ids)})`);
  return new Map(rows.map(({ id, ...entry }) => [id, entry]));
}
