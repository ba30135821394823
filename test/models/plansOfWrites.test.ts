import { sql } from '@plumbline/store';
import { expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from './everyService';

/** More rows than PostgreSQL looks up a hundred of by their keys, and few enough that it would read all of them instead. */
const rowsOfTable = 5_000;

let plumbline: TestServices;
let ids: string[];

beforeAll(async () => {
  plumbline = await startEveryService();
  const names = Array.from({ length: rowsOfTable }, (_, index) => `tenant ${index}`);
  for (let at = 0; at < rowsOfTable; at += 1_000)
    ids = (
      await made(
        'POST',
        'tenancy/tenants/',
        names.slice(at, at + 1_000).map((name) => ({ name })),
      )
    ).body.map(({ id }: { id: string }) => id);
  await database().run(sql.unsafe`ANALYZE tenant`);
});
afterAll(() => plumbline?.stop());

const database = () => plumbline.services.get('tenancy')!.engine.database;

const made = async (method: string, path: string, body: unknown) => {
  const as = await signedIn(plumbline, superuser.apiToken);
  const answer = await plumbline.request(method, `/api/${path}`, body, { as, recorded: true });
  return expectStatus(answer, method === 'POST' ? 201 : 200);
};

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The tables that a statement reads from one end to the other, by the plan that is made for all values. */
async function tablesRead(statement: string): Promise<string[]> {
  const [row] = await database().rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    ...sql.unsafe``,
    sql: `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
  });
  return readBy(row!['QUERY PLAN'][0].Plan);
}

const readBy = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(readBy),
];

test.each([
  ['one object is changed', (change: (id: string) => object) => change(ids[0]!), 1],
  ['ten are changed', (change: (id: string) => object) => ids.slice(0, 10).map(change), 10],
])('where %s, no statement reads the whole table', async (_, bodyOf, count) => {
  const path = count === 1 ? `tenancy/tenants/${ids[0]}/` : 'tenancy/tenants/';
  const { statements } = await made(
    'PATCH',
    path,
    bodyOf((id) => ({ id, description: `one of ${count}` })),
  );
  const own = statements.filter(({ app, text }) => app === 'tenancy' && /"tenant"/.test(text));
  expect(own.filter(({ text }) => /UPDATE "tenant"/.test(text))).toHaveLength(1);
  for (const { text } of own)
    expect([text, await tablesRead(text)]).toEqual([text, expect.not.arrayContaining(['tenant'])]);
});
