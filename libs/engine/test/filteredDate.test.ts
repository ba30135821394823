import { filteredDate } from '../src';

test.each([
  ['2026-10-25', '2026-10-25'],
  ['10/25/2026', '2026-10-25'],
  ['10/25/26', '2026-10-25'],
  ['1/2/68', '2068-01-02'],
  ['1/2/69', '1969-01-02'],
  ['10/25/99', '1999-10-25'],
])('a filter takes %s for %s', (written, date) => {
  expect(filteredDate(written)).toBe(date);
});
