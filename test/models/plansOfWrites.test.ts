import { sql } from '@plumbline/store';
import {
  expectStatus,
  type RecordedStatement,
  signedIn,
  superuser,
  type TestAnswer,
  type TestServices,
} from '@plumbline/testkit';
import { startEveryService } from './everyService';

/** More rows than PostgreSQL reads to find a few, and few enough for it to read all where it expects to look up a hundred. */
const manyRows = 10_000;

let plumbline: TestServices;
let tenants: string[];
let device: string;

beforeAll(async () => {
  plumbline = await startEveryService();
  for (const app of ['tenancy', 'dcim']) await databaseOf(app).run(genericPlan);
  tenants = (await written('POST', 'tenancy/tenants/', ['one', 'two', 'three'].map(named))).body.map(idOf);
  await multiply('tenancy', 'tenant', { name: sql.fragment`'tenant ' || number` });
  const [one, other] = [await aDevice(), await aDevice()];
  await written('POST', 'dcim/cables/', {
    termination_a_type: 'dcim.interface',
    termination_a_id: one.port,
    termination_b_type: 'dcim.interface',
    termination_b_id: other.port,
    status: 'Connected',
  });
  const ends = ['termination_a_id', 'termination_b_id', 'termination_a_device', 'termination_b_device'];
  await multiply(
    'dcim',
    'cable',
    Object.fromEntries(
      ends.map((end) => [
        end,
        sql.fragment`md5(${end} || ${end.endsWith('device') ? sql.fragment`number % 200` : sql.fragment`number`})`,
      ]),
    ),
  );
  device = (await aDevice()).id;
});
afterAll(() => plumbline?.stop());

const named = (name: string) => ({ name });
const idOf = ({ id }: { id: string }) => id;

async function written(method: string, path: string, body?: unknown): Promise<TestAnswer> {
  const as = await signedIn(plumbline, superuser.apiToken);
  const answer = await plumbline.request(method, `/api/${path}`, body, { as, recorded: true });
  return expectStatus(answer, { POST: 201, PATCH: 200, DELETE: 204 }[method]!);
}

const made = async (path: string, body: object): Promise<string> => (await written('POST', path, body)).body.id;

/** A device of its own surroundings, with a port. */
async function aDevice(): Promise<{ id: string; port: string }> {
  const name = crypto.randomUUID();
  const content_types = ['dcim.device'];
  const status = 'Active';
  const location_type = await made('dcim/location-types/', { name, content_types });
  const id = await made('dcim/devices/', {
    name,
    status,
    role: await made('extras/roles/', { name, content_types }),
    location: await made('dcim/locations/', { name, location_type, status }),
    device_type: await made('dcim/device-types/', {
      model: name,
      manufacturer: await made('dcim/manufacturers/', { name }),
    }),
  });
  return { id, port: await made('dcim/interfaces/', { device: id, name, type: '1000base-t', status }) };
}

/** What explains statements: where they have parameters only plpgsql can, for whoever binds values is shown a plan for these. */
const genericPlan = sql.unsafe`
  CREATE FUNCTION generic_plan(statement text) RETURNS json LANGUAGE plpgsql AS $$
    DECLARE plan json;
    BEGIN
      EXECUTE 'EXPLAIN (GENERIC_PLAN, FORMAT JSON) ' || statement INTO plan;
      RETURN plan;
    END
  $$`;

const databaseOf = (app: string) => plumbline.services.get(app as 'dcim')!.engine.database;

/** Fills a table with copies of one of its rows, each with a key and values of its own. */
async function multiply(app: string, table: string, own: Record<string, ReturnType<typeof sql.fragment>>) {
  const name = sql.identifier([table]);
  const values = Object.entries(own).map(([column, value]) => sql.fragment`${column}::text, ${value}`);
  const stored = await databaseOf(app).rows<{ name: string }>(sql.unsafe`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`);
  const columns = sql.join(
    stored.map((column) => sql.identifier([column.name])),
    sql.fragment`, `,
  );
  await databaseOf(app).run(sql.unsafe`
    INSERT INTO ${name} (${columns}) SELECT ${columns} FROM (SELECT copy.* FROM ${name} AS original, generate_series(1, ${manyRows}) AS number,
      jsonb_populate_record(original, jsonb_build_object('id', md5('id' || number), ${sql.join(values, sql.fragment`, `)})) AS copy
    WHERE original.id = (SELECT id FROM ${name} LIMIT 1)) copies`);
  await databaseOf(app).run(sql.unsafe`ANALYZE ${name}`);
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The tables that a statement reads from one end to the other, by the plan that is made for all values. */
async function readWhole({ app, text }: RecordedStatement): Promise<string[]> {
  const [row] = await databaseOf(app).rows<{ plan: [{ Plan: Plan }] }>(
    sql.unsafe`SELECT generic_plan(${text}) AS plan`,
  );
  return scanned(row!.plan[0].Plan);
}

const scanned = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
];

const changed = (id: string) => ({ id, description: crypto.randomUUID() });

test.each<[what: string, label: string, write: () => Promise<TestAnswer>]>([
  [
    'one tenant is changed',
    'tenancy.tenant',
    () => written('PATCH', `tenancy/tenants/${tenants[0]}/`, changed(tenants[0]!)),
  ],
  ['several are changed', 'tenancy.tenant', () => written('PATCH', 'tenancy/tenants/', tenants.map(changed))],
  ['a device goes that has no cable', 'dcim.cable', () => written('DELETE', `dcim/devices/${device}/`)],
])('where %s, the table of %s is not read whole', async (_, label, write) => {
  const [owner, table] = label.split('.') as [string, string];
  const { statements } = await write();
  const about = statements.filter(({ app, text }) => app === owner && new RegExp(`\\b${table}\\b`).test(text));
  expect(about.length).toBeGreaterThan(0);
  for (const statement of about)
    expect({ ...statement, whole: await readWhole(statement) }).toEqual({
      ...statement,
      whole: expect.not.arrayContaining([table]),
    });
});
