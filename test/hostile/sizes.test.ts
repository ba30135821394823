import { type IncomingMessage, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '../harness/eventually';
import { isLong, rounds, slowdown } from '../harness/long';
import { sample } from '../harness/sample';
import { ask, hangUp } from './ask';
import { type HostileServer, startHostileServer } from './hostileServer';
import { gather } from './judge';

let server: HostileServer;

beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

const megabyte = 1024 * 1024;
const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
const tag = (index: number) => ({ name: `tag ${index}`, content_types: ['ipam.prefix'] });
const post = (path: string, body: unknown) => ask(server, 'POST', path, { body });

/** Ten thousand in the long form; in the short one as many as a busy machine can do before the door gives up. */
const many = rounds(10_000, 1_000);

describe('Thousands of objects in one request', () => {
  it('are made, changed and deleted in bounded time', async () => {
    const made = await post('/api/extras/tags/', list(many, tag));
    expect(made.status).toBe(201);
    const ids: string[] = made.body.map(({ id }: { id: string }) => id);
    const table = await ask(server, 'GET', '/api/extras/tags/', { headers: { accept: 'text/csv' } });
    expect(table.text.split('\r\n')).toHaveLength(many + 2);
    const changes = ids.map((id) => ({ id, color: 'aabbcc' }));
    const changed = await ask(server, 'PATCH', '/api/extras/tags/', { body: changes });
    const removed = await ask(server, 'DELETE', '/api/extras/tags/', { body: ids.map((id) => ({ id })) });
    expect([changed.status, removed.status]).toEqual([200, 204]);
    for (const { processor } of [made, changed, removed]) expect(processor).toBeLessThan(15_000);
    expect((await ask(server, 'GET', '/api/extras/tags/')).body.count).toBe(0);
  });

  it('with one bad among them change nothing', async () => {
    const bodies: unknown[] = list(many, tag);
    bodies[many - 3] = { name: 'x', content_types: ['no.such'] };
    const { status, body } = await post('/api/extras/tags/', bodies);
    expect(status).toBe(400);
    expect(body).toHaveLength(many);
    expect(body[many - 3]).toEqual({ content_types: [expect.any(String)] });
    expect(body.filter((errors: object) => Object.keys(errors).length > 0)).toHaveLength(1);
    expect(await server.rows('SELECT FROM extras.tag')).toEqual([]);
  });

  const heavy: [string, string, unknown][] = [
    [
      'prefixes',
      '/api/ipam/prefixes/',
      list(10_000, (n) => ({ prefix: `11.${n >> 8}.${n & 255}.0/24`, status: 'Active' })),
    ],
    ['roots of trees', '/api/tenancy/tenant-groups/', list(10_000, (n) => ({ name: `group ${n}` }))],
    [
      'objects named by attributes',
      '/api/ipam/vlans/?dry_run=true',
      list(10_000, (n) => ({ vid: 1, name: `v${n}`, status: 'Active', tenant: { description: `d${n}` } })),
    ],
    [
      'objects named by keys',
      '/api/ipam/vlans/?dry_run=true',
      list(10_000, (n) => ({ vid: 1, name: `v${n}`, status: 'Active', location: `a${n};b` })),
    ],
  ];
  (isLong ? it : it.skip).each(heavy)('that are %s end in an answer', async (_what, path, bodies) => {
    const { status, milliseconds } = await post(path, bodies);
    expect([201, 400, 503]).toContain(status);
    expect(milliseconds).toBeLessThan(30_000 * slowdown());
  });
});

describe('More than one request may bring', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is refused at once: %s of 10,001 objects', async (method) => {
    const answer = await ask(server, method, '/api/extras/tags/', { body: list(10_001, () => ({})) });
    expect(answer).toMatchObject({ status: 413, body: { detail: expect.stringContaining('10000') } });
    expect(answer.processor).toBeLessThan(5_000);
  });

  it('is refused as a table too', async () => {
    const body = `name\r\n${list(10_001, (n) => `t${n}`).join('\r\n')}`;
    const headers = { 'content-type': 'text/csv' };
    expect((await ask(server, 'POST', '/api/extras/tags/', { body, headers })).status).toBe(413);
    const wide = `${list(20_000, (n) => `c${n}`).join(',')}\r\n`;
    expect((await ask(server, 'POST', '/api/extras/tags/', { body: wide, headers })).status).toBe(413);
  });

  it('is refused before it fills the memory', async () => {
    const before = process.memoryUsage().rss;
    const bombs = [
      `[${'{},'.repeat(10 * megabyte)}{}]`,
      `[${'[],'.repeat(10 * megabyte)}[]]`,
      `{"name":[${'1,'.repeat(15 * megabyte)}1]}`,
      `{"ports":${'[{"a":'.repeat(5 * megabyte)}`,
    ];
    const complaints = await gather(bombs, async (body) => {
      const { status, milliseconds } = await ask(server, 'POST', '/api/ipam/services/', { body });
      if (milliseconds > 30_000 * slowdown()) return `took ${milliseconds} ms`;
      return status === 413 ? undefined : `${body.slice(0, 20)}: ${status}`;
    });
    expect(complaints).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(900 * megabyte);
    const passwords = list(101, (n) => ({ username: `u${n}`, password: 'x' }));
    expect((await post('/api/users/users/', passwords)).status).toBe(413);
  });

  it.each([
    ['one letter between its parts', 'application/json; boundary=a', 'PATCH', '/api/users/config/', 400],
    ['parts without end', 'multipart/form-data; boundary=a', 'POST', '/api/dcim/device-types/?multipart=true', 413],
    [
      'two boundaries and parts without end',
      'multipart/form-data; y="; boundary=zzzz"; boundary=a',
      'POST',
      '/api/dcim/device-types/?multipart=true',
      413,
    ],
  ])('is refused as a form too: %s', async (_what, type, method, path, status) => {
    const body = type.startsWith('multipart') ? '--a\r\n'.repeat(600_000) : 'a'.repeat(3 * megabyte);
    const delays = monitorEventLoopDelay();
    delays.enable();
    const answer = await ask(server, method, path, { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(delays.max / 1e6).toBeLessThan(1_000 * slowdown());
  });

  it('is refused of what somebody prefers', async () => {
    const prefer = (key: string) =>
      ask(server, 'PATCH', '/api/users/config/', { body: { [key]: 'x'.repeat(100_000) } });
    expect([(await prefer('a')).status, (await prefer('b')).status]).toEqual([200, 200]);
    expect(await prefer('c')).toMatchObject({ status: 400, body: { non_field_errors: [expect.any(String)] } });
    const kept = (await ask(server, 'GET', '/api/users/config/')).body;
    expect(Object.keys(kept)).toEqual(['a', 'b']);
    expect((await prefer('a')).status).toBe(200);
  });

  it('is refused of a list inside an object, and of values to filter by', async () => {
    const names = list(10_001, (n) => `t${n}`);
    const { status, body } = await post('/api/tenancy/tenants/', { name: 'x', tags: names });
    expect([status, body]).toEqual([400, { tags: [expect.stringContaining('10000')] }]);
    const query = 'query ($n: [String]) { tenants(name__ic: $n) { id } }';
    const asked = await post('/api/graphql/', { query, variables: { n: names.slice(0, 1_001) } });
    expect(asked.text).toContain('1000 items');
    expect(asked.processor).toBeLessThan(2_000);
  });

  it('is not needed: an address of many megabytes is told to be too long', async () => {
    const address = `${'a.'.repeat(5 * megabyte)}@${'b.'.repeat(5 * megabyte)}`;
    const { status, body } = await post('/api/users/users/', { username: 'x', password: 'x', email: address });
    expect([status, body.email]).toEqual([400, [expect.stringContaining('characters')]]);
  });

  it('is not needed: one text of many megabytes is told to be too long', async () => {
    const { status, body, text } = await post('/api/extras/tags/', { ...tag(0), name: 'x'.repeat(20 * megabyte) });
    expect([status, body]).toEqual([400, { name: [expect.stringContaining('characters')] }]);
    expect(text.length).toBeLessThan(1_000);
  });
});

/** Bytes that this process, which is client and server, cannot do without. */
function heldMemory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('A table of a whole list', () => {
  const rows = rounds(300_000, 20_000);
  const inTime = rounds(600_000, 300_000);
  const path = '/api/extras/tags/?format=csv&sort=-name';

  beforeAll(async () => {
    await server.rows('SET search_path TO extras');
    await server.rows(`
      INSERT INTO extras.tag (id, name, color, description, content_types, created, last_updated, custom_fields)
      SELECT gen_random_uuid(), 'tag ' || lpad(n::text, 7, '0'), 'aabbcc', repeat('x', 1000), '{ipam.prefix}', now(), now(), '{}'
      FROM generate_series(1, ${rows}) n`);
    await server.rows('ANALYZE extras.tag');
  });
  afterAll(() => server.rows('DELETE FROM extras.tag'));

  /** The answer as it begins; nothing of its body is read. */
  const begin = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Token ${server.token}` };
      const sent = request({ host: server.host, port: server.port, path, headers, agent: false }, resolve);
      sent.on('error', reject).end();
    });
  const nothingRuns = () =>
    eventually('no statement under way', 60_000, async () => {
      const busy = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`;
      return (await server.rows(busy)).length === 0;
    });

  it(
    'comes bit by bit and is never held as a whole',
    async () => {
      const held: number[] = [];
      let length = 0;
      let lines = 0;
      let last = '';
      const table = await begin();
      expect(table.headers).toMatchObject({
        'transfer-encoding': 'chunked',
        'content-type': 'text/csv; charset=UTF-8',
      });
      let looked = 0;
      for await (const chunk of table.setEncoding('utf8')) {
        lines += chunk.split('\n').length - 1;
        length += chunk.length;
        if (last === '') expect(chunk).toMatch(/^name,[^\r]*\r\ntag 0*\d+,/);
        last = chunk;
        if (lines - looked < rows / 6) continue;
        looked = lines;
        held.push(heldMemory());
      }
      expect(lines).toBe(rows + 1);
      expect(last).toMatch(/tag 0000001,.*\r\n$/);
      expect(length).toBeGreaterThan(rows * 1_000);
      expect(Math.max(...held) - held[0]!).toBeLessThan(length / 3);
    },
    inTime,
  );

  it(
    'waits for its reader without holding a connection to the database',
    async () => {
      const table = await begin();
      await nothingRuns();
      expect((await ask(server, 'GET', '/api/extras/tags/?limit=1')).status).toBe(200);
      // What goes meanwhile is left out, what is changed is shown as it is then.
      await server.rows(`DELETE FROM extras.tag WHERE name = 'tag 0000002'`);
      const text = (await table.setEncoding('utf8').toArray()).join('');
      expect(text).not.toContain('tag 0000002');
      expect(text.split('\r\n')).toHaveLength(rows + 1);
    },
    inTime,
  );

  it('is broken off when it cannot be finished', async () => {
    const table = await begin();
    await nothingRuns();
    await server.rows('ALTER TABLE extras.tag RENAME TO mislaid');
    try {
      await expect(table.resume().toArray()).rejects.toThrow('aborted');
    } finally {
      await server.rows('ALTER TABLE extras.mislaid RENAME TO tag');
    }
    expect((await ask(server, 'GET', '/api/extras/tags/?limit=1')).status).toBe(200);
  });
});

describe('Depth on dense data', () => {
  beforeAll(async () => {
    const make = async (path: string, body: unknown): Promise<string> => (await post(path, body)).body.id;
    const contentTypes = ['ipam.prefix', 'ipam.vlan', 'ipam.namespace', 'ipam.vlangroup'];
    let group: string | null = null;
    let type: string | null = null;
    let location: string | null = null;
    for (let level = 0; level < 12; level++) {
      group = await make('/api/tenancy/tenant-groups/', { name: `g${level}`, parent: group });
      type = await make('/api/dcim/location-types/', {
        name: `t${level}`,
        parent: type,
        nestable: true,
        content_types: contentTypes,
      });
    }
    const tenant = await make('/api/tenancy/tenants/', { name: 'tenant', tenant_group: group });
    const types = (await ask(server, 'GET', '/api/dcim/location-types/?limit=0')).body.results;
    for (let level = 0; level < 24; level++) {
      const location_type = types[Math.floor(level / 2)].id;
      location = await make('/api/dcim/locations/', {
        name: `l${level}`,
        location_type,
        status: 'Active',
        parent: location,
        tenant,
      });
    }
    const namespace = await make('/api/ipam/namespaces/', { name: 'dense', location });
    const vlan = await make('/api/ipam/vlans/', { name: 'v', vid: 1, status: 'Active', location, tenant });
    await post('/api/extras/tags/', list(20, tag));
    const tags = list(20, (n) => tag(n).name);
    const prefix = (n: number) => ({
      prefix: `10.${n >> 8}.${n & 255}.0/24`,
      namespace,
      status: 'Active',
      location,
      tenant,
      vlan,
      tags,
    });
    await post('/api/ipam/prefixes/', list(1_000, prefix));
  });

  it('is answered, or refused with a 400, always soon and never without bounds', async () => {
    const before = process.memoryUsage().rss;
    const statuses = new Map<string, number>();
    const asked = [1, 50, 1_000].flatMap((limit) => [0, 1, 2, 3, 5, 10].map((depth) => [limit, depth] as const));
    for (const [limit, depth] of sample(asked, 2, 1)) {
      const answer = await ask(server, 'GET', `/api/ipam/prefixes/?namespace=dense&limit=${limit}&depth=${depth}`);
      statuses.set(`${limit} ${depth}`, answer.status);
      expect([200, 400]).toContain(answer.status);
      expect(answer.processor).toBeLessThan(10_000);
      expect(answer.text.length).toBeLessThan(80 * megabyte);
      if (answer.status === 400) expect(answer.body).toEqual({ depth: [expect.any(String)] });
    }
    expect(statuses.get('1 10')).toBe(200);
    expect(statuses.get('50 3')).toBe(200);
    expect(statuses.get('1000 1')).toBe(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(1_200 * megabyte);
  });
});
