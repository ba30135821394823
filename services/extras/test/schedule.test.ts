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
