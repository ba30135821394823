import fc from 'fast-check';
import { blocksOf, blockText, takeBlocks } from '../src/addresses/blocks';
import { toAddress, toNumber, type Version } from '../src/addresses/numbers';
import { firstAddresses, rangeOf } from '../src/addresses/range';

const version = fc.constantFrom<Version>(4, 6);
const edges = { 4: [0n, 2n ** 32n - 1n], 6: [0n, 2n ** 128n - 1n] } as const;
/** Numbers anywhere in the address space, and often at its ends, or where IPv6 addresses end in dots. */
const number = (of: Version) =>
  fc.oneof(
    fc.bigInt(...edges[of]),
    fc.bigInt(...edges[4]),
    fc.bigInt(0n, 300n),
    fc.bigInt(edges[of][1] - 300n, edges[of][1]),
  );
const range = version.chain((of) =>
  fc.tuple(number(of), number(of)).map(([a, b]) => {
    const [first, last] = a < b ? [a, b] : [b, a];
    return { version: of, first: toAddress(first, of), last: toAddress(last, of) };
  }),
);
const sizeOf = (of: Version, length: number): bigint => 1n << BigInt((of === 4 ? 32 : 128) - length);

test('an address is the same as a number and back', () => {
  fc.assert(
    fc.property(
      version.chain((of) => fc.tuple(fc.constant(of), number(of))),
      ([of, value]) => {
        expect(toNumber(toAddress(value, of))).toBe(value);
      },
    ),
  );
  expect([toAddress(0n, 6), toAddress(1n, 6), toAddress(0xffff0a000001n, 6), toAddress(0x0a000001n, 4)]).toEqual([
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '10.0.0.1',
  ]);
});

test('blocks make up a range exactly, are aligned, and no two could be one', () => {
  fc.assert(
    fc.property(range, (given) => {
      const blocks = blocksOf(given);
      let next = toNumber(given.first);
      for (const { start, length } of blocks) {
        expect(start).toBe(next);
        expect(start % sizeOf(given.version, length)).toBe(0n);
        next += sizeOf(given.version, length);
      }
      expect(next).toBe(toNumber(given.last) + 1n);
      for (const [index, block] of blocks.entries()) {
        const after = blocks[index + 1];
        if (after && after.length === block.length)
          expect(block.start % sizeOf(given.version, block.length - 1)).not.toBe(0n);
      }
    }),
  );
});

test('taking blocks is what one gets by looking at every place in turn', () => {
  const lengths = fc.array(fc.integer({ min: 22, max: 32 }), { maxLength: 12 });
  const used = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 40 });
  fc.assert(
    fc.property(used, lengths, (taken, wanted) => {
      const places = Array.from({ length: 64 }, (_, place) => taken.includes(place));
      const free = freeRuns(places).flatMap(([first, last]) =>
        blocksOf({ version: 4, first: place(first), last: place(last) }),
      );
      const expected = wanted.map((length) => takeNaively(places, length));
      const actual = takeBlocks(free, wanted)?.map(blockText);
      expect(actual).toEqual(expected.includes(undefined) ? undefined : expected);
    }),
  );
});

const place = (offset: number): string => toAddress(0x0a000000n + BigInt(offset), 4);

/** Runs of free places, which the naive search marks as it takes them. */
function freeRuns(places: boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [index, taken] of places.entries()) {
    const run = runs.at(-1);
    if (taken) continue;
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

/** The first aligned place where so many free ones stand together. */
function takeNaively(places: boolean[], length: number): string | undefined {
  const size = 2 ** (32 - length);
  for (let start = 0; start + size <= places.length; start += size) {
    if (places.slice(start, start + size).includes(true)) continue;
    places.fill(true, start, start + size);
    return `${place(start)}/${length}`;
  }
  return undefined;
}

test('first addresses come from the first ranges, and no more than there are', () => {
  const ranges = [
    { version: 4, first: '10.0.0.1', last: '10.0.0.2' },
    { version: 4, first: '255.255.255.254', last: '255.255.255.255' },
  ] as const;
  expect(firstAddresses(ranges, 3)).toEqual(['10.0.0.1', '10.0.0.2', '255.255.255.254'].map(toNumber));
  expect(firstAddresses(ranges, 9)).toHaveLength(4);
  expect(rangeOf({ version: 6, network: '::', length: 0 }).last).toBe('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff');
});
