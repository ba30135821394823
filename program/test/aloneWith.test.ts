import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aloneWith } from '../src/import/alone';

const place = mkdtempSync(join(tmpdir(), 'plumbline-alone-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const folder = join(place, 'import');
const lock = `${folder}.lock`;
const work = () => aloneWith(folder, async () => 'done');

describe('A folder that an import works in', () => {
  it('is that one’s alone, until it has ended, however that was', async () => {
    await aloneWith(folder, () => expect(work()).rejects.toThrow(/Another import is at work in .*import\. Wait/));
    expect(await work()).toBe('done');
    await expect(aloneWith(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });

  it('is not taken from another process that works', async () => {
    writeFileSync(lock, String(process.ppid));
    await expect(work()).rejects.toThrow(/Another import is at work/);
    expect(existsSync(lock)).toBe(true);
  });

  it('is taken over from one that was killed, also where another has its number now', async () => {
    writeFileSync(lock, String(spawnSync(process.execPath, ['-e', '']).pid));
    expect(await work()).toBe('done');
    writeFileSync(lock, String(process.pid));
    expect(await work()).toBe('done');
    writeFileSync(lock, String(process.ppid));
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(lock, longAgo, longAgo);
    expect(await work()).toBe('done');
    expect(existsSync(lock)).toBe(false);
  });
});
