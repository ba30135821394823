import { type Row, readNetwork } from '@plumbline/model';
import fc from 'fast-check';
import { closestAmong } from '../src/tree/closestAmong';

const rowOf = (prefix: string, namespace: string, id: number): Row => {
  const { network, length, version } = readNetwork(prefix)!;
  return { id, namespace, prefix, network, prefix_length: length, ip_version: version };
};

const block = fc
  .record({ six: fc.boolean(), length: fc.integer({ min: 0, max: 32 }), place: fc.nat(3), host: fc.nat(255) })
  .map(({ six, length, place, host }) =>
    six ? `${place}::${host}/${96 + length}` : `10.${place}.0.${host}/${length}`,
  );

/** Whether one prefix is around another one, as one would look. */
function isAround(outer: Row, inner: Row): boolean {
  const length = Number(outer.prefix_length);
  if (outer.namespace !== inner.namespace || outer.ip_version !== inner.ip_version) return false;
  return length < Number(inner.prefix_length) && readNetwork(`${inner.network}/${length}`)!.network === outer.network;
}

test('the closest prefix around another one of the same request is found', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(block, fc.constantFrom('one', 'other')), { maxLength: 40 }), (given) => {
      const rows = given.map(([prefix, namespace], id) => rowOf(prefix, namespace, id));
      const lengths = rows.map((row) =>
        Math.max(-1, ...rows.filter((other) => isAround(other, row)).map((other) => Number(other.prefix_length))),
      );
      const found = closestAmong(rows).map((around) => rows.find(({ id }) => String(id) === around?.id));
      expect(found.map((around) => Number(around?.prefix_length ?? -1))).toEqual(lengths);
      for (const [index, around] of found.entries()) expect(!around || isAround(around, rows[index]!)).toBe(true);
    }),
  );
});

test('among 10,000 prefixes of all lengths it is found at once', () => {
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    rowOf(`2001:${(n % 7000).toString(16)}:${((n * 7) % 65_536).toString(16)}::/${n % 129}`, 'one', n),
  );
  const before = process.cpuUsage();
  expect(closestAmong(rows).filter((around) => around !== undefined).length).toBeGreaterThan(9_000);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(1_500);
});
