import type { TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';
import { GroupLab, type Shown } from './groupLab';
import { statementsOf } from './statements';

const count = 14_000;
const spaces = { app: 'ipam', table: 'namespace' } as const;

let plumbline: TestServices;
const lab = new GroupLab(() => plumbline);
beforeAll(async () => {
  plumbline = await startEveryService();
  const bodies = Array.from({ length: count }, (_, number) => ({
    name: `space ${String(number).padStart(6, '0')}`,
    description: `kind ${number % 4}`,
  }));
  for (const half of [bodies.slice(0, count / 2), bodies.slice(count / 2)]) await lab.make('ipam/namespaces', half);
});
afterAll(() => plumbline?.stop());

const ofSpaces = (filter: object = {}) => lab.group(filter, { content_type: 'ipam.namespace' });

/**
 * Two groups of three and a half thousand, one of all, less one of three and a half thousand: more than ten thousand.
 */
async function largeGroup(): Promise<Shown> {
  const [outer, inner] = [await ofSpaces(), await ofSpaces()];
  await lab.join(inner, await ofSpaces({ description: ['kind 0'] }), 'union', 1);
  await lab.join(inner, await ofSpaces({ description__isw: ['kind 1'] }), 'union', 2);
  await lab.join(inner, await ofSpaces(), 'union', 3);
  await lab.join(outer, inner, 'union', 1);
  await lab.join(outer, await ofSpaces({ description: ['kind 3'] }), 'difference', 2);
  return outer;
}

test('A page costs the same for ten members and ten thousand, wherever it is, and loads no more than it shows', async () => {
  const large = await largeGroup();
  const small = await ofSpaces({ name__isw: 'space 00000' });
  const page = async (group: Shown, query: string) => {
    const { statements, result } = await statementsOf(plumbline, spaces, () =>
      lab.send('GET', `extras/dynamic-groups/${group.id}/members/${query}`),
    );
    expect(result.status).toBe(200);
    return { cost: result.cost, body: result.body, statements };
  };
  const first = await page(large, '?limit=50');
  expect(first.body).toMatchObject({ count: 10_501, results: { length: 50 } });
  const [one, thousand, far] = [
    await page(large, '?limit=1'),
    await page(large, '?limit=1000'),
    await page(large, '?limit=50&offset=10000'),
  ];
  expect([one.cost, thousand.cost, far.cost]).toEqual([first.cost, first.cost, first.cost]);
  // The page's ids, its rows, and the count, which is remembered as long as no namespace changes.
  const asked = ({ statements }: { statements: { rows: number }[] }) => statements.map(({ rows }) => rows);
  expect([first, one, thousand, far].map(asked)).toEqual([
    [50, 50, 1],
    [1, 1],
    [1000, 1000],
    [50, 50],
  ]);
  const tiny = await page(small, '?limit=5');
  expect([tiny.body.count, tiny.cost, asked(tiny)]).toEqual([10, first.cost, [5, 5, 1]]);

  const plan = await first.statements.find(({ rows }) => rows === 50)!.explain();
  // It walks the index that has the list's order until the page is full.
  expect(plan).toMatch(/Index Scan using namespace_default_order|Index Scan using namespace_name_key/);
  expect(plan).not.toMatch(/-> {2}Sort|Seq Scan/);
});

test('A group of few among many is found by the indexes of its filters', async () => {
  const few = await ofSpaces();
  await lab.join(few, await ofSpaces({ name: ['space 000007', 'space 010007'] }), 'union', 1);
  await lab.join(few, await ofSpaces({ name: ['space 000008'] }), 'union', 2);
  await lab.join(few, await ofSpaces({ description: ['kind 0'] }), 'difference', 3);
  const { statements, result } = await statementsOf(plumbline, spaces, () =>
    lab.send('GET', `extras/dynamic-groups/${few.id}/members/`),
  );
  expect(result.body.results.map(({ name }: Shown) => name)).toEqual(['space 000007', 'space 010007']);
  const plan = await statements[0]!.explain();
  expect(plan).toMatch(/Bitmap Index Scan on namespace_name_key|Index Scan using namespace_name_key/);
  expect(plan).not.toMatch(/Seq Scan/);
});

test('A table has all members, and is put together of portions that are asked for one after the other', async () => {
  const large = await largeGroup();
  const { statements, result } = await statementsOf(plumbline, spaces, () =>
    lab.table(`extras/dynamic-groups/${large.id}/members/`),
  );
  const list = await lab.table('ipam/namespaces/?description__n=kind+3');
  const listed = list.text.split('\r\n');
  // The list has the namespace that is there from the beginning, too, as the group does, and its first line.
  expect(listed.length).toBe(10_501 + 2);
  expect(result.text.split('\r\n')).toEqual(listed);
  expect(statements.filter(({ rows }) => rows === 1_000).length).toBe(10);
  expect(Math.max(...statements.map(({ rows }) => rows))).toBe(1_000);
});
