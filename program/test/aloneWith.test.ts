import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aloneWith } from '../src/import/alone';
import { processIdentity } from '../src/ownership/processIdentity';

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
    writeFileSync(lock, processIdentity(process.ppid)!);
    await expect(work()).rejects.toThrow(/Another import is at work/);
    expect(existsSync(lock)).toBe(true);
  });

  it('is taken over from one that was killed, also where another has its number now', async () => {
    writeFileSync(lock, String(spawnSync(process.execPath, ['-e', '']).pid));
    expect(await work()).toBe('done');
    writeFileSync(lock, String(process.pid));
    expect(await work()).toBe('done');
    writeFileSync(lock, `${process.ppid} of another start`);
    expect(await work()).toBe('done');
    expect(existsSync(lock)).toBe(false);
  });
});
