import { ProtectedFromDeletion, type Protector } from '../src';

const named = (from: number, count: number): Protector[] =>
  Array.from({ length: count }, (_, index) => ({
    label: 'ipam.vlan',
    id: `${from + index}`,
    display: `VLAN ${from + index}`,
  }));
/** What a service tells of rows: a hundred by their names, how many more there are with the last of these. */
const told = (from: number, others: number): Protector[] => {
  const first = named(from, 100);
  return first.map((one, index) => (index === first.length - 1 ? { ...one, others } : one));
};
const counted = (...found: Protector[][]): string =>
  /(\d+) dependent objects/.exec(
    String((new ProtectedFromDeletion(found.flat()).body as Record<string, string>).detail),
  )![1]!;

test.each<[string, Protector[][], string]>([
  ['one service', [told(0, 50)], '150'],
  ['two services, each of others', [told(0, 50), told(1000, 7)], '257'],
  ['two services of the same', [told(0, 50), told(0, 50)], '150'],
  ['three services of the same', [told(0, 50), told(0, 50), told(0, 50)], '150'],
  ['two services of the same, of which one knows of more', [told(0, 50), told(0, 60)], '160'],
  ['two services of the same, of which one names fewer', [told(0, 50), named(90, 10)], '150'],
  ['few and many', [named(500, 3), told(0, 50)], '153'],
])('What stands in the way is counted once: told by %s', (_, found, count) => {
  expect(counted(...found)).toBe(count);
});
