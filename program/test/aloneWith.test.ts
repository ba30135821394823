import { spawnSync } from 'node:child_process';
import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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

  const elsewhere = '1 4711\nsome other container';
  const aMinuteAgo = () => utimesSync(lock, Date.now() / 1000 - 61, Date.now() / 1000 - 61);

  it('is not taken from one in another container, whose processes cannot be seen, as long as that shows life', async () => {
    writeFileSync(lock, elsewhere);
    await expect(work()).rejects.toThrow(/Another import is at work/);
    aMinuteAgo();
    expect(await work()).toBe('done');
    expect(existsSync(lock)).toBe(false);
  });

  it('is one’s as long as one shows life, and not given back for who took it over', async () => {
    jest.useFakeTimers();
    const age = () => Date.now() - statSync(lock).mtimeMs;
    const given = await aloneWith(folder, async () => {
      aMinuteAgo();
      jest.advanceTimersByTime(10_000);
      const shown = age();
      writeFileSync(lock, elsewhere);
      aMinuteAgo();
      jest.advanceTimersByTime(10_000);
      return [shown, age()];
    }).finally(() => jest.useRealTimers());
    expect(given).toEqual([expect.closeTo(0, -4), expect.closeTo(71_000, -4)]);
    expect(readFileSync(lock, 'utf8')).toBe(elsewhere);
    rmSync(lock);
  });

  it('is worked in where the file system has no hard links, by which it would be one’s alone', async () => {
    const link = jest.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM', syscall: 'link' });
    });
    const done = await work();
    const asked = link.mock.calls.length;
    link.mockRestore();
    expect([done, asked]).toEqual(['done', 1]);
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
