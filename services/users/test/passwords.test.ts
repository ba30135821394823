import { scryptSync } from 'node:crypto';
import { passwordFits as fitsFor, hashPassword, unusablePassword } from '../src/identity/passwords';

const asker = { address: '192.0.2.1', account: 'ada', isKnown: false };
const passwordFits = (password: string, stored: string | undefined) => fitsFor(password, stored, asker);

test('a hash fits its password alone, and tells its cost and salt', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(hash).not.toBe(await hashPassword('correct horse'));
  expect(await passwordFits('correct horse', hash)).toBe(true);
  expect(await passwordFits('correct horse ', hash)).toBe(false);
});

test('the same characters fit however they were composed', async () => {
  expect(await passwordFits('cafe\u0301', await hashPassword('café'))).toBe(true);
});

test('a hash made at another cost still fits', async () => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync('correct horse', salt, 32, { N: 1024, r: 8, p: 2 });
  const stored = ['scrypt', 1024, 8, 2, salt.toString('base64url'), hash.toString('base64url')].join('$');
  expect(await passwordFits('correct horse', stored)).toBe(true);
  expect(await passwordFits('wrong horse', stored)).toBe(false);
});

test('where there is no password none fits, and finding out takes as long', async () => {
  const hash = await hashPassword('x');
  expect(await passwordFits('', unusablePassword)).toBe(false);
  expect(await passwordFits(unusablePassword, unusablePassword)).toBe(false);
  const [wrong, ...without] = await quickest(
    [hash, undefined, unusablePassword].map((one) => () => passwordFits('y', one)),
  );
  for (const least of without) expect(least).toBeGreaterThan(wrong! / 3);
});

/**
 * Milliseconds that each of some things takes when nothing else keeps this machine busy: the least of some times. They take turns, so
 * that what makes some of the times longer does so for all.
 */
async function quickest(tasks: (() => Promise<unknown>)[]): Promise<number[]> {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let time = 0; time < 5; time++)
    for (const [at, task] of tasks.entries()) {
      const start = performance.now();
      await task();
      least[at] = Math.min(least[at]!, performance.now() - start);
    }
  return least;
}
