import { sql } from '@plumbline/store';
import type { TestServices } from '@plumbline/testkit';
import { aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startIpam();
  const namespace = (await make(plumbline, 'ipam/namespaces', { name: 'planned' })).id;
  await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/16', namespace));
  for (let part = 0; part < 20; part += 1) {
    const addresses = Array.from({ length: 1_000 }, (_, at) => part * 1_000 + at).map((host) => ({
      address: `10.0.${host >> 8}.${host % 256}/16`,
      namespace,
      status: 'Active',
      dns_name: `h${host >> 1}.example.net`,
    }));
    expect((await plumbline.request('POST', '/api/ipam/ip-addresses/', addresses)).status).toBe(201);
  }
});
afterAll(() => plumbline?.stop());

const database = () => plumbline.services.get('ipam')!.engine.database;

interface Planned {
  connection: number;
  statement: string;
  custom: number;
  runs: number;
}

const selectPlanned = sql.unsafe`SELECT pg_backend_pid() AS connection, statement, custom_plans::int AS custom, (custom_plans + generic_plans)::int AS runs FROM pg_prepared_statements WHERE statement ~ '^SELECT .*"ipaddress"'`;

/** How often it planned and ran each statement about addresses: the connection that was used last, and the one on which objects are looked up by a key. */
const planned = async () => [
  ...(await database().rows<Planned>(selectPlanned)),
  ...(await database().quick<Planned>(selectPlanned)),
];

/**
 * Asks often enough for PostgreSQL to have settled how it plans, and answers which of what was asked it still plans anew.
 * What is asked one after the other goes over one connection, unless something else needed it meanwhile: then it is asked again.
 */
async function plannedAnew(query: string, times = 20): Promise<string[]> {
  const ask = async () => expect((await plumbline.request('GET', `/api/ipam/ip-addresses/?${query}`)).status).toBe(200);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    for (let time = 0; time < 8; time += 1) await ask();
    const before = await planned();
    for (let time = 0; time < times; time += 1) await ask();
    const since = (await planned()).flatMap((after) =>
      before
        .filter(({ connection, statement }) => connection === after.connection && statement === after.statement)
        .map(({ custom, runs }) => ({ ...after, custom: after.custom - custom, runs: after.runs - runs })),
    );
    if (since.some(({ runs }) => runs >= times))
      return since.filter(({ custom }) => custom > times / 2).map(({ statement }) => statement);
  }
  throw new Error(`${query} was asked over one connection and another, five times.`);
}

const findsIds = /^SELECT t\.id, t\.xmin AS version FROM "ipaddress" t/;

describe.each(['right after loading', 'after ANALYZE'])('%s', (when) => {
  if (when === 'after ANALYZE') beforeAll(() => database().rows(sql.unsafe`ANALYZE ipaddress, prefix, namespace`));

  test.each([
    ['an address by value', 'address=10.0.1.7%2F16', 1],
    ['an address by its host', 'address=10.0.1.7', 1],
  ])('%s is planned once', async (_, query, count) => {
    expect((await plumbline.request('GET', `/api/ipam/ip-addresses/?${query}`)).body.count).toBe(count);
    expect(await plannedAnew(query)).toEqual([]);
  });

  test.each([
    ['two addresses', 'dns_name=h7.example.net'],
    ['thirty addresses', 'dns_name__isw=h1&limit=30'],
    ['a later page', 'limit=50&offset=150'],
  ])('of %s only what finds ids is planned for its values', async (_, query) => {
    for (const statement of await plannedAnew(query)) expect(statement).toMatch(findsIds);
  });
});

test('how many have one parent says nothing of how many another one has', async () => {
  const rows = await database().rows<{ of: string }>(sql.unsafe`
    SELECT attrelid::regclass::text AS of FROM pg_attribute WHERE attname = 'parent' AND 'n_distinct=-0.1' = ANY(attoptions) ORDER BY 1`);
  expect(rows.map((row) => row.of)).toEqual(['ipaddress', 'prefix']);
});

test('what is in a prefix that goes is looked up, though all there is is in another one', async () => {
  const plan = await database().transaction(async (tx) => {
    await tx.rows(sql.unsafe`ANALYZE ipaddress`);
    await tx.rows(sql.unsafe`SET LOCAL plan_cache_mode = force_generic_plan`);
    // As PostgreSQL asks it for the foreign key, for each of them.
    await tx.rows(
      sql.unsafe`PREPARE held(uuid) AS SELECT 1 FROM ONLY ipaddress x WHERE $1 = parent FOR KEY SHARE OF x`,
    );
    const rows = await tx.rows(sql.unsafe`EXPLAIN EXECUTE held('00000000-0000-4000-8000-000000000000')`);
    await tx.rows(sql.unsafe`DEALLOCATE held`);
    return JSON.stringify(rows);
  });
  expect(plan).toContain('Index');
});
