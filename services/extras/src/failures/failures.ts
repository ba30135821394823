import { type Queryable, type Sql, sql } from '@plumbline/store';

/** Objects of a kind that are told of. */
const most = 100;

interface FailingWebhook {
  id: string;
  name: string;
  failed: number;
  last: string;
}

/** Webhooks with deliveries that are given up, among those for which a condition about `w` holds. */
export const failedDeliveries = (queryable: Queryable, among: Sql): Promise<FailingWebhook[]> =>
  queryable.rows<FailingWebhook>(sql.unsafe`
    SELECT w.id, w.name, count(*)::int AS failed, max(d.finished) AS last
    FROM webhookdelivery d JOIN webhook w ON w.id = d.webhook
    WHERE d.status = 'failed' AND ${among}
    GROUP BY w.id, w.name ORDER BY last DESC, w.id LIMIT ${most}`);

interface FailingRepository {
  id: string;
  name: string;
  job_result: string;
  last: string;
}

/** Repositories whose last sync has failed, among those for which a condition about `r` holds. */
export const failedSyncs = (queryable: Queryable, among: Sql): Promise<FailingRepository[]> =>
  queryable.rows<FailingRepository>(sql.unsafe`
    SELECT r.id, r.name, synced.id AS job_result, synced.date_done AS last
    FROM gitrepository r
    CROSS JOIN LATERAL (
      SELECT j.id, j.status, j.date_done FROM jobresult j
      WHERE j.task_name = 'nautobot.core.jobs.GitRepositorySync' AND j.task_kwargs ->> 'repository' = r.id::text
        AND j.date_done IS NOT NULL
      ORDER BY j.date_created DESC LIMIT 1
    ) synced
    WHERE synced.status <> 'SUCCESS' AND ${among}
    ORDER BY last DESC, r.id LIMIT ${most}`);
