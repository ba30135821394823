import { randomUUID } from 'node:crypto';
import { moment, type UnitOfWork } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { pythonTime, type Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { livingUser } from '../users/livingUsers';
import type { Starter } from './payload';
import { taskName } from './queueRun';
import type { WantedRun } from './readRun';
import { firstRun } from './schedule';

/** Keeps a run for later, or until somebody approves it; answers the id of the schedule. */
export async function scheduleRun(work: UnitOfWork, job: Row, wanted: WantedRun, user: Starter): Promise<string> {
  const id = randomUUID();
  const { schedule, values, queue } = wanted;
  const now = moment();
  const start = schedule?.start ?? now;
  const row = {
    id,
    name: schedule?.name ?? wanted.name ?? `${job.name} - ${pythonTime(now)}`,
    task: taskName(job),
    interval: schedule?.interval ?? 'immediately',
    args: [],
    kwargs: values,
    celery_kwargs: {
      queue,
      nautobot_job_job_model_id: job.id,
      nautobot_job_user_id: user.id,
      nautobot_job_profile: false,
    },
    queue,
    one_off: schedule?.interval === 'future',
    start_time: start,
    enabled: true,
    paused: false,
    total_run_count: 0,
    date_changed: now,
    description: '',
    approval_required: job.approval_required,
    crontab: schedule?.crontab ?? '',
    job_model: job.id,
    user: await livingUser(work, user.id),
    next_run: schedule ? firstRun(schedule) : start,
  };
  const kept = await work.sql.run(sql.unsafe`
    INSERT INTO scheduledjob SELECT item.* FROM jsonb_populate_record(NULL::scheduledjob, ${JSON.stringify(row)}::jsonb) item
    ON CONFLICT (name) DO NOTHING`);
  if (kept === 0) throw problems.fields({ schedule: { name: ['scheduled job with this Name already exists.'] } });
  return id;
}
