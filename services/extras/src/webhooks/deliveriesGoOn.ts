import type { Audit } from '@plumbline/engine';
import { sql } from '@plumbline/store';

interface Stuck {
  webhook: string;
  object_id: string;
  label: string;
}

/** Looks for deliveries of webhooks that wait and that nobody would ever go on with. */
export const deliveriesGoOn: Audit = {
  title: 'deliveries of webhooks that wait',
  run: async (work, auditor) => {
    const stuck = await work.sql.rows<Stuck>(sql.unsafe`
      SELECT DISTINCT webhook, object_id, label FROM webhookdelivery d WHERE status = 'pending' AND NOT EXISTS (
        SELECT 1 FROM webhooklane lane WHERE lane.webhook = d.webhook AND lane.object_id = d.object_id)`);
    for (const { webhook, object_id, label } of stuck) {
      if (auditor.repair)
        await work.sql.run(sql.unsafe`
          INSERT INTO webhooklane (webhook, object_id, due) VALUES (${webhook}::uuid, ${object_id}::uuid, now())
          ON CONFLICT DO NOTHING`);
      auditor.found(
        `${label} ${object_id}: what webhook ${webhook} has to tell of it is not gone on with.`,
        auditor.repair,
      );
    }
    const waiting = await work.sql.first<{ count: number }>(sql.unsafe`SELECT count(*)::int AS count FROM webhooklane`);
    auditor.looked(waiting!.count);
  },
};
