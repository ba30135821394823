import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLog } from '@plumbline/log';
import { testSettings } from '@plumbline/testkit';
import { idFor, importNetbox, type NetboxImported, type NetboxImportOptions } from '../../program/src/import/netbox';
import { aFolder } from '../dump/files';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';

const log = createLog({ name: 'test', level: 'silent' });
const patience = { firstWait: 5, longestWait: 20, giveUpAfter: 60_000, answerWithin: 60_000, silentFor: 60_000 };

type Body = Answer['body'];

const active = { value: 'active', label: 'Active' };

describeUnless(missingBuild, 'an import from NetBox that is given again', () => {
  const folder = aFolder();
  let program: Whole;

  /** Says what a NetBox has in some lists; what it has in others stays. */
  const say = (source: string, lists: Record<string, object[]>) => {
    for (const [list, objects] of Object.entries(lists)) {
      const file = folder.at(`${source}/${list}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(objects));
    }
  };
  const take = (source: string, more: Partial<NetboxImportOptions> = {}) =>
    importNetbox(testSettings({ databaseUrl: program.database.url, dataDir: folder.at('data') }), {
      from: folder.at(source),
      source,
      destination: { url: program.url, token: program.token },
      patience,
      log,
      progress: () => {},
      ...more,
    });
  const written = ({ applied }: NetboxImported) =>
    applied.flatMap(({ endpoint, created, changed }) => (created + changed > 0 ? [[endpoint, created, changed]] : []));
  const get = async (path: string) => (await program.client.must(200, 'GET', path)).body as Body;

  beforeAll(async () => {
    program = await startForm('one');
  });
  afterAll(async () => {
    await program?.stop();
    folder.remove();
  });

  it('leaves a name to the object that took it over there', async () => {
    const nameOf = async (id: number) =>
      (await get(`tenancy/tenants/${idFor('renamed', `tenancy.tenant:${id}`)}/`)).name;
    say('renamed', { 'tenancy/tenants': [{ id: 1, name: 'Mine', slug: 'mine' }] });
    await take('renamed');
    const now = [
      { id: 1, name: 'Yours', slug: 'yours' },
      { id: 2, name: 'Mine', slug: 'mine' },
    ];
    say('renamed', { 'tenancy/tenants': now });
    expect(written(await take('renamed', { dryRun: true }))).toEqual([['tenancy/tenants', 1, 1]]);
    const done = await take('renamed');
    expect([done.refused, written(done)]).toEqual([[], [['tenancy/tenants', 1, 1]]]);
    expect([await nameOf(1), await nameOf(2)]).toEqual(['Yours', 'Mine']);
    expect(written(await take('renamed'))).toEqual([]);
    // The first takes the name that the second has until then.
    const then = [
      { id: 1, name: 'Mine', slug: 'yours' },
      { id: 2, name: 'Ours', slug: 'mine' },
    ];
    say('renamed', { 'tenancy/tenants': then });
    const swapped = await take('renamed');
    expect([swapped.refused, written(swapped)]).toEqual([[], [['tenancy/tenants', 0, 2]]]);
    expect([await nameOf(1), await nameOf(2)]).toEqual(['Mine', 'Ours']);
  });

});
