import type { Measure, UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { defaultQueue } from './queueRun';

interface Counted {
  queue: string;
  waiting: number;
  age: number;
  running: number;
  failed: number;
}

/** Queues that are told of one by one, those with most to do first: how many there are is for clients to say. */
const most = 20;

/** How many jobs wait and run in each queue, for how long the oldest has waited, and how many failed lately. */
export async function measureJobs(work: UnitOfWork): Promise<Measure[]> {
  const queue = sql.fragment`coalesce(celery_kwargs ->> 'queue', ${defaultQueue})`;
  const found = await work.sql.rows<Counted>(sql.unsafe`
    SELECT queue, sum(waiting)::int AS waiting, max(age)::float8 AS age, sum(running)::int AS running, sum(failed)::int AS failed
    FROM (
      SELECT ${queue} AS queue, count(*) FILTER (WHERE status = 'PENDING') AS waiting,
        coalesce(extract(epoch FROM now() - min(date_created) FILTER (WHERE status = 'PENDING')), 0) AS age,
        count(*) FILTER (WHERE status = 'STARTED') AS running, 0 AS failed
      FROM jobresult WHERE status IN ('PENDING', 'STARTED') GROUP BY 1
      UNION ALL
      SELECT ${queue}, 0, 0, 0, count(*)
      FROM jobresult WHERE date_done > now() - interval '1 hour' AND status = 'FAILURE' GROUP BY 1
      UNION ALL
      SELECT ${defaultQueue}, 0, 0, 0, 0
    ) jobs
    GROUP BY queue ORDER BY sum(waiting) + sum(running) + sum(failed) DESC, queue LIMIT ${most}`);
  return found.flatMap(measuresOf);
}

function measuresOf({ queue, waiting, age, running, failed }: Counted): Measure[] {
  const labels = { queue };
  return [
    { name: 'plumbline_jobs_waiting', help: 'Jobs that wait for a worker.', value: waiting, labels },
    {
      name: 'plumbline_job_oldest_waiting_seconds',
      help: 'How long the oldest of them has been waiting.',
      value: age,
      labels,
    },
    { name: 'plumbline_jobs_running', help: 'Jobs that a worker runs.', value: running, labels },
    { name: 'plumbline_jobs_failed_last_hour', help: 'Jobs that failed within the last hour.', value: failed, labels },
  ];
}
