import { dueNext } from '../src/jobs/planNextRun';
import { nextRun } from '../src/jobs/schedule';

const at = (time: string) => Date.parse(`2026-11-29T${time}Z`);

describe('a schedule is due next', () => {
  const due = '2026-11-29T12:00:00.000Z';
  const later = (interval: 'hourly' | 'custom', now: string) => nextRun(interval, '*/5 * * * *', due, at(now));

  it('at the first time to come, whatever was missed', () => {
    expect(later('custom', '12:00:01')).toBe('2026-11-29T12:05:00.000Z');
    expect(later('custom', '14:23:00')).toBe('2026-11-29T14:25:00.000Z');
    expect(later('hourly', '14:23:00')).toBe('2026-11-29T15:00:00.000Z');
  });

  it('after the time that it was due at, also by a clock for which that has not come yet', () => {
    expect(later('custom', '11:59:57')).toBe('2026-11-29T12:05:00.000Z');
    expect(later('hourly', '11:59:57')).toBe('2026-11-29T13:00:00.000Z');
  });
});

describe('a schedule of another server is due', () => {
  const start_time = '2020-01-01T12:00:00.000Z';
  const row = { crontab: '', start_time, total_run_count: 0, one_off: false };

  it.each(['immediately', 'future'])('once, also when its time is over, where it has not run (%s)', (interval) => {
    expect(dueNext({ ...row, interval })).toBe(start_time);
    expect(dueNext({ ...row, interval, total_run_count: 1 })).toBe(null);
  });

  it('again at the first time to come', () => {
    expect(Date.parse(dueNext({ ...row, interval: 'hourly' })!)).toBeGreaterThan(Date.now());
  });
});
