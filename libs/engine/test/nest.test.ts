import { Problem } from '@plumbline/http';
import type { ObjectKey } from '@plumbline/model';
import { type Gap, nest, placeholder, type Wanted } from '../src/render/nest';

/** Objects that refer to each other, and which of them were asked for. */
function world(objects: Record<string, [start: string, ...Gap[]]>) {
  const asked: string[] = [];
  const show = (open: boolean) => async (label: string, ids: ObjectKey[]) => {
    asked.push(`${open ? 'open' : 'lowest'} ${label} ${ids.join()}`);
    return ids.flatMap((id): [ObjectKey, string, Gap[]][] => {
      const [start, ...gaps] = objects[`${label} ${id}`] ?? [''];
      if (start === '') return [];
      return [
        [
          id,
          `{"is":"${start}"${open ? gaps.map((_, at) => `,"${at}":${placeholder}`).join('') : ''}}`,
          open ? gaps : [],
        ],
      ];
    });
  };
  const shown = async (label: string, id: ObjectKey, depth: number, deadline = Date.now() + 60_000) => {
    const wanted: Wanted = new Map([[label, new Set([id])]]);
    const scope = { deadline } as Parameters<typeof nest>[4];
    return (await nest(wanted, depth, show(true), show(false), scope)).get(label)!.get(id);
  };
  return { asked, shown };
}

const pair = () => world({ 'a.hen 1': ['hen', ['one', 'a.egg', 2]], 'a.egg 2': ['egg', ['generic', 'a.hen', 1]] });

test('what leads back to itself is asked for once in each form', async () => {
  const { asked, shown } = pair();
  expect(await shown('a.hen', 1, 3)).toBe(
    '{"is":"hen","0":{"is":"egg","0":{"is":"hen","0":{"is":"egg"},"generic_foreign_key":true}}}',
  );
  await shown('a.hen', 1, 10);
  expect(asked).toEqual([
    'open a.hen 1',
    'open a.egg 2',
    'lowest a.egg 2',
    'open a.hen 1',
    'open a.egg 2',
    'lowest a.hen 1',
  ]);
});

test('what is not there is null, and in no list', async () => {
  const { shown } = world({
    'a.nest 1': [
      'nest',
      ['one', 'a.tree', 9],
      ['generic', 'a.tree', 9],
      ['list', 'a.egg', 7, 2, 8],
      ['list', 'a.egg', 7],
    ],
    'a.egg 2': ['egg'],
  });
  expect(JSON.parse((await shown('a.nest', 1, 1))!)).toEqual({
    is: 'nest',
    0: null,
    1: null,
    2: [{ is: 'egg' }],
    3: [],
  });
});

test('a text that grows too large is refused, and so is work whose time is over', async () => {
  const many: Gap = ['list', 'a.egg', ...Array.from({ length: 100 }, (_, id) => id)];
  const { shown } = world(Object.fromEntries(many.slice(2).map((id) => [`a.egg ${id}`, ['x'.repeat(1_000), many]])));
  const refused = (text: RegExp) => new Problem(400, { depth: [expect.stringMatching(text) as unknown as string] });
  await expect(shown('a.egg', 1, 10)).rejects.toMatchObject({ status: 400, body: refused(/too large/).body });
  const late = pair();
  await expect(late.shown('a.hen', 1, 2, Date.now() + 100)).rejects.toMatchObject({
    status: 400,
    body: refused(/too long/).body,
  });
  expect(late.asked).toEqual([]);
});
