import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type TestAnswer, type TestDatabase, type TestServices, testRolePrefix } from '@plumbline/testkit';
import { ownServices } from '../../program/src/start/services';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { startEveryService } from '../models/everyService';
import { makeWorld } from '../permissions/world';
import { aFolder, dumpInto, linesOf, restoreFrom } from './files';

// Objects of every model are made, and restored twice.
jest.setTimeout(480_000);

const folder = aFolder();
const file = folder.at('dump.jsonl.gz');
/** What the file holds. */
let lines: string[];
let first: TestDatabase;
let second: TestDatabase;
let before: Map<string, string>;
let after: Map<string, string>;
let found: string[];
let deletion: TestAnswer;

const lists = ownServices.all.flatMap(({ app, models, lists: more = [] }) =>
  [...models, ...more].flatMap(({ endpoint }) => (endpoint ? [`${app}/${endpoint}`] : [])),
);

/** A database as services under test reach it. */
const reached = ({ url }: TestDatabase) => ({ databaseUrl: url, databaseRolePrefix: testRolePrefix });

/** What every list says at either depth, without the address of the server. */
async function everyList(plumbline: TestServices): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const list of lists)
    for (const depth of [0, 1]) {
      const { status, text } = await plumbline.request('GET', `/api/${list}/?limit=0&depth=${depth}`);
      answers.set(`${list} ${depth}`, `${status} ${text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '')}`);
    }
  return answers;
}

beforeAll(async () => {
  first = await createMigratedDatabase();
  // Its tables are there before anything of the other.
  second = await createMigratedDatabase();
  const { plumbline } = await makeWorld({ databaseUrl: first.url });
  await dumpInto(reached(first), file);
  lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  before = await everyList(plumbline);
  await plumbline.stop();
  ({ found } = await restoreFrom(reached(second), file));
  const restored = await startEveryService({ maxPageSize: 20_000, databaseUrl: second.url });
  after = await everyList(restored);
  const devices = (await restored.request('GET', '/api/dcim/devices/?limit=0')).body.results;
  const { id } = devices.find(({ tenant }: { tenant: object | null }) => tenant).tenant;
  deletion = await restored.request('DELETE', `/api/tenancy/tenants/${id}/`);
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

// Clients may associate ids that never were an object's, and the world does; a restore tells of each.
const aboutNobody = /^extras\.relationshipassociation .* 00000000-0000-4000-8000-\d{12}, which does not exist\.$/;

test('what others refer to in it is protected, though nobody has written down who does', () => {
  expect(deletion).toMatchObject({ status: 409, text: expect.stringContaining('dependent objects were found') });
});

test('nothing in it leads nowhere but what was made so', () => {
  expect(found.filter((line) => !aboutNobody.test(line))).toEqual([]);
  expect(found).not.toEqual([]);
});

test('its dump is the dump it was made from', async () => {
  await restoreFrom(reached(second), file, true);
  await dumpInto(reached(second), folder.at('second.jsonl'));
  expect(linesOf(folder.at('second.jsonl'))).toEqual(lines);
});

test('every model is in it, secrets in no readable form', () => {
  const endpoints = new Set(lines.map((line) => JSON.parse(line).endpoint));
  const left = lists.filter((list) => !endpoints.has(list) && !isOnlyAList(list));
  expect(left.filter((list) => !before.get(`${list} 0`)?.startsWith('200 {"count":0,'))).toEqual([]);
  const tokens = lines.filter((line) => line.startsWith('{"endpoint":"users/tokens"'));
  for (const line of tokens) expect(JSON.parse(line).object).not.toHaveProperty('key');
});

const isOnlyAList = (list: string): boolean =>
  ownServices.all.some(({ app, lists: more = [] }) => more.some(({ endpoint }) => `${app}/${endpoint}` === list));
