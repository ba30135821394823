import { randomUUID } from 'node:crypto';
import { expectStatus, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

/**
 * What clients are told of values that others have. Whether they are taken is left to the unique index first, and looked for
 * when that refuses: the words are those of whoever looks.
 */
let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startEveryService();
});
afterAll(() => plumbline?.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Shown = any;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  plumbline.request(method, `/api/${path}`, body, { headers });
const make = async (path: string, body: unknown): Promise<Shown> =>
  expectStatus(await send('POST', `${path}/`, body), 201).body;
const told = async (...[method, path, body, headers]: Parameters<typeof send>) => {
  const answer = await send(method, path, body, headers);
  return [answer.status, answer.body];
};
const name = (): string => `thing ${randomUUID().slice(0, 8)}`;
const many = { prefer: 'errors=list' };
const tenants = 'tenancy/tenants';
const namesOf = async (names: string[]): Promise<string[]> => {
  const query = new URLSearchParams(names.map((one): [string, string] => ['name', one]));
  return expectStatus(await send('GET', `${tenants}/?${query}`), 200).body.results.map((one: Shown) => one.name);
};
const taken = { name: ['tenant with this name already exists.'] };

describe('A name that somebody has', () => {
  it('is told of a new object, by itself and in a list, and nothing is made', async () => {
    const { name: had } = await make(tenants, { name: name() });
    const fresh = name();
    expect(await told('POST', `${tenants}/`, { name: had })).toEqual([400, taken]);
    expect(await told('POST', `${tenants}/`, [{ name: fresh }, { name: had }])).toEqual([400, [{}, taken]]);
    expect(await told('POST', `${tenants}/`, [{ name: fresh }, { name: fresh }])).toEqual([400, [{}, taken]]);
    expect(await namesOf([fresh])).toEqual([]);
  });

  it('is told of a change, by itself and in a list, and nothing is changed', async () => {
    const [one, other] = await make(tenants, [{ name: name() }, { name: name() }]);
    const fresh = name();
    const changes = [
      { id: other.id, name: fresh },
      { id: one.id, name: other.name },
    ];
    expect(await told('PATCH', `${tenants}/${one.id}/`, { name: other.name })).toEqual([400, taken]);
    expect(await told('PUT', `${tenants}/${one.id}/`, { name: other.name })).toEqual([400, taken]);
    const third = await make(tenants, { name: name() });
    const wrong = [changes[0], { id: one.id, name: third.name }];
    expect(await told('PATCH', `${tenants}/`, wrong)).toEqual([400, taken]);
    expect(await told('PATCH', `${tenants}/`, wrong, many)).toEqual([400, [{}, taken]]);
    expect((await namesOf([one.name, other.name, fresh])).sort()).toEqual([one.name, other.name].sort());
    // What one gives up is free for another.
    expect((await told('PATCH', `${tenants}/`, changes))[0]).toBe(200);
    expect((await namesOf([fresh, other.name])).sort()).toEqual([fresh, other.name].sort());
  });

  it('is told together with what else is wrong', async () => {
    const { name: had } = await make(tenants, { name: name() });
    const [status, errors] = await told('POST', `${tenants}/`, { name: had, tenant_group: 'nowhere', description: 7 });
    expect(status).toBe(400);
    expect(errors).toMatchObject(taken);
    expect(Object.keys(errors)).toContain('tenant_group');
  });

  it('in capitals is another one', async () => {
    const { name: had } = await make(tenants, { name: name() });
    expect((await send('POST', `${tenants}/`, { name: had.toUpperCase() })).status).toBe(201);
  });

  it('is exchanged for that of another in one request', async () => {
    const [one, other] = await make(tenants, [{ name: name() }, { name: name() }]);
    const swapped = [
      { id: one.id, name: other.name },
      { id: other.id, name: one.name },
    ];
    expect((await send('PATCH', `${tenants}/`, swapped)).status).toBe(200);
    expect((await send('GET', `${tenants}/${one.id}/`)).body.name).toBe(other.name);
  });

  it('is refused to all but one of those who want it at the same moment, in the same words', async () => {
    const wanted = name();
    const answers = await Promise.all(Array.from({ length: 8 }, () => told('POST', `${tenants}/`, { name: wanted })));
    const refused = answers.filter(([status]) => status !== 201);
    expect(refused).toEqual(Array(7).fill([400, taken]));
  });

  it('is refused in a rehearsal, which keeps nothing', async () => {
    const { name: had } = await make(tenants, { name: name() });
    const fresh = name();
    expect(await told('POST', `${tenants}/?dry_run=true`, { name: had })).toEqual([400, taken]);
    expect((await send('POST', `${tenants}/?dry_run=true`, { name: fresh })).status).toBe(201);
    expect(await namesOf([fresh])).toEqual([]);
  });

  it('leaves the key of a request free for what is asked in its place', async () => {
    const { name: had, id } = await make(tenants, { name: name() });
    const key = { 'idempotency-key': randomUUID() };
    expect(await told('POST', `${tenants}/`, { name: had }, key)).toEqual([400, taken]);
    expect((await send('DELETE', `${tenants}/${id}/`)).status).toBe(204);
    const made = expectStatus(await send('POST', `${tenants}/`, { name: had }, key), 201);
    expect(expectStatus(await send('POST', `${tenants}/`, { name: had }, key), 201).body.id).toBe(made.body.id);
  });
});

describe('Values that only together are somebody’s', () => {
  it('are told of in the words of the set that they are', async () => {
    const type = await make('dcim/location-types', { name: name(), nestable: true });
    const root = { name: name(), location_type: type.id, status: 'Active' };
    const parent = (await make('dcim/locations', root)).id;
    expect(await told('POST', 'dcim/locations/', root)).toEqual([
      400,
      { name: ['A location with this name already exists.'] },
    ]);
    const child = { ...root, parent };
    await make('dcim/locations', child);
    expect(await told('POST', 'dcim/locations/', child)).toEqual([
      400,
      { non_field_errors: ['The fields parent, name must make a unique set.'] },
    ]);
    const other = await make('dcim/locations', { ...child, name: name() });
    expect(await told('PATCH', `dcim/locations/${other.id}/`, { name: root.name })).toEqual([
      400,
      { __all__: ['Location with this Parent and Name already exists.'] },
    ]);
  });

  it('are told of while parsing where the contract looks there', async () => {
    const provider = (await make('circuits/providers', { name: name() })).id;
    const circuit = {
      cid: name(),
      provider,
      circuit_type: (await make('circuits/circuit-types', { name: name() })).id,
      status: 'Active',
    };
    await make('circuits/circuits', circuit);
    const words = { non_field_errors: ['The fields provider, cid must make a unique set.'] };
    expect(await told('POST', 'circuits/circuits/', circuit)).toEqual([400, words]);
    expect(await told('POST', 'circuits/circuits/', [{ ...circuit, cid: name() }, circuit])).toEqual([
      400,
      [{}, words],
    ]);
  });
});
