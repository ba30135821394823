// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { Place, Status, Tag, Thing } from './sample';

let plumbline: TestServices;
const must = async (method: string, path: string, body?: unknown) => {
  const answer = await plumbline.request(method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
};

beforeAll(async () => {
  plumbline = await startTestServices([
    { app: 'extras', models: [Tag, Status] },
    { app: 'ipam', models: [Place, Thing] },
  ]);
  const statuses = ['few', 'most', 'none', 'some'].map((name) => ({ name, content_types: ['ipam.thing'] }));
  const made = (await must('POST', '/api/extras/statuses/', statuses)).body as { id: string; name: string }[];
  const things = Object.entries({ few: 1, most: 12, some: 3 }).flatMap(([name, number]) =>
    Array.from({ length: number }, (_, n) => ({
      place: null,
      name: `${name}-${n}`,
      block: `10.${made.findIndex((status) => status.name === name)}.${n}.0/24`,
      status: made.find((status) => status.name === name)!.id,
    })),
  );
  await must('POST', '/api/ipam/things/', things);
});
afterAll(() => plumbline?.stop());

test.each([
  ['thing_count', ['none 0', 'few 1', 'some 3', 'most 12']],
  ['-thing_count', ['most 12', 'some 3', 'few 1', 'none 0']],
])('a list is sorted by %s, which another service counts', async (sort, wanted) => {
  const { body } = await must('GET', `/api/extras/statuses/?sort=${sort}`);
  const shown = body.results.map(({ name, thing_count }: Record<string, unknown>) => `${name} ${thing_count}`);
  expect(shown).toEqual(wanted);
  const second = await must('GET', `/api/extras/statuses/?sort=${sort}&limit=1&offset=1`);
  expect(`${second.body.results[0].name} ${second.body.results[0].thing_count}`).toBe(wanted[1]);
  const table = await plumbline.request('GET', `/api/extras/statuses/?sort=${sort}`, undefined, {
    headers: { accept: 'text/csv' },
  });
  const named = table.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',', 1)[0]);
  expect(named).toEqual(wanted.map((line) => line.split(' ')[0]));
});

test('the order is as of now', async () => {
  const named = async (name: string) => (await must('GET', `/api/extras/statuses/?name=${name}`)).body.results[0].id;
  const [few] = (await must('GET', '/api/ipam/things/?name=few-0')).body.results;
  await must('PATCH', `/api/ipam/things/${few.id}/`, { status: await named('most') });
  const { body } = await must('GET', '/api/extras/statuses/?sort=thing_count');
  expect(body.results.map(({ thing_count }: Record<string, unknown>) => thing_count)).toEqual([0, 0, 3, 13]);
});
