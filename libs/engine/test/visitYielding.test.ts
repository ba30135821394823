import type { UnitOfWork } from '../src';
import { visitYielding } from '../src/core/background/visitYielding';
import { noEffect } from '../src/core/effect';
import { systemScope } from '../src/core/scope';

const effect = noEffect();
const work = { engine: { app: 'tenancy' }, scope: { ...systemScope(), effect } } as UnitOfWork;

const numbers = Array.from({ length: 1_000 }, (_, index) => index);

/** Keeps the processor for so many milliseconds. */
function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('goes through all of them in their order', async () => {
  const seen: [number, number][] = [];
  await visitYielding(work, numbers, (number, index) => seen.push([number, index]));
  expect(seen).toEqual(numbers.map((number) => [number, number]));
  await visitYielding(work, [], () => {
    throw new Error('there is none');
  });
});

it('lets others have their turn where it takes long', async () => {
  let others = 0;
  const other = setInterval(() => others++, 0);
  await visitYielding(work, numbers.slice(0, 400), () => toil(1));
  clearInterval(other);
  expect(others).toBeGreaterThanOrEqual(5);
});

it('does not go on with what has failed', async () => {
  const seen: number[] = [];
  const failing = visitYielding(work, numbers, (number) => {
    seen.push(number);
    if (number === 40) throw new Error('not this one');
  });
  await expect(failing).rejects.toThrow('not this one');
  expect(seen).toHaveLength(41);
});

it('goes no further when it has been answered meanwhile that nothing happened', async () => {
  const seen: number[] = [];
  const visited = visitYielding(work, numbers, (number) => {
    seen.push(number);
    toil(1);
    if (number === 100) effect.isOver = true;
  });
  await expect(visited).rejects.toMatchObject({ status: 503 });
  expect(seen.at(-1)).toBeLessThan(200);
  expect(seen.at(-1)).toBeGreaterThanOrEqual(100);
});
