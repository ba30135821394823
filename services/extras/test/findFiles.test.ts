import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFiles } from '../src/worker/findFiles';

const folder = mkdtempSync(join(tmpdir(), 'find-'));
afterAll(() => rmSync(folder, { recursive: true }));

const found = async (path: string) => {
  const limits: string[] = [];
  const files = await findFiles(path, (told) => limits.push(told));
  return { paths: files.map((file) => file.path), limits };
};

test('a folder that is not there has no files, and links that lead nowhere are none', async () => {
  expect(await found(join(folder, 'nowhere'))).toEqual({ paths: [], limits: [] });
  const jobs = join(folder, 'jobs');
  mkdirSync(join(jobs, 'deep'), { recursive: true });
  writeFileSync(join(jobs, 'deep', 'one.ts'), '');
  symlinkSync(join(jobs, 'gone.ts'), join(jobs, 'broken.ts'));
  symlinkSync(join(jobs, 'circle.ts'), join(jobs, 'circle.ts'));
  expect(await found(jobs)).toEqual({ paths: ['deep/one.ts'], limits: [] });
});

test('one that cannot be read is not taken for an empty one', async () => {
  await expect(found(join(folder, 'x'.repeat(300)))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
});

test('one with too many files is told of', async () => {
  const many = join(folder, 'many');
  mkdirSync(many);
  for (let at = 0; at <= 1_000; at++) writeFileSync(join(many, `${at}.ts`), '');
  const { paths, limits } = await found(many);
  expect([paths.length, limits]).toEqual([1_000, [many]]);
  rmSync(join(many, '0.ts'));
  expect(await found(many)).toMatchObject({ limits: [] });
});
