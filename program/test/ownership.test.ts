import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseOwnership, takeOwnership } from '../src/ownership/ownership';

const rounds = 300;
const folder = mkdtempSync(join(tmpdir(), 'plumbline-owners-'));
let contenders: ChildProcess[];

beforeAll(async () => {
  contenders = Array.from({ length: 4 }, () => fork(join(__dirname, 'contender.cjs')));
  await Promise.all(contenders.map((one) => once(one, 'message')));
});
afterAll(() => {
  for (const one of contenders) one.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** How many of those who want a file at the same moment own it then. */
async function ownersOf(file: string): Promise<number> {
  const answers = Promise.all(contenders.map(async (one) => (await once(one, 'message'))[0] as boolean));
  for (const one of contenders) one.send(file);
  return (await answers).filter((owns) => owns).length;
}

test.each([
  ['nobody has owned', undefined],
  ['somebody has owned who is gone', '2147483646 1'],
  ['somebody has left empty', ''],
])('of several who want at the same moment what %s one owns it', async (_, left) => {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const file = join(folder, `${left} ${round}`);
    if (left !== undefined) writeFileSync(file, left);
    found.push(await ownersOf(file));
  }
  expect(found).toEqual(Array(rounds).fill(1));
  // Besides what says who it is nothing is left.
  expect(readdirSync(folder).filter((name) => !/ \d+$/.test(name))).toEqual([]);
});

test('it is owned until it is given back', async () => {
  const file = join(folder, 'given back');
  expect([takeOwnership(file), takeOwnership(file), await ownersOf(file)]).toEqual([true, true, 0]);
  releaseOwnership(file);
  expect(await ownersOf(file)).toBe(1);
  expect(takeOwnership(file)).toBe(false);
});
