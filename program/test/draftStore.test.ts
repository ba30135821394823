import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft } from '../src/import/apply/draft';
import { openDraftStore } from '../src/import/apply/draftStore';
import { openTextFile } from '../src/import/textFile';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-drafts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// There is one on Linux.
const fullDisk = '/dev/full';
const onFullDisk = existsSync(fullDisk) ? it : it.skip;

describe('What is to be made of other data, in files', () => {
  it('is read as it was written, whatever ends lines elsewhere', async () => {
    const store = await openDraftStore(join(folder, 'drafts'));
    const drafts: Draft[] = ['plain', 'one\u2028two\u2029three', 'one\ntwo\r\nthree\u0085four\vfive'].map(
      (name, id) => ({
        endpoint: 'tenancy/tenants',
        key: `tenancy.tenant:${id}`,
        body: { name },
      }),
    );
    for (const draft of drafts) await store.add(draft);
    await store.finish();
    const read: Draft[] = [];
    for await (const draft of store.of('tenancy/tenants')) read.push(draft);
    expect(read).toEqual(drafts);
    await store.remove();
  });

  onFullDisk.each([1, 3_000])('is told in a sentence where there is no room for it: %i objects', async (count) => {
    const store = await openDraftStore(join(folder, `full-${count}`));
    const path = join(folder, `full-${count}`, 'tenancy.tenants.jsonl');
    symlinkSync(fullDisk, path);
    const fill = async () => {
      const body = { name: 'x'.repeat(100) };
      for (let id = 0; id < count; id++)
        await store.add({ endpoint: 'tenancy/tenants', key: `tenancy.tenant:${id}`, body });
      await store.finish();
    };
    await expect(fill()).rejects.toThrow(`${path} cannot be written: ENOSPC`);
  });

  onFullDisk('is told again to whoever goes on', async () => {
    const text = openTextFile(fullDisk);
    await expect(text.write('x'.repeat(100_000))).rejects.toThrow(`${fullDisk} cannot be written: ENOSPC`);
    await expect(text.write('x')).rejects.toThrow(`${fullDisk} cannot be written: ENOSPC`);
    await expect(text.finish()).rejects.toThrow(`${fullDisk} cannot be written: ENOSPC`);
  });
});
