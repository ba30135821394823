import { memoryOf } from '../src/memoryOf';

test('the memory of a process is what the system says it holds', () => {
  const used = memoryOf(process.pid);
  // Other systems do not tell.
  if (process.platform !== 'linux') return expect(used).toBeUndefined();
  const told = process.memoryUsage().rss;
  expect(Math.abs(used! - told)).toBeLessThan(told / 4);
});

test('a process that is not there has none', () => {
  expect(memoryOf(undefined)).toBeUndefined();
  expect(memoryOf(2 ** 30)).toBeUndefined();
});
