import type { DeleteEffect, Row } from '@plumbline/model';
import type { JobExecutionType } from './choices';
import { firstRun, nextRun } from './schedule';

/** When the schedules of another server are due next: it does not tell. What ran once and is over does not run again. */
export const planNextRun: DeleteEffect = async (rows) => {
  for (const row of rows) row.next_run = row.enabled ? dueNext(row) : null;
};

/** When a schedule of another server is due next; null: not any more. */
export function dueNext({ interval, crontab, start_time, total_run_count, one_off }: Row): string | null {
  const start = String(start_time);
  const schedule = { interval: interval as JobExecutionType, crontab: String(crontab), start };
  const isAhead = Date.parse(start) > Date.now();
  const isOnce = interval === 'immediately' || interval === 'future' || one_off;
  if (isAhead || (isOnce && total_run_count === 0)) return firstRun(schedule);
  return nextRun(schedule.interval, schedule.crontab, start) ?? null;
}
