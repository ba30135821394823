import { moment } from '../src/core/background/moment';

const hour = 3_600_000;

describe('A moment', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is later than any before it', () => {
    const moments = Array.from({ length: 1000 }, moment);
    expect(moments.toSorted()).toEqual(moments);
    expect(new Set(moments).size).toBe(1000);
    expect(Math.abs(Date.parse(moments[0]!) - Date.now())).toBeLessThan(2_000);
  });

  it('follows the clock of a machine that slept, and is never earlier where that is set back', () => {
    const before = moment();
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + hour);
    const later = moment();
    expect(Date.parse(later) - Date.parse(before)).toBeGreaterThan(hour - 1_000);
    jest.restoreAllMocks();
    expect(moment() > later).toBe(true);
  });
});
