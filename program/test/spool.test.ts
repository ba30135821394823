import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSpool } from '../src/import/spool';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-spool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const url = 'https://there.example';

describe('The file a server is copied into', () => {
  it('is gone on with, also where a crash left it before anything was taken', async () => {
    const file = join(folder, 'begun.jsonl');
    await (await openSpool(file, url, [])).close();
    const spool = await openSpool(file, url, []);
    await spool.append(['{}\n'], { ...spool.state, taken: { tags: 1 } });
    await spool.close();
    const again = await openSpool(file, url, []);
    expect(again.state).toMatchObject({ taken: { tags: 1 }, bytes: 3 });
    await again.close();
  });

  it('is not one that somebody else has there', async () => {
    const file = join(folder, 'other.jsonl');
    writeFileSync(file, 'a letter');
    await expect(openSpool(file, url, [])).rejects.toThrow(/is there already/);
  });

  it('is named when it cannot be written any more', async () => {
    const file = join(folder, 'full.jsonl');
    const spool = await openSpool(file, url, []);
    mkdirSync(`${file}.state.next`);
    const message = `${file} cannot be written: EISDIR: `;
    await expect(spool.append(['{}\n'], spool.state)).rejects.toThrow(message);
    await spool.close();
    rmSync(file);
    mkdirSync(file);
    await expect(openSpool(file, url, [])).rejects.toThrow(message);
  });

  it('is of one server and one wish', async () => {
    const file = join(folder, 'wished.jsonl');
    await (await openSpool(file, url, ['--paused'])).close();
    await expect(openSpool(file, 'https://elsewhere.example', ['--paused'])).rejects.toThrow(/is a copy of/);
    await expect(openSpool(file, url, [])).rejects.toThrow(/with --paused/);
  });
});
