import { randomUUID } from 'node:crypto';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { extensionsOf, inTransaction, savepoint, systemScope, unitOfWork } from '@plumbline/engine';
import { primary, registered } from '@plumbline/extensions';
import { bare, defineModel, f } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { expectStatus, lockWaits, startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService } from '../src';
import { keyOf } from '../src/customFields/rules';
import { standIns } from './standIns';

/** An object of another service, with fields that people give it. */
const Tenant = defineModel('tenancy.tenant', {
  endpoint: 'tenants',
  traits: [primary],
  fields: { name: f.text(50), weight: f.int().default(0) },
});
const Group = defineModel('tenancy.tenantgroup', {
  endpoint: 'tenant-groups',
  traits: [bare],
  fields: { name: f.text(50) },
});

let plumbline: TestServices;
let serial = 0;
beforeAll(async () => {
  plumbline = await startTestServices(
    [extrasService, { app: 'tenancy', models: [Tenant, Group] }, ...standIns],
    { logLevel: 'error', databasePoolSize: 8 },
    { contentTypes, contentTypeNames },
  );
});
// What a test has dropped is taken away from a large table in the background, where it waits for locks as the next test's own steps do.
afterEach(() => until(nothingIsUnderWay));
afterAll(() => plumbline?.stop());

const tenants = '/api/tenancy/tenants/';
const request: TestServices['request'] = (...asked) => plumbline.request(...asked);
const ok = async (method: string, path: string, body?: unknown, status = method === 'POST' ? 201 : 200) =>
  expectStatus(await request(method, path, body), status).body;
const aField = (body: object) =>
  ok('POST', '/api/extras/custom-fields/', { label: `F ${serial++}`, content_types: ['tenancy.tenant'], ...body });
const aTenant = (custom_fields?: object) =>
  ok('POST', tenants, { name: `t${serial++}`, ...(custom_fields ? { custom_fields } : {}) });
const valuesOf = async (id: string) => (await ok('GET', `${tenants}${id}/`)).custom_fields;
const drop = (field: { id: string }) => ok('DELETE', `/api/extras/custom-fields/${field.id}/`, undefined, 204);
const ids = async (query: string): Promise<string[]> =>
  (await ok('GET', `${tenants}?limit=0&${query}`)).results.map(({ id }: { id: string }) => id);

/** Fills the table beyond what is written in one go. */
async function manyTenants(count: number): Promise<void> {
  const { database } = plumbline.services.get('tenancy')!.engine;
  await database.run(sql.unsafe`
    INSERT INTO tenant (id, name, weight, tags, custom_fields)
    SELECT gen_random_uuid(), 'many ' || n, n, '{}', '{}' FROM generate_series(1, ${count}::int4) n`);
}

const fieldsInTenancy = (which: Sql): Promise<{ key: string }[]> => {
  const { database } = plumbline.services.get('tenancy')!.engine;
  return database.rows(
    sql.unsafe`SELECT key FROM custom_field WHERE label = 'tenancy.tenant' AND ${which} ORDER BY key`,
  );
};

const twentyMarks = () =>
  Array.from({ length: 20 }, (_, n) => ({
    label: `Mark ${n}`,
    key: `mark_${n}`,
    type: 'text',
    default: `as ${n}`,
    content_types: ['tenancy.tenant'],
  }));

const dropAll = async (fields: { id: string }[]) =>
  expectStatus(
    await request(
      'DELETE',
      '/api/extras/custom-fields/',
      fields.map(({ id }) => ({ id })),
    ),
    204,
  );

/** Counts from now on how many statements update tenants. */
async function noteUpdates(): Promise<() => Promise<number>> {
  const { database } = plumbline.services.get('tenancy')!.engine;
  await database.run(sql.unsafe`DROP TABLE IF EXISTS gone_through`);
  await database.run(sql.unsafe`CREATE TABLE gone_through (at timestamptz DEFAULT clock_timestamp())`);
  await database.run(sql.unsafe`CREATE OR REPLACE FUNCTION note_update() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO gone_through DEFAULT VALUES; RETURN NULL; END'`);
  await database.run(sql.unsafe`
    CREATE OR REPLACE TRIGGER note_update AFTER UPDATE ON tenant FOR EACH STATEMENT EXECUTE FUNCTION note_update()`);
  return async () => (await database.rows(sql.unsafe`SELECT FROM gone_through`)).length;
}

/** Whether every field that was dropped has been taken away from all objects. */
const nothingIsLeft = async (): Promise<boolean> =>
  (await fieldsInTenancy(sql.fragment`state = 'removing'`)).length === 0;

/** Whether tenancy knows the fields that there are, and all values are written. */
async function nothingIsUnderWay(): Promise<boolean> {
  if ((await fieldsInTenancy(sql.fragment`(state <> 'ready' OR renamings <> '[]')`)).length > 0) return false;
  const { results } = await ok('GET', '/api/extras/custom-fields/?limit=0&content_types=tenancy.tenant&sort=key');
  const known = await fieldsInTenancy(sql.fragment`TRUE`);
  return JSON.stringify(known) === JSON.stringify(results.map(({ key }: { key: string }) => ({ key })));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await condition()); ) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('A key', () => {
  it.each([
    ['Owner of it', 'owner_of_it'],
    ['123 abc', 'a123_abc'],
    ['Größe', 'groe'],
    ['--x--', 'a_x'],
    ['é', 'ae'],
    ['Ünï', 'auni'],
    ['日本', 'a'],
    ['_1', 'a1'],
    ["Bob's A/B", 'bobs_ab'],
    ['a - b_c', 'a_b_c'],
  ])('made of %p is %p', (label, key) => expect(keyOf(label, 50)).toBe(key));

  it('is one under which values can be written as JSON', async () => {
    const asked = { label: 'Of all', key: '__proto__', type: 'text', content_types: [] };
    const { status, body } = await request('POST', '/api/extras/custom-fields/', asked);
    expect([status, body]).toEqual([400, { key: [expect.stringContaining('not Python/GraphQL safe')] }]);
  });

  it('of a namesake gets a number, also within one list', async () => {
    const body = { label: 'Same name', type: 'text', content_types: [] };
    const made = await ok('POST', '/api/extras/custom-fields/', [body, body]);
    const third = await ok('POST', '/api/extras/custom-fields/', body);
    expect([...made, third].map(({ key }: { key: string }) => key)).toEqual([
      'same_name',
      'same_name_2',
      'same_name_3',
    ]);
  });

  it.each<[string, object]>([
    ['custom-fields', { type: 'text', content_types: [] }],
    ['computed-fields', { content_type: 'tenancy.tenant', template: 'x' }],
    ['relationships', { source_type: 'tenancy.tenant', destination_type: 'tenancy.tenant' }],
  ])('of each of %s that are made at the same moment gets a number of its own', async (path, body) => {
    const labels = Array.from({ length: 8 }, (_, nth) => `At once${'!'.repeat(nth)}`);
    const made = await Promise.all(labels.map((label) => ok('POST', `/api/extras/${path}/`, { ...body, label })));
    const numbered = labels.map((_, nth) => (nth === 0 ? 'at_once' : `at_once_${nth + 1}`));
    expect(made.map(({ key }: { key: string }) => key).sort()).toEqual(numbered);
  });

  const long = 'k'.repeat(100);
  const kinds = { source_type: 'tenancy.tenant', destination_type: 'tenancy.tenant' };
  const repository = { remote_url: 'https://git.example.com/x', provided_contents: [] };
  it.each<[string, object, object, number, string]>([
    ['custom-fields', { type: 'text', content_types: [], label: long.slice(50) }, {}, 50, `${long.slice(52)}_2`],
    [
      'computed-fields',
      { content_type: 'tenancy.tenant', template: 'x', label: long },
      { content_type: 'dcim.device' },
      100,
      `${long.slice(2)}_2`,
    ],
    ['relationships', { ...kinds, label: long }, { label: long.slice(1) }, 100, long.slice(1)],
    ['git-repositories', { ...repository, name: long }, { name: long.slice(1) }, 100, long.slice(1)],
  ])(
    'of %s is as long as it may be, with room for the number of a namesake',
    async (path, body, other, length, next) => {
      const first = await ok('POST', `/api/extras/${path}/`, body);
      const second = await ok('POST', `/api/extras/${path}/`, { ...body, ...other });
      expect([first, second].map(({ key, slug }) => key ?? slug)).toEqual([long.slice(0, length), next]);
      for (const { id } of [first, second]) await request('DELETE', `/api/extras/${path}/${id}/`);
    },
  );

  it('that is taken away is made of the label again, where keys may change', async () => {
    const body = { label: 'Made again', content_type: 'tenancy.tenant', template: 'x', key: 'by_hand' };
    const { id } = await ok('POST', '/api/extras/computed-fields/', body);
    for (const _ of ['first', 'again'])
      expect((await ok('PATCH', `/api/extras/computed-fields/${id}/`, { key: '' })).key).toBe('made_again');
    const field = await aField({ type: 'text' });
    const kept = await request('PATCH', `/api/extras/custom-fields/${field.id}/`, { key: '' });
    expect([kept.status, kept.body]).toEqual([400, { key: ['Key cannot be changed once created'] }]);
    await drop(field);
  });
});

test('a content type that may be missing may be blank', async () => {
  const body = { name: 'Owned', content_type: 'tenancy.tenant', template_code: 'x', owner_content_type: '' };
  expect((await ok('POST', '/api/extras/export-templates/', body)).owner_content_type).toBeNull();
  const answer = await request('POST', '/api/extras/export-templates/', { ...body, name: 'Of none', content_type: '' });
  expect([answer.status, answer.body]).toEqual([400, { content_type: ['This field may not be null.'] }]);
});

test.each([
  ['config-contexts', { data: { a: 1 } }],
  ['config-context-schemas', { data_schema: { type: 'object', properties: {} } }],
  ['export-templates', { content_type: 'tenancy.tenant', template_code: 'x' }],
])('the owner of %s need not be there', async (path, rest) => {
  const owner_object_id = crypto.randomUUID();
  const body = { name: 'Of nobody', ...rest, owner_content_type: 'extras.gitrepository', owner_object_id };
  const made = await ok('POST', `/api/extras/${path}/`, body);
  expect(made).toMatchObject({ owner: null, owner_object_id, display: expect.stringMatching(/Of nobody$/) });
  const replaced = await ok('PUT', `/api/extras/${path}/${made.id}/`, { name: 'Of nobody', ...rest });
  expect([made, replaced].map((one) => one.owner_content_type)).toEqual(['extras.gitrepository', null]);
});

describe('A new field', () => {
  it('is on every object of its kinds at once, in order, and goes as it came', async () => {
    const before = await aTenant();
    const late = await aField({ type: 'integer', key: 'late', default: 7, weight: 200 });
    const early = await aField({ type: 'text', key: 'early', weight: 1 });
    expect(JSON.stringify(await valuesOf(before.id))).toBe('{"early":null,"late":7}');
    expect((await aTenant({ early: 'x' })).custom_fields).toEqual({ early: 'x', late: 7 });
    await drop(late);
    expect(await valuesOf(before.id)).toEqual({ early: null });
    await drop(early);
    expect(await valuesOf(before.id)).toEqual({});
    const again = await aField({ type: 'text', key: 'late' });
    expect(await valuesOf(before.id)).toEqual({ late: null });
    await drop(again);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__defineGetter__'])('may be called %s', async (key) => {
    const before = await aTenant();
    const field = await aField({ type: 'text', key });
    expect(await valuesOf(before.id)).toEqual({ [key]: null });
    expect((await aTenant()).custom_fields).toEqual({ [key]: null });
    expect((await aTenant({ [key]: 'x' })).custom_fields).toEqual({ [key]: 'x' });
    expect(await ids(`cf_${key}=x`)).toHaveLength(1);
    await drop(field);
    const choice = await aField({ type: 'select', key });
    await ok('POST', '/api/extras/custom-field-choices/', { custom_field: choice.id, value: 'x' });
    expect((await ok('PATCH', `${tenants}${before.id}/`, { name: `t${serial++}` })).custom_fields).toEqual({
      [key]: null,
    });
    await drop(choice);
  });

  it('comes and goes with the kinds of objects it names', async () => {
    const tenant = await aTenant();
    const field = await aField({ type: 'text', content_types: [] });
    expect(await valuesOf(tenant.id)).toEqual({});
    await ok('PATCH', `/api/extras/custom-fields/${field.id}/`, { content_types: ['tenancy.tenant'] });
    expect(await valuesOf(tenant.id)).toEqual({ [field.key]: null });
    await drop(field);
  });
});

describe('Values', () => {
  it('are merged key by key, and unknown keys are nobody’s', async () => {
    const fields = [await aField({ type: 'text', key: 'one' }), await aField({ type: 'boolean', key: 'two' })];
    const tenant = await aTenant({ one: 'x', two: 'yes', three: 3 });
    expect(tenant.custom_fields).toEqual({ one: 'x', two: true });
    await ok('PATCH', `${tenants}${tenant.id}/`, { custom_fields: { two: false } });
    expect(await valuesOf(tenant.id)).toEqual({ one: 'x', two: false });
    for (const bad of [null, [], 'x', 5]) {
      const { status } = await request('PATCH', `${tenants}${tenant.id}/`, { custom_fields: bad });
      expect(status).toBe(400);
    }
    for (const field of fields) await drop(field);
  });

  it.each([
    [
      'integer',
      {},
      [
        ['5', 5],
        [1.9, 1],
        [true, 1],
        [-3, -3],
      ],
      ['x', [1], { a: 1 }, 1e300],
    ],
    [
      'date',
      {},
      [
        ['2024-02-29', '2024-02-29'],
        ['2024-2-9', '2024-2-9'],
      ],
      ['2023-02-29', '24-01-01', 5, true],
    ],
    [
      'boolean',
      {},
      [
        ['Y', true],
        ['off', false],
        [1, true],
      ],
      ['maybe', 2, {}, { toString: null }, [{ toString: null }]],
    ],
    [
      'text',
      { validation_minimum: 2, validation_maximum: 4, validation_regex: 'b' },
      [['abc', 'abc']],
      ['b', 'bbbbb', 'acd', 5],
    ],
    [
      'json',
      {},
      [
        [{ a: [1] }, { a: [1] }],
        [5, 5],
      ],
      [],
    ],
  ] as [string, object, [unknown, unknown][], unknown[]][])('of type %s are read', async (type, more, good, bad) => {
    const field = await aField({ type, key: 'value', ...more });
    const tenant = await aTenant();
    for (const [sent, kept] of good) {
      await ok('PATCH', `${tenants}${tenant.id}/`, { custom_fields: { value: sent } });
      expect((await valuesOf(tenant.id)).value).toEqual(kept);
    }
    for (const sent of bad) {
      const { status, body } = await request('PATCH', `${tenants}${tenant.id}/`, { custom_fields: { value: sent } });
      expect([status, Object.keys(body)]).toEqual([400, ['__all__']]);
      expect(body.__all__[0]).toMatch(/^Invalid value for custom field 'value': /);
    }
    await drop(field);
  });

  it('and of several that cannot be searched for each is told', async () => {
    const fields = ['(', 'a', '['].map((validation_regex, index) => ({
      label: `searched ${index}`,
      type: 'text',
      content_types: ['tenancy.tenant'],
      validation_regex,
    }));
    const { status, body } = await request('POST', '/api/extras/custom-fields/', fields);
    const told = (pattern: string) => ({ validation_regex: [`'${pattern}' is not a valid regular expression.`] });
    expect([status, body]).toEqual([400, [told('('), {}, told('[')]]);
  });

  it('that hang a search for a pattern are cut off', async () => {
    const field = await aField({ type: 'text', key: 'slow', validation_regex: '^(a+)+(b|a+)*\\1$' });
    const started = Date.now();
    const { status } = await request('POST', tenants, { name: 'x', custom_fields: { slow: `${'a'.repeat(40_000)}c` } });
    expect(status).toBe(400);
    expect(Date.now() - started).toBeLessThan(30_000);
    await drop(field);
  });

  it('that a required field lacks keep any write from going through', async () => {
    const tenant = await aTenant();
    const field = await aField({ type: 'text', key: 'must' });
    await ok('PATCH', `/api/extras/custom-fields/${field.id}/`, { required: true });
    expect((await request('PATCH', `${tenants}${tenant.id}/`, { weight: 1 })).status).toBe(400);
    const refusals = [];
    for (const sent of [{}, { custom_fields: {} }])
      refusals.push((await request('POST', tenants, { name: 'none', ...sent })).body);
    expect(refusals).toEqual([
      { __all__: ["Invalid value for custom field 'must': Required field cannot be empty."] },
      { __all__: ["Missing required custom field 'must'."] },
    ]);
    await ok('PATCH', `${tenants}${tenant.id}/`, { custom_fields: { must: 'here' } });
    await ok('PATCH', `${tenants}${tenant.id}/`, { weight: 2 });
    await drop(field);
  });
});

describe('A field that nothing is said of in a create', () => {
  const late = (field: { id: string }, body: object) => ok('PATCH', `/api/extras/custom-fields/${field.id}/`, body);

  it('is none from then on, whatever its default becomes', async () => {
    const field = await aField({ type: 'text', key: 'unsaid' });
    const [unsaid, lacking] = [await aTenant(), await aTenant({})];
    await late(field, { default: 'later' });
    for (const { id } of [unsaid, lacking]) await ok('PATCH', `${tenants}${id}/`, { weight: 1 });
    expect([await valuesOf(unsaid.id), await valuesOf(lacking.id)]).toEqual([{ unsaid: null }, { unsaid: 'later' }]);
    await drop(field);
  });

  it('is found as it is where the field came after the object', async () => {
    const before = await aTenant();
    const fields = [await aField({ type: 'integer', key: 'count' }), await aField({ type: 'text', key: 'word' })];
    const after = await aTenant();
    const both = `id=${before.id}&id=${after.id}`;
    expect((await ids(`${both}&cf_count__lt=5`)).sort()).toEqual([before.id, after.id].sort());
    expect(await ids(`${both}&cf_word__nic=x`)).toEqual([]);
    for (const field of fields) await drop(field);
  });

  it('is told to be empty where it has become required', async () => {
    const field = await aField({ type: 'text', key: 'needed' });
    const tenant = await aTenant();
    await late(field, { required: true });
    const { status, body } = await request('PATCH', `${tenants}${tenant.id}/`, { weight: 1 });
    const told = "Invalid value for custom field 'needed': Required field cannot be empty.";
    expect([status, body]).toEqual([400, { __all__: [told] }]);
    await drop(field);
  });
});

describe('Filters', () => {
  it('find what they say, by an index where the whole value is asked for', async () => {
    const field = await aField({ type: 'text', key: 'colour', filter_logic: 'exact' });
    const [red, dark, none] = [
      await aTenant({ colour: 'red' }),
      await aTenant({ colour: 'dark red' }),
      await aTenant(),
    ];
    const both = `id=${red.id}&id=${dark.id}&id=${none.id}`;
    expect(await ids('cf_colour=red')).toEqual([red.id]);
    expect((await ids(`${both}&cf_colour__ic=RED`)).sort()).toEqual([red.id, dark.id].sort());
    expect((await ids(`${both}&cf_colour__n=red`)).sort()).toEqual([dark.id, none.id].sort());
    expect(await ids(`${both}&cf_colour=null`)).toEqual([none.id]);
    expect((await request('GET', `${tenants}?cf_colour__gt=1`)).status).toBe(400);
    const { database } = plumbline.services.get('tenancy')!.engine;
    const plan = await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`SET LOCAL enable_seqscan = off`);
      return tx.rows(
        sql.unsafe`EXPLAIN SELECT id FROM tenant t WHERE t.custom_fields @> '{"colour":"red"}' AND t.custom_fields <> '{}'`,
      );
    });
    expect(JSON.stringify(plan)).toContain('tenant_custom_fields_gin');
    await drop(field);
  });
});

describe('Filters by date', () => {
  it('take the forms that those on dates of the model take', async () => {
    const field = await aField({ type: 'date', key: 'day' });
    const tenant = await aTenant({ day: '2020-01-05' });
    for (const day of ['2020-01-05', '2020-1-5', '01/05/2020', '1/5/20'])
      expect(await ids(`cf_day=${day}`)).toEqual([tenant.id]);
    expect(await ids('cf_day__gt=01/05/2020')).toEqual([]);
    for (const bad of ['13/05/2020', 'x', '2020-02-30'])
      expect((await request('GET', `${tenants}?cf_day=${bad}`)).body).toEqual({ cf_day: ['Enter a valid date.'] });
    await drop(field);
  });
});

describe('The default of a field', () => {
  const fields = '/api/extras/custom-fields/';
  const asTable = { headers: { accept: 'text/csv' } };
  const ofTable = { headers: { 'content-type': 'text/csv' } };
  const tableOf = async (id: string) => (await request('GET', `${fields}?id=${id}`, undefined, asTable)).text;

  it.each([
    ['text', 'a, "b" and 5'],
    ['text', '12'],
    ['text', 'True'],
    ['markdown', '- one\n- two'],
    ['url', 'http://example.com/?a=1,2'],
    ['integer', 7],
    ['boolean', true],
    ['boolean', false],
    ['date', '2026-11-27'],
    ['json', ['a', 'b']],
    ['json', [1, 2]],
    ['json', { a: [1, null] }],
    ['json', 'word'],
  ])('of type %s that is %j comes back from the table of fields', async (type, value) => {
    const field = await aField({ type, key: `from_${serial}`, default: value });
    const table = await tableOf(field.id);
    const key = `copy_${serial++}`;
    const copy = table.replaceAll(field.id, randomUUID()).replaceAll(field.key, key);
    const [made] = expectStatus(await request('POST', fields, copy, ofTable), 201).body;
    expect(made).toMatchObject({ key, default: value });
    await ok('PATCH', `${fields}${field.id}/`, { default: null });
    const [changed] = expectStatus(await request('PATCH', fields, table, ofTable), 200).body;
    expect(changed.default).toEqual(value);
    await drop(made);
    await drop(field);
  });

  it.each([
    ['select', 'a'],
    ['multi-select', ['a', 'b']],
  ])('of type %s comes back among its choices', async (type, value) => {
    const field = await aField({ type, key: `chosen_${serial}` });
    const choices = ['a', 'b'].map((one) => ({ custom_field: field.id, value: one }));
    await ok('POST', '/api/extras/custom-field-choices/', choices);
    await ok('PATCH', `${fields}${field.id}/`, { default: value });
    const table = await tableOf(field.id);
    expect(table).toContain(type === 'multi-select' ? ',"a,b",' : ',a,');
    await ok('PATCH', `${fields}${field.id}/`, { default: null });
    const [changed] = expectStatus(await request('PATCH', fields, table, ofTable), 200).body;
    expect(changed.default).toEqual(value);
    await drop(field);
  });
});

describe('A choice', () => {
  it('stays while it is the default or in use, and goes with its field', async () => {
    const field = await aField({ type: 'multi-select', key: 'many' });
    const choices: Record<string, { id: string }> = {};
    for (const value of ['a', 'b', 'c'])
      choices[value] = await ok('POST', '/api/extras/custom-field-choices/', { custom_field: field.id, value });
    const tenant = await aTenant({ many: 'a,b' });
    expect(tenant.custom_fields).toEqual({ many: ['a', 'b'] });
    await ok('PATCH', `/api/extras/custom-fields/${field.id}/`, { default: ['c'] });
    for (const value of ['a', 'b', 'c'])
      expect((await request('DELETE', `/api/extras/custom-field-choices/${choices[value]!.id}/`)).status).toBe(409);
    await ok('PATCH', `${tenants}${tenant.id}/`, { custom_fields: { many: ['a'] } });
    await ok('DELETE', `/api/extras/custom-field-choices/${choices.b!.id}/`, undefined, 204);
    await drop(field);
    expect((await ok('GET', '/api/extras/custom-field-choices/?value=a')).count).toBe(0);
  });

  it('that is the default is so by another word too', async () => {
    const field = await aField({ type: 'multi-select', key: 'worded' });
    const [a, b] = await ok(
      'POST',
      '/api/extras/custom-field-choices/',
      ['a', 'b', 'c'].map((value) => ({ custom_field: field.id, value })),
    );
    const single = await aField({ type: 'select', key: 'single' });
    const choice = await ok('POST', '/api/extras/custom-field-choices/', { custom_field: single.id, value: 'old' });
    const defaultOf = async ({ id }: { id: string }) => (await ok('GET', `/api/extras/custom-fields/${id}/`)).default;
    await ok('PATCH', `/api/extras/custom-fields/${field.id}/`, { default: ['a', 'b', 'c'] });
    await ok('PATCH', `/api/extras/custom-fields/${single.id}/`, { default: 'old' });
    await ok('PATCH', '/api/extras/custom-field-choices/', [
      { id: a.id, value: 'b' },
      { id: b.id, value: 'a' },
    ]);
    await ok('PATCH', `/api/extras/custom-field-choices/${choice.id}/`, { value: 'new' });
    expect(await defaultOf(field)).toEqual(['b', 'a', 'c']);
    expect(await defaultOf(single)).toBe('new');
    expect((await aTenant({})).custom_fields).toEqual({ worded: ['b', 'a', 'c'], single: 'new' });
    await drop(field);
    await drop(single);
  });

  it.each([false, true])(
    'hands its word on to another, and what is chosen stays so, also in a large table: %p',
    async (large) => {
      if (large) await manyTenants(1_500);
      const path = '/api/extras/custom-field-choices/';
      const [one, many] = [
        await aField({ type: 'select', key: 'one_of' }),
        await aField({ type: 'multi-select', key: 'some_of' }),
      ];
      const choicesOf = async ({ id }: { id: string }): Promise<{ id: string }[]> =>
        ok(
          'POST',
          path,
          ['a', 'b', 'c'].map((value) => ({ custom_field: id, value })),
        );
      const choices = [await choicesOf(one), await choicesOf(many)];
      const chosen = await Promise.all(
        ['a', 'b', 'c'].map((value) => aTenant({ one_of: value, some_of: [value, 'a'] })),
      );
      const shown = async () =>
        Promise.all(chosen.map(async ({ id }) => Object.values(await valuesOf(id)).map(String)));
      const rename = async (...words: string[]) => {
        const bodies = choices.flatMap((each) => words.map((value, nth) => ({ id: each[nth]!.id, value })));
        await ok('PATCH', path, bodies);
        const expected = words.map((word) => [word, `${word},${words[0]}`]);
        await until(async () => JSON.stringify(await shown()) === JSON.stringify(expected));
      };
      await rename('b', 'a', 'c');
      await rename('d', 'b', 'a');
      await rename('d', 'a', 'e');
      await drop(one);
      await drop(many);
    },
  );

  it('is not kept from going by another word by those who write meanwhile', async () => {
    const { database } = plumbline.services.get('tenancy')!.engine;
    const field = await aField({ type: 'select', key: 'turn' });
    const choices = '/api/extras/custom-field-choices/';
    const choice = await ok('POST', choices, { custom_field: field.id, value: 'old' });
    const [before, after] = [await aTenant({}), await aTenant({})];
    const { database: beside } = plumbline.services.get('extras')!.engine;
    const underWay: Promise<unknown>[] = [];
    await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`SELECT FROM tenant WHERE id = ${before.id}::uuid FOR UPDATE`);
      underWay.push(ok('PATCH', `${tenants}${before.id}/`, { custom_fields: { turn: 'old' } }));
      await until(async () => (await lockWaits(beside)).rows > 0);
      underWay.push(ok('PATCH', `${choices}${choice.id}/`, { value: 'new' }));
      await until(async () => (await lockWaits(beside)).exclusiveBehindShared > 0);
      const later = ok('PATCH', `${tenants}${after.id}/`, { custom_fields: { turn: 'new' } });
      underWay.push(later);
      await Promise.race([later, until(async () => (await lockWaits(beside)).linesShared > 0)]);
    });
    await Promise.all(underWay);
    await until(async () => (await valuesOf(before.id)).turn === 'new');
    expect(await valuesOf(after.id)).toEqual({ turn: 'new' });
    await drop(field);
  });

  it('is kept as it is once more by a transaction of which the part that did so is undone', async () => {
    const field = await aField({ type: 'text', key: 'kept' });
    await until(async () => (await fieldsInTenancy(sql.fragment`key = 'kept'`)).length > 0);
    const { engine } = plumbline.services.get('tenancy')!;
    const extension = extensionsOf(engine).all.find(({ name }) => name === 'custom fields')!;
    await inTransaction(unitOfWork(engine, systemScope()), async (work) => {
      const lock = () => extension.lock!(work, Tenant);
      const locks = () =>
        work.sql.rows(
          sql.unsafe`SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND mode = 'ShareLock'`,
        );
      const undone = savepoint(work, async () => {
        await lock();
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await locks()).toEqual([]);
      await lock();
      expect(await locks()).toHaveLength(1);
    });
    await drop(field);
  });

  it('is told of one thing that is wrong with it', async () => {
    const field = await aField({ type: 'select', key: 'code', validation_minimum: 3, validation_regex: '^[a-z]+$' });
    const body = { custom_field: field.id, value: '1' };
    const { status, body: errors } = await request('POST', '/api/extras/custom-field-choices/', body);
    expect([status, errors.__all__]).toEqual([400, [expect.stringContaining('at least 3')]]);
    await drop(field);
  });
});

describe('Tables', () => {
  it('have a column for each field, and are read back', async () => {
    const field = await aField({ type: 'text', key: 'note_of_it' });
    const tenant = await aTenant({ note_of_it: 'a "word"' });
    const answer = await request('GET', `${tenants}?id=${tenant.id}`, undefined, { headers: { accept: 'text/csv' } });
    const [head, line] = answer.text.split('\r\n');
    expect(head!.split(',').at(-1)).toBe('cf_note_of_it');
    expect(line).toMatch(/"a ""word"""$/);
    await drop(field);
  });
});

describe('A large table', () => {
  it('gets and loses values in the background, while that is read and written', async () => {
    await manyTenants(3_500);
    const leastId = '00000000-0000-0000-0000-000000000000';
    await ok('POST', tenants, { id: leastId, name: `t${serial++}` });
    const field = await aField({ type: 'select', key: 'grade' });
    for (const value of ['low', 'high'])
      await ok('POST', '/api/extras/custom-field-choices/', { custom_field: field.id, value });
    const graded = await aField({ type: 'text', key: 'mark', default: 'none' });
    const written = await aTenant({ mark: 'own', grade: 'low' });
    await until(async () => (await ok('GET', `${tenants}?limit=1&cf_mark=none`)).count >= 3_500);
    expect((await valuesOf(leastId)).mark).toBe('none');
    expect(await valuesOf(written.id)).toEqual({ mark: 'own', grade: 'low' });
    const [choice] = (await ok('GET', `/api/extras/custom-field-choices/?custom_field=grade&value=low`)).results;
    await ok('PATCH', `/api/extras/custom-field-choices/${choice.id}/`, { value: 'lowest' });
    await until(async () => (await valuesOf(written.id)).grade === 'lowest');
    await drop(graded);
    expect(await valuesOf(written.id)).toEqual({ grade: 'lowest' });
    await until(nothingIsLeft);
    await drop(field);
  });

  it('is written to while the values of a renamed choice are being written anew', async () => {
    const { database } = plumbline.services.get('tenancy')!.engine;
    await manyTenants(1_500);
    const one = await aField({ type: 'select', key: 'tier' });
    const many = await aField({ type: 'multi-select', key: 'tiers' });
    const path = '/api/extras/custom-field-choices/';
    const choices: { id: string }[] = [];
    for (const { id } of [one, many])
      choices.push(
        ...(await ok('POST', path, [
          { custom_field: id, value: 'old' },
          { custom_field: id, value: 'as is' },
        ])),
      );
    const values = { tier: 'old', tiers: ['as is', 'old'] };
    const newValues = { tier: 'new', tiers: ['as is', 'new'] };
    // Rows are written anew in the order of their ids.
    const idFrom = (start: string) => start + randomUUID().slice(8);
    const [first, others] = [idFrom('00000000'), [idFrom('ffffffff'), idFrom('ffffffff')]];
    for (const id of [first, ...others]) await ok('POST', tenants, { id, name: `t${serial++}`, custom_fields: values });
    await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`SELECT FROM tenant WHERE id = ${first}::uuid FOR UPDATE`);
      const renamed = [choices[0]!, choices[2]!].map(({ id }) => ({ id, value: 'new' }));
      await ok('PATCH', path, renamed);
      const byNewWords = { name: `t${serial++}`, custom_fields: { tier: 'new', tiers: 'new' } };
      await until(async () => (await request('POST', tenants, byNewWords)).status === 201);
      for (const [index, body] of [{ weight: 7 }, { custom_fields: values }].entries()) {
        const path = `${tenants}${others[index]}/`;
        expect((await ok('GET', path)).custom_fields).toEqual(values);
        expect((await ok('PATCH', path, body)).custom_fields).toEqual(newValues);
        const { status, body: errors } = await request('PATCH', path, { custom_fields: { tier: 'old' } });
        expect([status, errors.__all__]).toEqual([400, [expect.stringContaining('Invalid choice (old)')]]);
      }
    });
    await until(async () => (await valuesOf(first)).tier === 'new');
    expect(await valuesOf(first)).toEqual(newValues);
    await drop(one);
    await drop(many);
    await until(nothingIsLeft);
  });

  it('is gone through once for many fields that come or go together', async () => {
    const { database } = plumbline.services.get('tenancy')!.engine;
    const first = async (query: typeof rowsWithMarks) => Number((await database.rows<{ n: number }>(query))[0]!.n);
    await manyTenants(1_500);
    const updates = await noteUpdates();
    const rowsWithMarks = sql.unsafe`SELECT count(*) AS n FROM tenant WHERE jsonb_exists(custom_fields, 'mark_19')`;
    const rows = await first(sql.unsafe`SELECT count(*) AS n FROM tenant`);
    const portions = Math.ceil(rows / 1_000);
    const fields: { id: string }[] = await ok('POST', '/api/extras/custom-fields/', twentyMarks());
    await until(async () => (await first(rowsWithMarks)) === rows);
    const added = await updates();
    expect(added).toBeLessThanOrEqual(2 * portions);

    await dropAll(fields);
    await until(async () => (await first(rowsWithMarks)) === 0);
    expect((await updates()) - added).toBeLessThanOrEqual(2 * portions);
  });
});

describe('A small table', () => {
  it('is gone through once for many fields that come or go together', async () => {
    const { database } = plumbline.services.get('tenancy')!.engine;
    await database.run(sql.unsafe`DELETE FROM tenant`);
    const updates = await noteUpdates();
    const tenant = await aTenant();
    const bodies = twentyMarks();
    const fields: { id: string }[] = await ok('POST', '/api/extras/custom-fields/', bodies);
    expect(Object.values(await valuesOf(tenant.id))).toEqual(
      expect.arrayContaining(bodies.map((body) => body.default)),
    );
    expect(await updates()).toBe(1);
    await dropAll(fields);
    expect(await valuesOf(tenant.id)).toEqual({});
    expect(await updates()).toBe(2);
  });

  it('has the default of a new field in objects that were being made when it came', async () => {
    const { database } = plumbline.services.get('tenancy')!.engine;
    const { database: beside } = plumbline.services.get('extras')!.engine;
    const known = await aField({ type: 'text', key: 'known' });
    const [first, later] = [randomUUID(), randomUUID()];
    /** Whether somebody waits in the line of those who write by the fields of tenants, or change these. */
    const isAwaited = async (mode: string) =>
      (
        await beside.rows(sql.unsafe`
          SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE locktype = 'advisory' AND NOT granted AND mode = ${mode} AND datname = current_database()
            AND (classid::int8 << 32) | objid::int8 = hashtextextended('line of custom fields tenancy.tenant', 0)`)
      ).length > 0;
    const underWay: Promise<{ id: string }>[] = [];
    await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`
        INSERT INTO tenant (id, name, weight, tags, custom_fields) VALUES (${first}::uuid, 'in the way', 0, '{}', '{}')`);
      underWay.push(ok('POST', tenants, { id: first, name: `t${serial++}` }));
      await until(async () => (await lockWaits(beside)).rows > 0);
      const field = aField({ type: 'integer', key: 'came', default: 7 });
      underWay.push(field);
      await Promise.race([field, until(() => isAwaited('ExclusiveLock'))]);
      const another = ok('POST', tenants, { id: later, name: `t${serial++}` });
      underWay.push(another);
      await Promise.race([another, until(() => isAwaited('ShareLock'))]);
      await tx.run(sql.unsafe`DELETE FROM tenant WHERE id = ${first}::uuid`);
    });
    const [, field] = await Promise.all(underWay);
    expect([(await valuesOf(first)).came, (await valuesOf(later)).came]).toEqual([7, 7]);
    await drop(field!);
    await drop(known);
  });
});

describe('What a service takes over of the fields that there are', () => {
  it.each([
    ['small', 0],
    ['large', 1_500],
  ])('is none of what a field was that another has the key of by then: a %s table', async (_size, rows) => {
    const { database } = plumbline.services.get('extras')!.engine;
    await plumbline.services.get('tenancy')!.engine.database.run(sql.unsafe`DELETE FROM tenant`);
    await manyTenants(rows);
    const old = await aField({ type: 'text', key: 'again' });
    const tenant = await aTenant({ again: 'of the old one' });
    const field = await database.transaction(async (tx) => {
      // Nobody takes anything over meanwhile.
      await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('custom_field'))`);
      await drop(old);
      return aField({ type: 'integer', key: 'again', default: 5 });
    });
    await until(async () => (await valuesOf(tenant.id)).again === 5);
    await until(nothingIsUnderWay);
    expect((await ok('GET', `${tenants}?limit=1&cf_again=5`)).count).toBe(rows + 1);
    await drop(field);
    await until(nothingIsLeft);
  });

  it('is asked for under the lock under which it is written down', async () => {
    const { engine } = plumbline.services.get('tenancy')!;
    const { database } = plumbline.services.get('extras')!.engine;
    const locks = (which: Sql) =>
      database.rows(sql.unsafe`SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE d.datname = current_database() AND ${which}`);
    let synced: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      await tx.run(sql.unsafe`LOCK TABLE customfieldchoice IN ACCESS EXCLUSIVE MODE`);
      synced = registered.extensions.followed
        .find(({ name }) => name === 'customfield')!
        .sync(unitOfWork(engine, systemScope()));
      await until(async () => (await locks(sql.fragment`locktype = 'relation' AND NOT granted`)).length > 0);
      const held = sql.fragment`locktype = 'advisory' AND granted AND objid::bigint = hashtext('custom_field')::bigint & 4294967295`;
      expect(await locks(held)).toHaveLength(1);
    });
    await synced;
  });
});
