import { naturalize } from '../src';

/** Byte order, as the columns are sorted. */
const sorted = (names: string[], key: (name: string) => string | null): string[] =>
  names.toSorted((a, b) => Buffer.compare(Buffer.from(key(a)!), Buffer.from(key(b)!)));

describe('names in natural order', () => {
  it.each([
    ['location9router21', 'location00000009router00000021'],
    ['rack 10b', 'rack 00000010b'],
  ])('%s', (name, key) => expect(naturalize(name)).toBe(key));

  it('are those of ports', () => {
    const names = ['2', '10', 'PORT 3', 'Port 1', '_x', 'port 2', 'port 10', 'é'];
    expect(sorted(names.toReversed(), naturalize)).toEqual(names);
  });

  it('are never cut in the middle of a character', () => {
    const key = naturalize(`a${'😀'.repeat(120)}`)!;
    expect([...key]).toHaveLength(100);
    expect(key.endsWith('😀')).toBe(true);
  });
});
