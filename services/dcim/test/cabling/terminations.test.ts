import { randomUUID } from 'node:crypto';
import type { WriteContext } from '@plumbline/model';
import { factsOf } from '../../src/cabling/paths/facts';
import { byType } from '../../src/cabling/terminations';

/** Milliseconds of the processor. */
async function took(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  return process.cpuUsage(before).user / 1_000;
}

test('many terminations fall into groups at once', async () => {
  const ends = Array.from({ length: 50_000 }, (_, n) => ({
    type: n % 2 ? ('dcim.interface' as const) : ('dcim.rearport' as const),
    id: String(n),
  }));
  expect(await took(() => byType(ends))).toBeLessThan(3_000);
  expect(byType(ends).map(([type, ids]) => [type, ids.length, ids[1]])).toEqual([
    ['dcim.interface', 25_000, '3'],
    ['dcim.rearport', 25_000, '2'],
  ]);
});

test('so are the other ends of many circuits', async () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => ({ id: randomUUID(), circuit: String(n >> 1) }));
  const alone = { id: randomUUID(), circuit: 'alone' };
  const select = async () => [...rows, alone];
  const { otherEnds } = factsOf({ select } as unknown as WriteContext);
  const asked = [...rows.map(({ id }) => id), alone.id, randomUUID()];
  let found: (string | undefined)[] = [];
  expect(
    await took(async () => {
      found = await otherEnds(asked);
    }),
  ).toBeLessThan(3_000);
  expect(found).toEqual([...rows.map((_, n) => rows[n ^ 1]!.id), undefined, undefined]);
});
