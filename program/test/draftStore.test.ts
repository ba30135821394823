import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft } from '../src/import/apply/draft';
import { openDraftStore } from '../src/import/apply/draftStore';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-drafts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
});
