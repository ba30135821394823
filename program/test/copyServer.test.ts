import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '@plumbline/model';
import { allModels } from '../src/dump/dumpEverything';
import { type CopyOptions, copyServer } from '../src/import/copyServer';
import type { Page } from '../src/import/readPage';
import { Absent } from '../src/import/requests';
import type { Part, Source } from '../src/import/source';
import { openSpool } from '../src/import/spool';
import { tagsByFilter } from '../src/import/tagsByFilter';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const none: Page = { count: 0, objects: [], more: false };
/** A list of one object, of which each page is said to be followed by another. */
const circle: Page = { count: 1, objects: [{ id: 1, app_label: 'dcim', model: 'device' }], more: true };
const noEnd = 'its pages have no end: there is said to be one behind all 1 of its objects';

/** A server whose lists have nothing in them, but for those of which it is said what they answer. */
const serving = (page: (endpoint: string, part: Part) => Page | undefined): Source => ({
  greet: async () => {},
  page: async (endpoint, part) => page(endpoint, part) ?? none,
  count: async () => 0,
  object: () => Promise.reject(new Absent('there is none')),
  ids: async () => [],
  file: async () => undefined,
});

const tagged = allModels().find(({ label }) => label === 'extras.gitrepository')!;
const tag: Row = {
  id: '2f4e2a3c-7c0f-4a3e-9d0c-5f6a7b8c9d0e',
  name: 'kept',
  color: '9e9e9e',
  description: '',
  content_types: ['extras.gitrepository'],
  created: '2024-01-01T00:00:00Z',
  last_updated: '2024-01-01T00:00:00Z',
  custom_fields: {},
};
const tags: Page = { count: 1, objects: [tag], more: false };

/** What did not come along that should have. */
async function missed(name: string, source: Source, more: Partial<CopyOptions> = {}) {
  const file = join(folder, name);
  const spool = await openSpool(file, 'https://there.example', []);
  await copyServer(source, file, spool, { progress: () => {}, ...more });
  await spool.close();
  return spool.state.shortfalls
    .filter(({ expected }) => !expected)
    .map(({ endpoint, part, reason }) => [endpoint, part, reason]);
}

describe('Tags that objects do not show', () => {
  const file = join(folder, 'tags.jsonl');
  beforeAll(() => writeFileSync(file, `${JSON.stringify({ endpoint: 'extras/tags', object: tag })}\n`));

  it('are found page by page', async () => {
    const pages: Page[] = [
      { count: 2, objects: [{ id: 'a' }], more: true },
      { count: 2, objects: [{ id: 'b' }], more: false },
    ];
    const source = serving((_, { offset, tag: asked }) => (asked === tag.id ? pages[offset] : undefined));
    const found = await tagsByFilter(source, file, tagged);
    expect([...found]).toEqual([
      ['a', [tag.id]],
      ['b', [tag.id]],
    ]);
  });

  it('are given up where pages lead in a circle', async () => {
    await expect(
      tagsByFilter(
        serving(() => circle),
        file,
        tagged,
      ),
    ).rejects.toThrow(noEnd);
  });
});

describe('A copy of a server', () => {
  it('says of tags whose pages lead in a circle that they do', async () => {
    const source = serving((endpoint, part) => {
      if (part.tag !== undefined) return circle;
      return endpoint === 'extras/tags' ? tags : undefined;
    });
    expect(await missed('tags-in-a-circle.jsonl', source)).toEqual([
      ['extras/git-repositories', 'tags', `the server does not find objects by their tags: ${noEnd}`],
    ]);
  });

  it('says of whole numbers that it may have rounded whose they are', async () => {
    const data = JSON.parse('{ "serial": [90071992547409931], "ratio": 0.5, "safe": 9007199254740991 }');
    const context = { id: tag.id, name: 'large', data, weight: 1000 };
    const source = serving((endpoint) =>
      endpoint === 'extras/config-contexts' ? { count: 1, objects: [context], more: false } : undefined,
    );
    expect(await missed('rounded.jsonl', source)).toEqual([
      ['extras/config-contexts', 'a whole number in data', 'it is beyond 9007199254740991, and may have been rounded'],
    ]);
  });

  it('misses nothing of a list from which something goes while it is read', async () => {
    const named = (name: string): Row => ({ ...tag, id: `${String(tag.id).slice(0, -1)}${name}`, name });
    const [first, second, third] = [named('a'), named('b'), named('c')];
    // The second moves to the place of the first when that goes.
    const source: Source = {
      ...serving((endpoint, { offset }) => {
        if (endpoint !== 'extras/tags') return undefined;
        return offset === 0 ? { count: 3, objects: [first], more: true } : { count: 2, objects: [third], more: false };
      }),
      ids: async ({ label }) => (label === 'extras.tag' ? [second.id as string, third.id as string] : []),
      object: async () => second,
    };
    const file = join(folder, 'moving.jsonl');
    const spool = await openSpool(file, 'https://there.example', []);
    await copyServer(source, file, spool, { progress: () => {} });
    await spool.close();
    expect(spool.state.taken['extras/tags']).toBe(3);
    expect(spool.state.shortfalls.filter(({ endpoint }) => endpoint === 'extras/tags')).toEqual([]);
  });

  const numbers = 'the content types that it names by number';
  const inCircle = serving((endpoint) => (endpoint === 'extras/content-types' ? circle : undefined));

  it('says of the change log that the numbers in it mean nothing, where those of content types lead in a circle', async () => {
    expect(await missed('numbers-in-a-circle.jsonl', inCircle)).toEqual([['extras/object-changes', numbers, noEnd]]);
  });

  it.each<[string, Partial<CopyOptions>]>([
    ['left out', { withoutChanges: true }],
    ['skipped', { skip: new Set(['extras/object-changes']) }],
  ])('asks for no numbers where the change log is %s', async (name, options) => {
    expect(await missed(`${name}.jsonl`, inCircle, options)).toEqual([]);
  });
});
