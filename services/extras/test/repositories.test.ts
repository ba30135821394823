import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { type Queryable, sql } from '@plumbline/store';
import { expectStatus, startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService } from '../src';
import { repositoryFiles } from '../src/worker/repositories';

const folder = mkdtempSync(join(tmpdir(), 'repositories-'));
const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([extrasService], {}, { contentTypes, contentTypeNames });
});
afterAll(async () => {
  await plumbline?.stop();
  rmSync(folder, { recursive: true });
});

/** A repository with a file of jobs, as a sync leaves it. */
async function aRepository(slug: string, head: string): Promise<string> {
  const asked = { name: slug, slug, remote_url: `https://git.example.org/${slug}.git`, current_head: head };
  const { body } = expectStatus(await plumbline.request('POST', '/api/extras/git-repositories/', asked), 201);
  await run(sql.unsafe`INSERT INTO gitfile (id, repository, path, content)
    VALUES (${randomUUID()}::uuid, ${body.id}::uuid, 'jobs/greet.js', ${head})`);
  return body.id;
}

const database = (): Queryable => plumbline.services.get('extras')!.engine.database;
const run = (statement: Parameters<Queryable['run']>[0]) => database().run(statement);

/** What the files of a repository hold that workers would load. */
async function brought(slug: string, from = database()): Promise<string[]> {
  const files = await repositoryFiles(from, join(folder, 'git'), () => undefined);
  return files
    .filter(({ path }) => path.startsWith(`${slug}/`))
    .map(({ file }) => {
      expect(file.startsWith(`${join(folder, 'git', slug)}/`)).toBe(true);
      return readFileSync(file, 'utf8');
    });
}

test.each(['', 'feature/x', '../../../escaped', '.', 'main'])(
  'jobs of a repository stay where somebody has written %p over its commit',
  async (written) => {
    const slug = `written${randomUUID().replaceAll('-', '')}`;
    const id = await aRepository(slug, first);
    expect(await brought(slug)).toEqual([first]);
    const changed = await plumbline.request('PATCH', `/api/extras/git-repositories/${id}/`, { current_head: written });
    expectStatus(changed, 200);
    expect(await brought(slug)).toEqual([first]);
    expect(existsSync(join(folder, 'escaped'))).toBe(false);
  },
);

describe('What is at one address', () => {
  const path = '/api/extras/git-repositories/';
  const provided_contents = ['extras.job'];
  const at = (name: string) => `https://git.example.org/${name}-${randomUUID()}.git`;
  const provider = async (remote_url: string): Promise<string> => {
    const asked = { name: `of ${remote_url}`, remote_url, provided_contents };
    return expectStatus(await plumbline.request('POST', path, asked), 201).body.id;
  };

  it.each([
    ['first', 'PATCH'],
    ['last', 'PATCH'],
    ['first', 'PUT'],
  ])('is provided once, also where the one that is moved there comes %s in a list (%s)', async (place, method) => {
    const [here, there] = [at('here'), at('there')];
    const [staying, moving] = [await provider(here), await provider(there)];
    const list = [
      { id: staying, name: `staying at ${here}`, remote_url: here, provided_contents, branch: 'dev' },
      { id: moving, name: `moving to ${here}`, remote_url: here, provided_contents },
    ];
    const { status, body } = await plumbline.request(method, path, place === 'first' ? list.reverse() : list);
    expect([status, body]).toEqual([400, { __all__: [expect.stringContaining('provides some of the same')] }]);
  });

  it('is free for another one where who provides it leaves in the same list', async () => {
    const [here, there] = [at('here'), at('there')];
    const [leaving, moving] = [await provider(here), await provider(there)];
    const list = [
      { id: moving, remote_url: here },
      { id: leaving, remote_url: at('elsewhere') },
    ];
    expectStatus(await plumbline.request('PATCH', path, list), 200);
  });
});

test('those of an older commit are not run where somebody has written that one over the commit', async () => {
  const slug = 'older';
  const id = await aRepository(slug, first);
  // As a sync leaves it.
  const synced = async (head: string) => {
    await run(sql.unsafe`UPDATE gitfile SET content = ${head} WHERE repository = ${id}::uuid`);
    await run(sql.unsafe`UPDATE gitrepository SET current_head = ${head}, synced_head = ${head}, last_sync = last_sync + 1
      WHERE id = ${id}::uuid`);
  };
  await synced(first);
  expect(await brought(slug)).toEqual([first]);
  await synced(second);
  expect(await brought(slug)).toEqual([second]);
  const written = await plumbline.request('PATCH', `/api/extras/git-repositories/${id}/`, { current_head: first });
  expectStatus(written, 200);
  expect(await brought(slug)).toEqual([second]);
  // What lies there under the older commit is cleared away in time.
  rmSync(join(folder, 'git', slug, first), { recursive: true });
  expect(await brought(slug)).toEqual([second]);
  await synced(first);
  expect(await brought(slug)).toEqual([first]);
});

test('a folder holds the files of the commit it is named after, also where that has just changed', async () => {
  const slug = 'changing';
  const id = await aRepository(slug, first);
  // Synced between the two looks of a worker: at the commit, and at the files.
  let looks = 0;
  const changing: Queryable = {
    ...database(),
    rows: async (statement) => {
      if (++looks === 2) {
        await run(sql.unsafe`UPDATE gitfile SET content = ${second} WHERE repository = ${id}::uuid`);
        await run(sql.unsafe`UPDATE gitrepository SET current_head = ${second} WHERE id = ${id}::uuid`);
      }
      return database().rows(statement);
    },
  };
  await run(sql.unsafe`DELETE FROM gitfile WHERE repository <> ${id}::uuid`);
  expect(await brought(slug, changing)).toEqual([second]);
  expect(existsSync(join(folder, 'git', slug, first))).toBe(false);
  expect(existsSync(join(folder, 'git', slug, second))).toBe(true);
});
