import { getIntrospectionQuery } from 'graphql';
import { ask, hangUp } from './ask';
import { furnish } from './furnish';
import { type HostileServer, startHostileServer } from './hostileServer';
import { complaintAbout, gather, notRefused } from './judge';
import { junkTexts } from './junk';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
  await furnish(server);
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

const send = (query: unknown, more: object = {}) => ask(server, 'POST', '/api/graphql/', { body: { query, ...more } });
const repeat = (text: string, count: number, between = ' ') => Array.from({ length: count }, () => text).join(between);
const numbered = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** Each fragment spreads the one before twice; the last would come to a million fields. */
const doubling = numbered(20, (index) =>
  index === 0
    ? 'fragment F0 on DeviceType { name }'
    : `fragment F${index} on DeviceType { ...F${index - 1} a${index}: location { devices { ...F${index - 1} } } }`,
);

const refused: Record<string, string> = {
  'fields nested too deep': `{ ${repeat('devices { location {', 30)} name ${repeat('} }', 30)} }`,
  'fields nested deeper than a parser goes': `{ ${repeat('a {', 4000)} b ${repeat('}', 4000)} }`,
  'lists nested deeper than a parser goes': `{ devices(name: ${'['.repeat(4900)}1${']'.repeat(4900)}) { name } }`,
  'other names for the same list': `{ ${numbered(300, (index) => `a${index}: devices { name }`)} }`,
  'too many fields': `{ devices { ${numbered(1500, (index) => `a${index}: name`)} } }`,
  'the same field again and again': `{ devices { ${repeat('name', 3000)} } }`,
  'a fragment within itself': '{ devices { ...A } } fragment A on DeviceType { location { devices { ...A } } }',
  'fragments within one another':
    '{ devices { ...A } } fragment A on DeviceType { ...B } fragment B on DeviceType { ...A }',
  'fragments that double': `{ devices { ...F19 } } ${doubling}`,
  'unused fragments': `{ devices { name } } ${numbered(2000, (index) => `fragment F${index} on DeviceType { name }`)}`,
  'too many words': `{ devices(name: [${repeat('"a"', 20_000, ',')}]) { name } }`,
  'a text without end': `{ devices(name: "${'a'.repeat(200_000)}") { name } }`,
  'the schema many times': `{ ${numbered(50, (index) => `a${index}: __schema { types { fields { name } } }`)} }`,
  'the schema within itself': `{ __schema { types ${repeat('{ fields { type', 3)} { name } ${repeat('} }', 3)} } }`,
  'the schema under other names': '{ __schema { a: types { fields { name } } b: types { fields { name } } } }',
  'the schema, with a variable that is not there':
    'query A($x: Boolean!) { __schema @include(if: $x) { queryType { name } } }',
  'many directives': `{ devices ${repeat('@skip(if: false)', 2000)} { name } }`,
  'many variables': `query (${numbered(2500, (index) => `$a${index}: String`)}) { devices { name } }`,
};

describe('Queries written to do harm', () => {
  test.each(Object.entries(refused))('are refused at once: %s', async (name, query) => {
    const answer = await send(query);
    expect(notRefused(answer, name)).toBeUndefined();
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['errors']]);
    expect(answer.body.errors.length).toBeLessThanOrEqual(21);
    expect(answer.text.length).toBeLessThan(20_000);
    expect(answer.processor).toBeLessThan(5_000);
  });

  it('may ask for the schema in the usual way', async () => {
    const answer = await send(getIntrospectionQuery());
    expect(answer.status).toBe(200);
    const again = await send(getIntrospectionQuery());
    expect(again.text).toBe(answer.text);
  });

  it('are refused in a saved query as well, in its answer', async () => {
    const body = { name: 'harm', query: refused['fragments that double'] };
    const { id } = (await ask(server, 'POST', '/api/extras/graphql-queries/', { body })).body;
    const answer = await ask(server, 'POST', `/api/extras/graphql-queries/${id}/run/`, { body: {} });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['errors']]);
    const long = { name: 'long', query: refused['a text without end'] };
    expect((await ask(server, 'POST', '/api/extras/graphql-queries/', { body: long })).status).toBe(400);
  });
});

describe('Junk', () => {
  it('as a query, a variable, a filter or a whole body is answered without complaint', async () => {
    const values: unknown[] = [
      ...junkTexts,
      1e308,
      -1,
      2 ** 53,
      true,
      [],
      [[]],
      {},
      { a: 1 },
      [null],
      '__proto__',
      'constructor',
    ];
    const byName = 'query ($n: [String]) { devices(name: $n, q: "x") { name } }';
    const cases = values.flatMap((value) => [
      { query: value },
      { query: byName, variables: { n: value } },
      { query: byName, variables: value },
      { query: '{ devices { name } }', operationName: value },
      { query: `{ devices(name: ${JSON.stringify(value)}, mac_address__re: ${JSON.stringify(value)}) { name } }` },
      { query: `{ device(id: ${JSON.stringify(value)}) { name } }` },
      { query: `{ devices(limit: ${JSON.stringify(value)}, offset: ${JSON.stringify(value)}) { name } }` },
    ]);
    const complaints = await gather(cases, async (body) =>
      complaintAbout(await ask(server, 'POST', '/api/graphql/', { body }), JSON.stringify(body).slice(0, 150)),
    );
    expect(complaints).toEqual([]);
  });
});

describe('An answer that would be too large', () => {
  const vlans = 'vlan_group { vlans';
  beforeAll(async () => {
    const group = (await ask(server, 'GET', '/api/ipam/vlan-groups/?limit=1')).body.results[0].id;
    const body = Array.from({ length: 100 }, (_, index) => ({
      vid: index + 100,
      name: `crowd ${index}`,
      status: 'Active',
      vlan_group: group,
    }));
    expect((await ask(server, 'POST', '/api/ipam/vlans/', { body })).status).toBe(201);
  });

  test.each([
    ['deeper and deeper', `{ vlans { ${repeat(`${vlans} {`, 4)} name ${repeat('} }', 4)} } }`],
    ['under many names', `{ ${numbered(40, (index) => `a${index}: vlans { ${vlans} { id vid name } } }`)} }`],
    ['in one last list', `{ vlans { ${vlans} { ${vlans} { ${numbered(50, (index) => `a${index}: name`)} } } } } } }`],
  ])('is refused before it is made: one that grows %s', async (name, query) => {
    const answer = await send(query);
    expect(notRefused(answer, name)).toBeUndefined();
    expect(answer.body.errors[0].message).toContain('values');
    expect(answer.processor).toBeLessThan(5_000);
  });

  it('is made while there is room for it', async () => {
    const answer = await send(`{ vlans { ${vlans} { ${numbered(20, (index) => `a${index}: name`)} } } } }`);
    expect(answer.status).toBe(200);
    expect(answer.processor).toBeLessThan(10_000);
  });
});
