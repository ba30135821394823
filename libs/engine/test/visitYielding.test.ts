import { visitYielding } from '../src/core/background/visitYielding';

const numbers = Array.from({ length: 1_000 }, (_, index) => index);

/** Keeps the processor for so many milliseconds. */
function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('goes through all of them in their order', async () => {
  const seen: [number, number][] = [];
  await visitYielding(numbers, (number, index) => seen.push([number, index]));
  expect(seen).toEqual(numbers.map((number) => [number, number]));
  await visitYielding([], () => {
    throw new Error('there is none');
  });
});

it('lets others have their turn where it takes long', async () => {
  let others = 0;
  const other = setInterval(() => others++, 0);
  await visitYielding(numbers.slice(0, 400), () => toil(1));
  clearInterval(other);
  expect(others).toBeGreaterThanOrEqual(5);
});

it('does not go on with what has failed', async () => {
  const seen: number[] = [];
  const failing = visitYielding(numbers, (number) => {
    seen.push(number);
    if (number === 40) throw new Error('not this one');
  });
  await expect(failing).rejects.toThrow('not this one');
  expect(seen).toHaveLength(41);
});
