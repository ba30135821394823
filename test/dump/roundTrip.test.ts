import { createTestDatabase, type Realm, type TestDatabase } from '@plumbline/testkit';
import { definitions } from '../../program/src/start/services';
import { startEveryService } from '../models/every-service';
import { makeWorld } from '../permissions/world';
import { aFolder, dumpInto, linesOf, restoreFrom } from './files';

// Objects of every model are made, and all that three times over.
jest.setTimeout(480_000);

const folder = aFolder();
let first: TestDatabase;
let second: TestDatabase;
let before: Map<string, string>;
let after: Map<string, string>;
let found: string[];

const lists = Object.values(definitions).flatMap(({ app, models, lists: more = [] }) =>
  [...models, ...more].flatMap(({ endpoint }) => (endpoint ? [`${app}/${endpoint}`] : [])),
);

/** What every list says at either depth, without the address of the server. */
async function everyList(realm: Realm): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const list of lists)
    for (const depth of [0, 1]) {
      const { status, text } = await realm.request('GET', `/api/${list}/?limit=0&depth=${depth}`);
      answers.set(`${list} ${depth}`, `${status} ${text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '')}`);
    }
  return answers;
}

beforeAll(async () => {
  first = await createTestDatabase();
  second = await createTestDatabase();
  const { realm } = await makeWorld({ databaseUrl: first.url });
  await dumpInto(first.url, folder.at('first.jsonl'));
  before = await everyList(realm);
  await realm.stop();
  ({ found } = await restoreFrom(second.url, folder.at('first.jsonl')));
  await dumpInto(second.url, folder.at('second.jsonl.gz'));
  const restored = await startEveryService({ maxPageSize: 20_000, databaseUrl: second.url });
  after = await everyList(restored);
  await restored.stop();
});
afterAll(async () => {
  folder.remove();
  await first.drop();
  await second.drop();
});

test('a restored server answers every list as the one that was dumped', () => {
  for (const [list, answer] of before) expect([list, after.get(list)]).toEqual([list, answer]);
});

test('nothing in it leads nowhere', () => {
  expect(found).toEqual([]);
});

test('its dump is the dump it was made from', async () => {
  await restoreFrom(second.url, folder.at('second.jsonl.gz'), true);
  await dumpInto(second.url, folder.at('third.jsonl'));
  expect(linesOf(folder.at('third.jsonl'))).toEqual(linesOf(folder.at('first.jsonl')));
});

test('every model is in it, secrets in no readable form', () => {
  const endpoints = new Set(linesOf(folder.at('first.jsonl')).map((line) => JSON.parse(line).endpoint));
  const left = lists.filter((list) => !endpoints.has(list) && !isOnlyAList(list));
  expect(left.filter((list) => !before.get(`${list} 0`)?.startsWith('200 {"count":0,'))).toEqual([]);
  const tokens = linesOf(folder.at('first.jsonl')).filter((line) => line.startsWith('{"endpoint":"users/tokens"'));
  for (const line of tokens) expect(JSON.parse(line).object).not.toHaveProperty('key');
});

const isOnlyAList = (list: string): boolean =>
  Object.values(definitions).some(({ app, lists: more = [] }) =>
    more.some(({ endpoint }) => `${app}/${endpoint}` === list),
  );
