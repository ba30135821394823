import { randomUUID } from 'node:crypto';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { ownServices } from '../../program/src/start/services';
import { startEveryService } from '../models/everyService';

/** What the contract says of all endpoints and only some models, or several services together, can show. */
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
const name = (): string => `thing ${randomUUID().slice(0, 8)}`;
const table = { accept: 'text/csv' };
const providers = 'circuits/providers';
const tenants = 'tenancy/tenants';

async function aCircuit(): Promise<Shown> {
  const provider = await make(providers, { name: name() });
  const type = await make('circuits/circuit-types', { name: name() });
  const tenant = await make(tenants, { name: name() });
  const body = { cid: name(), provider: provider.id, circuit_type: type.id, status: 'Active', tenant: tenant.id };
  return make('circuits/circuits', body);
}

describe('Keys named like parts of a prototype', () => {
  const keys = ['constructor', 'toString', 'hasOwnProperty'];

  it.each(keys)('%s is passed over in a note', async (key) => {
    const tenant = await make(tenants, { name: name() });
    expect((await make(`${tenants}/${tenant.id}/notes`, { note: 'x', [key]: 1 })).note).toBe('x');
  });

  it.each(keys)('%s is no filter', async (key) => {
    const refused = { [key]: ['Unknown filter field'] };
    const group = await make('extras/dynamic-groups', { name: name(), content_type: 'dcim.rack', filter: {} });
    for (const value of [1, ['x']]) {
      const filter = { [key]: value };
      const made = await send('POST', 'extras/dynamic-groups/', { name: name(), content_type: 'dcim.rack', filter });
      expect([made.status, made.body]).toEqual([400, refused]);
      const changed = await send('PATCH', `extras/dynamic-groups/${group.id}/`, { filter });
      expect([changed.status, changed.body]).toEqual([400, refused]);
      const relationship = {
        label: name(),
        type: 'one-to-many',
        source_type: 'dcim.rack',
        destination_type: 'dcim.device',
      };
      const related = await send('POST', 'extras/relationships/', { ...relationship, source_filter: filter });
      expect([related.status, Object.keys(related.body)]).toEqual([400, ['source_filter']]);
    }
    const listed = await send('GET', `${tenants}/?${key}=x`);
    expect([listed.status, listed.body]).toEqual([400, refused]);
  });

  it.each(keys)('%s is data like any other', async (key) => {
    const data = { [key]: { a: 1 } };
    const context = await make('extras/config-contexts', { name: name(), weight: 1, data });
    expect(context.data).toEqual(data);
    const type = await make('virtualization/cluster-types', { name: name() });
    const cluster = await make('virtualization/clusters', { name: name(), cluster_type: type.id });
    const machine = await make('virtualization/virtual-machines', {
      name: name(),
      cluster: cluster.id,
      status: 'Active',
    });
    const path = `virtualization/virtual-machines/${machine.id}/?include=config_context`;
    expect(expectStatus(await send('GET', path), 200).body.config_context).toMatchObject(data);
  });
});

describe('Lists', () => {
  const lists = ownServices.all.flatMap(({ models, lists = [] }) =>
    [...models, ...lists].filter(({ endpoint, methods }) => endpoint && methods.includes('GET')),
  );

  it.each(lists.map((model) => [`${model.app}/${model.endpoint}`, model] as const))(
    '%s may be asked for in the order of any key',
    async (path, model) => {
      const faults: unknown[] = [];
      for (const key of ['id', 'display', 'url', ...Object.keys(model.fields)])
        for (const sort of [key, `-${key}`]) {
          const { status } = await send('GET', `${path}/?limit=1&sort=${sort}`);
          if (status !== 200) faults.push([sort, status]);
        }
      expect(faults).toEqual([]);
    },
  );
});

describe('The errors of a list that is changed', () => {
  const blank = { name: ['This field may not be blank.'] };
  const headers = { prefer: 'errors=list' };

  it('stand at the places of what is wrong, also where an object is named twice', async () => {
    const [one, other] = await make(tenants, [{ name: name() }, { name: name() }]);
    const changes = [
      { id: one.id, description: 'not the last word' },
      { id: other.id, description: 'fine' },
      { id: one.id, name: '' },
    ];
    const refused = await send('PATCH', `${tenants}/`, changes, headers);
    expect([refused.status, refused.body]).toEqual([400, [{}, {}, blank]]);
    const missing = await send('PATCH', `${tenants}/`, [...changes.slice(0, 2), { id: randomUUID() }, changes[0]]);
    expect([missing.status, missing.body]).toEqual([400, [{}, {}, { id: ['Not found.'] }, {}]]);
    const changed = await send('PATCH', `${tenants}/`, [changes[2], changes[1], changes[0]], headers);
    expect(changed.status).toBe(200);
    expect((await send('GET', `${tenants}/${one.id}/`)).body).toMatchObject({
      name: one.name,
      description: 'not the last word',
    });
  });

  it('stand at the places of what is wrong, also where some are not the caller’s to change', async () => {
    const [theirs, mine] = await make(tenants, [{ name: name() }, { name: name() }]);
    const permission = { object_types: ['tenancy.tenant'], actions: ['change'], constraints: { name: mine.name } };
    const admin = await signedIn(plumbline, superuser.apiToken);
    const somebody = await aUser(plumbline, admin, [permission]);
    const changes = [
      { id: theirs.id, description: 'passed over' },
      { id: mine.id, name: '' },
    ];
    const refused = await plumbline.request('PATCH', `/api/${tenants}/`, changes, { as: somebody, headers });
    expect([refused.status, refused.body]).toEqual([400, [{}, blank]]);
  });
});

describe('Whole numbers that cannot be kept exactly', () => {
  const data = (id?: string) =>
    `{${id ? `"id": "${id}", ` : ''}"name": "${name()}", "data": {"a": 12345678901234567890}}`;
  const fine = (id?: string) => JSON.stringify({ ...(id ? { id } : {}), name: name(), data: { a: 1 } });
  const refused = { data: [expect.stringContaining('Send them as text.')] };
  const contexts = 'extras/config-contexts';
  const told = async (...asked: Parameters<typeof send>) => {
    const { status, body } = await send(...asked);
    return [status, body];
  };

  it('are told of beside the list they are in', async () => {
    expect(await told('POST', `${contexts}/`, `[${fine()}, ${data()}, ${data()}]`)).toEqual([
      400,
      [{}, refused, refused],
    ]);
    expect(await told('POST', `${contexts}/`, data())).toEqual([400, refused]);
  });

  it('are told of as other mistakes in changes are', async () => {
    const [one, other] = await make(contexts, [
      { name: name(), data: { a: 1 } },
      { name: name(), data: { a: 1 } },
    ]);
    const changes = `[${fine(one.id)}, ${data(other.id)}]`;
    expect(await told('PATCH', `${contexts}/`, changes)).toEqual([400, refused]);
    expect(await told('PATCH', `${contexts}/`, changes, { prefer: 'errors=list' })).toEqual([400, [{}, refused]]);
    expect(await told('PATCH', `${contexts}/${one.id}/`, data())).toEqual([400, refused]);
  });
});

describe('Tables', () => {
  const columns = (text: string) => text.split('\r\n')[0]!.split(',');
  const header = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body, table);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      method === 'POST' ? 201 : 200,
      'text/csv; charset=UTF-8',
    ]);
    return columns(answer.text);
  };

  it('that answer changes have the columns of those that answer questions', async () => {
    const { id } = await aCircuit();
    const [list, detail] = ['circuits/circuits/', `circuits/circuits/${id}/`];
    const wanted = await header('GET', detail);
    expect(wanted).toEqual(expect.arrayContaining(['provider__name', 'tenant__name']));
    expect(await header('PATCH', detail, { description: 'changed' })).toEqual(wanted);
    expect(await header('PATCH', list, [{ id, description: 'again' }])).toEqual(wanted);
    const { text } = await send('GET', detail, undefined, table);
    const same = await send('PATCH', list, [{ id, description: 'again' }], table);
    expect(same.text.split('\r\n')).toHaveLength(text.split('\r\n').length);
    expect(same.text).toContain('again');
  });

  it('of nothing are empty', async () => {
    for (const method of ['POST', 'PATCH', 'PUT']) expect((await send(method, `${tenants}/`, [], table)).text).toBe('');
  });

  it('of notes have them all', async () => {
    const tenant = await make(tenants, { name: name() });
    const path = `${tenants}/${tenant.id}/notes/`;
    expect((await send('GET', path, undefined, table)).text).toBe('');
    for (const note of ['one', 'two, three']) await make(path.slice(0, -1), { note });
    const { text, headers } = await send('GET', `${path}?limit=1`, undefined, table);
    expect(headers.get('content-disposition')).toBe('attachment; filename="nautobot_tenant_data.csv"');
    const [first, ...rows] = text.trimEnd().split('\r\n');
    expect(first!.split(',')).toEqual(expect.arrayContaining(['id', 'note', 'assigned_object_type']));
    expect(rows).toEqual([expect.stringContaining('one'), expect.stringContaining('"two, three"')]);
  });
});

describe('An id in a create', () => {
  it.each(['mine', 5, '', null, {}, []])('that is none, %j, is passed over', async (id) => {
    expect((await make(tenants, { id, name: name() })).id).not.toEqual(id);
  });

  it('that is taken is refused, but passed over in a copy of the object', async () => {
    const id = randomUUID();
    const made = await make(tenants, { id, name: name() });
    expect(made.id).toBe(id);
    const again = await send('POST', `${tenants}/`, { id, name: name() });
    expect([again.status, again.body]).toEqual([400, { id: ['tenant with this id already exists.'] }]);
    expect((await make(tenants, { ...made, name: name() })).id).not.toBe(id);
    expectStatus(await send('POST', `${tenants}/`, made), 400);
    const copies = await make(
      tenants,
      [made, made].map((copy) => ({ ...copy, name: name() })),
    );
    expect(new Set([id, ...copies.map((copy: Shown) => copy.id)]).size).toBe(3);
  });

  it('that is taken is passed over in a table, one that is free is taken', async () => {
    const made = await make(tenants, { name: name() });
    const free = randomUUID();
    const rows = `id,name\r\n${made.id},${name()}\r\n${free},${name()}\r\n`;
    const answer = expectStatus(await send('POST', `${tenants}/`, rows, { 'content-type': 'text/csv' }), 201);
    expect(answer.body[0].id).not.toBe(made.id);
    expect(answer.body[1].id).toBe(free);
  });
});

describe('Attributes that name an object', () => {
  it('may be everything it is shown with', async () => {
    const circuit = await aCircuit();
    for (const [field, path] of [
      ['tenant', tenants],
      ['provider', providers],
    ] as const) {
      const { id, url: _, ...shown } = expectStatus(await send('GET', `${path}/${circuit[field].id}/`), 200).body;
      const { name, ...others } = shown;
      const counts = Object.fromEntries(Object.entries(others).filter(([key]) => key.endsWith('_count')));
      expect(Object.keys(counts)).not.toEqual([]);
      const changed = await send('PATCH', `circuits/circuits/${circuit.id}/`, { [field]: { name, ...counts } });
      expect([changed.status, changed.body[field]?.id]).toEqual([200, id]);
    }
    const unknown = await send('PATCH', `circuits/circuits/${circuit.id}/`, { tenant: { colour: 'red' } });
    expect(unknown.status).toBe(400);
  });

  it('name the field when they hold a bad regular expression', async () => {
    const { id } = await aCircuit();
    const fault = ['Enter a valid regular expression.'];
    for (const field of ['provider', 'tenant']) {
      const change = { [field]: { name__regex: '(' } };
      const one = await send('PATCH', `circuits/circuits/${id}/`, { ...change, status: { name__regex: '(' } });
      expect([one.status, one.body]).toEqual([400, { [field]: fault, status: fault }]);
      const some = await send('PATCH', 'circuits/circuits/', [{ id, ...change }]);
      expect([some.status, some.body]).toEqual([400, { [field]: fault }]);
    }
    const good = await send('PATCH', `circuits/circuits/${id}/`, { status: { name__regex: '^Activ.$' } });
    expect(good.status).toBe(200);
  });
});

describe('A detail URL', () => {
  it('of nothing is a 404 whatever is sent there', async () => {
    for (const method of ['PATCH', 'PUT'])
      expect((await send(method, `dcim/manufacturers/${randomUUID()}/`, [])).status).toBe(404);
  });
});

describe('Relationships', () => {
  it('may be sent as they are shown', async () => {
    const relationship = await make('extras/relationships', {
      label: name(),
      type: 'many-to-many',
      source_type: 'tenancy.tenant',
      destination_type: 'circuits.provider',
    });
    const [tenant, provider] = [await make(tenants, { name: name() }), await make(providers, { name: name() })];
    const path = `${tenants}/${tenant.id}/?include=relationships`;
    const wish = { [relationship.key]: { destination: { objects: [provider.id] } } };
    expectStatus(await send('PATCH', `${tenants}/${tenant.id}/`, { relationships: wish }), 200);
    const { relationships } = expectStatus(await send('GET', path), 200).body;
    expect(Object.keys(relationships[relationship.key])).toEqual(
      expect.arrayContaining(['id', 'url', 'label', 'type']),
    );
    const again = expectStatus(await send('PATCH', `${tenants}/${tenant.id}/`, { relationships }), 200);
    expect(again.body.relationships).toEqual(relationships);
  });
});
