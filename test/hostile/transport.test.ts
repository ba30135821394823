import { setTimeout as pause } from 'node:timers/promises';
import { isLong } from '../harness/long';
import { ask, hangUp } from './ask';
import { furnish } from './furnish';
import { type HostileServer, startHostileServer, trustedProxy } from './hostileServer';
import { complaintAbout, gather, notRefused } from './judge';
import { openWire, statusesIn, type Wire } from './wire';

let server: HostileServer;
let ids: Record<string, string | number>;

beforeAll(async () => {
  server = await startHostileServer();
  ids = await furnish(server);
});
afterAll(async () => {
  hangUp();
  await server?.stop();
});

const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Token ${server.token}`, ...lines, '', ''].join('\r\n');

/**
 * Sends bytes on a connection of their own; answers what came back before it was closed, or within the milliseconds.
 */
async function exchange(bytes: string | Buffer, milliseconds = 20_000) {
  const wire = await openWire(server);
  wire.send(bytes);
  const { text, closed } = await wire.received(milliseconds);
  return { text, closed, statuses: statusesIn(text) };
}

const groups = '/api/users/groups/';
const namesOfGroups = async (): Promise<string[]> =>
  (await ask(server, 'GET', `${groups}?limit=0`)).body.results.map(({ name }: { name: string }) => name);

describe('Requests that two readers could understand differently', () => {
  const smuggled = () =>
    `${head('POST', groups, 'Content-Type: application/json', 'Content-Length: 19')}{"name":"smuggled"}`;
  const json = 'Content-Type: application/json';

  let before: Awaited<ReturnType<HostileServer['stored']>>;
  beforeAll(async () => {
    before = await server.stored();
  });

  it.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 40'], '{}'],
    ['two lengths in one', ['Content-Length: 2, 40'], '{}'],
    ['a negative length', ['Content-Length: -1'], '{}'],
    ['a length with a sign', ['Content-Length: +2'], '{}'],
    ['a hexadecimal length', ['Content-Length: 0x2'], '{}'],
    ['an endless length', ['Content-Length: 99999999999999999999999'], '{}'],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['chunks in disguise', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['chunks behind a tab', ['Transfer-Encoding:\tchunked\t', 'Transfer-Encoding: x'], '0\r\n\r\n'],
    ['a space before the colon', ['Content-Length : 2'], '{}'],
    ['a folded line', ['X-A: b', ' Content-Length: 2'], '{}'],
    ['a bare line feed', ['X-A: b\nContent-Length: 2'], '{}'],
    ['a bare carriage return', ['X-A: b\rContent-Length: 2'], '{}'],
    ['a null in a header', ['X-A: b\0c'], ''],
    ['a nameless header', [': x'], ''],
    ['chunks of no size', ['Transfer-Encoding: chunked'], 'x\r\n{}\r\n0\r\n\r\n'],
    ['chunks of a negative size', ['Transfer-Encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n'],
    ['chunks of an endless size', ['Transfer-Encoding: chunked'], 'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    ['chunks longer than they say', ['Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'],
  ])('with %s are refused, and what follows is not read', async (_what, lines, body) => {
    const { statuses, closed, text } = await exchange(head('POST', groups, json, ...lines) + body + smuggled());
    expect(statuses.slice(1).filter((status) => status < 400)).toEqual([]);
    expect(statuses[0]).toBeGreaterThanOrEqual(400);
    expect(statuses.every((status) => status < 500)).toBe(true);
    expect(closed).toBe(true);
    expect(text).not.toContain('smuggled');
  });

  it('have changed nothing', async () => expect(await server.stored()).toEqual(before));

  it('are read one after the other when they are sound', async () => {
    const chunked = head('POST', groups, json, 'Transfer-Encoding: chunked');
    const bytes = [
      head('GET', `${groups}?limit=1`),
      `${chunked}8;ext=1\r\n{"name":\r\n9\r\n"chunked"\r\n1\r\n}\r\n0\r\nX-Trailer: 1\r\n\r\n`,
      head('GET', '/api/nowhere/'),
      head('HEAD', groups),
      `${head('POST', groups, json, 'Content-Length: 20')}{"name":"pipelined"}`,
      head('GET', `${groups}?name=pipelined`, 'Connection: close'),
    ];
    const { statuses, closed } = await exchange(bytes.join(''), 30_000);
    expect(statuses).toEqual([200, 201, 404, 200, 201, 200]);
    expect(closed).toBe(true);
    expect(await namesOfGroups()).toEqual(expect.arrayContaining(['chunked', 'pipelined']));
  });

  it('may be pipelined by the hundred', async () => {
    const requests = Array.from({ length: 300 }, () => head('GET', `${groups}?limit=1`)).join('');
    const { statuses } = await exchange(requests + head('GET', groups, 'Connection: close'), 50_000);
    expect(statuses).toEqual(Array(301).fill(200));
  });
});

describe('Bytes that are no request', () => {
  it.each([
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256))],
    ['TLS', Buffer.from('1603010200010001fc0303', 'hex')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', 'GET /api/\r\n\r\n'],
    ['HTTP/9.9', 'GET /api/ HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['no host', 'GET /api/ HTTP/1.1\r\n\r\n'],
    ['an unknown verb', 'BREW /api/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a verb without end', 'G'.repeat(100_000)],
    ['an address without end', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\n${'X-A: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2_000)}\r\n`],
    ['one endless header', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
  ])('are refused and the connection closed: %s', async (_what, bytes) => {
    const { statuses, closed, text } = await exchange(bytes, 20_000);
    expect(closed).toBe(true);
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
    expect(text).not.toMatch(/node_modules|at .*\.[jt]s/);
    expect((await ask(server, 'GET', '/api/')).status).toBe(200);
  });

  it('leave other connections alone when they stop half-way', async () => {
    const wires = await Promise.all(Array.from({ length: 200 }, () => openWire(server)));
    for (const [index, wire] of wires.entries())
      wire.send(
        index % 2
          ? 'GET /api/ HTT'
          : `${head('POST', groups, 'Content-Type: application/json', 'Content-Length: 900')}{`,
      );
    const { status, milliseconds } = await ask(server, 'GET', `${groups}?limit=1`);
    expect(status).toBe(200);
    expect(milliseconds).toBeLessThan(30_000);
    for (const { socket } of wires) socket.destroy();
    expect((await ask(server, 'GET', `${groups}?limit=1`)).status).toBe(200);
  });
});

describe('Clients that take their time', () => {
  const json = 'Content-Type: application/json';

  it('with the body are waited for, and then served', async () => {
    const wire = await openWire(server);
    const body = `{"name":"slow","pad":"${'x'.repeat(200)}"}`;
    wire.send(head('POST', groups, json, `Content-Length: ${body.length}`, 'Connection: close'));
    for (let at = 0; at < body.length; at += 20) {
      wire.send(body.slice(at, at + 20));
      await pause(1_000);
    }
    expect(statusesIn((await wire.received(20_000)).text)).toEqual([201]);
  });

  (isLong ? it : it.skip)('with the headers, or for ever, are let go', async () => {
    const wires = await Promise.all([openWire(server), openWire(server), openWire(server)]);
    const [silent, headers, body] = wires as [Wire, Wire, Wire];
    headers.send('GET /api/ HTTP/1.1\r\nHost: x\r\n');
    body.send(head('POST', groups, json, 'Content-Length: 100000'));
    const timer = setInterval(() => {
      headers.send('X-A: b\r\n');
      body.send(' ');
    }, 500);
    const ended = await Promise.all([silent.received(80_000), headers.received(30_000), body.received(135_000)]);
    clearInterval(timer);
    expect(ended.map(({ closed }) => closed)).toEqual([true, true, true]);
    expect(ended.map(({ text }) => statusesIn(text))).toEqual([[408], [408], [408]]);
  });
});

describe('Headers', () => {
  it('of the inside mean nothing when a client sends them', async () => {
    const { body: user } = await ask(server, 'GET', '/api/users/users/?username=admin');
    const claims = { userId: user.results[0].id, username: 'admin', isSuperuser: true, writeEnabled: true };
    const headers = {
      'x-plumbline-identity': `s1.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.AAAA`,
      'X-Plumbline-User': 'admin',
      'x-plumbline-cost': '0/0',
      'x-forwarded-user': 'admin',
      'x-remote-user': 'admin',
      remote_user: 'admin',
    };
    expect((await ask(server, 'GET', '/api/users/users/', { headers, signedIn: false })).status).toBe(403);
    const answer = await ask(server, 'GET', '/api/users/users/', { headers });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-plumbline'))).toEqual([]);
  });

  it('do not change the method', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' };
    const path = `/api/ipam/prefixes/${ids['ipam/prefixes']}/`;
    expect((await ask(server, 'GET', `${path}`, { headers })).status).toBe(200);
    expect((await ask(server, 'GET', `${path}?_method=DELETE`, { headers })).status).toBe(400);
    expect((await ask(server, 'GET', path)).status).toBe(200);
  });

  it.each([
    ['host', 'a:99999'],
    ['host', '...'],
    ['host', '[::::]'],
    ['host', 'evil.example/x?y#z'],
    ['host', '"><script>alert(1)</script>'],
    ['x-forwarded-host', 'evil.example"><script>'],
    ['x-forwarded-proto', 'javascript'],
    ['x-forwarded-prefix', '//evil.example'],
    ['x-forwarded-prefix', '/a/../..//x'],
    ['x-forwarded-for', '\u00e9, , ,'],
    ['x-request-id', '"><script>'],
    ['x-request-id', 'a'.repeat(8_000)],
    ['accept', ','.repeat(8_000)],
    ['accept', 'application/json;'.repeat(400)],
    ['accept', 'application/json; indent=999999999'],
    ['accept', '*/*; q=1e999'],
    ['accept', '"\\'],
    ['accept-encoding', 'gzip, br'],
    ['content-type', 'application/json; charset=utf-7'],
    ['content-type', 'application/json'.repeat(500)],
    ['cookie', 'sessionid=%00; csrftoken=%00'],
    ['cookie', `sessionid=${'a'.repeat(8_000)}`],
    ['cookie', ';'.repeat(8_000)],
    ['authorization', 'Token'],
    ['authorization', `Token ${'a'.repeat(8_000)}`],
    ['authorization', `Token ${'\u00ff'.repeat(40)}`],
    ['authorization', 'Basic !!!!'],
    ['authorization', `Basic ${Buffer.from('a\0b:c\0d').toString('base64')}`],
    ['authorization', 'Basic'],
    ['if-match', ','.repeat(5_000)],
    ['if-none-match', '*'],
    ['range', 'bytes=0-'],
    ['expect', '200-maybe'],
    ['upgrade', 'websocket'],
    ['idempotency-key', '\u00e9\u00ff'],
    ['idempotency-key', ''],
    ['idempotency-key', 'a'.repeat(5_000)],
    ['origin', 'null'],
    ['referer', 'not a url'],
    ['transfer-encoding', 'gzip, chunked'],
  ])('with junk make nothing stumble: %s: %.40s', async (name, value) => {
    const complaints = await gather(
      [
        ['GET', '/api/', undefined],
        ['GET', '/api/ipam/prefixes/', undefined],
        ['GET', '/api/ipam/prefixes/?format=api', undefined],
        ['GET', '/login/', undefined],
        ['POST', '/login/', 'username=a&password=b'],
        ['GET', '/api/ipam/prefixes', undefined],
        ['POST', '/api/users/tokens/?dry_run=true', '{}'],
        ['OPTIONS', '/api/ipam/prefixes/', undefined],
        ['PATCH', `/api/ipam/prefixes/${ids['ipam/prefixes']}/?dry_run=true`, '{}'],
      ] as const,
      async ([method, path, body]) => {
        const answer = await ask(server, method, path, { body, headers: { [name]: value } }).catch((error) => error);
        if (answer instanceof Error)
          return (answer as { code?: string }).code === 'HPE_INVALID' ? `${path}: ${answer}` : undefined;
        const text = answer.text + JSON.stringify(answer.headers);
        if (/<script>alert|<script>"|javascript:/.test(answer.text)) return `${method} ${path}: echoes a script`;
        if (/"location":"(https?:)?\/\/evil/.test(text)) return `${method} ${path}: leads elsewhere`;
        return complaintAbout(answer, `${method} ${path}`);
      },
    );
    expect(complaints).toEqual([]);
  });

  it('about forwarding get into no answer, redirect or log when a stranger sends them', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/evil',
      'x-forwarded-port': '6666',
      'x-forwarded-for': '203.0.113.66',
      'x-real-ip': '203.0.113.66',
      forwarded: 'for=203.0.113.66;proto=https;host=evil.example',
    };
    const paths = [
      '/api/',
      `${groups}?limit=1`,
      '/api/users/groups',
      '/',
      '/login/',
      '/logout/',
      '/nowhere',
      '/api/docs/',
    ];
    const answers = await Promise.all(paths.map((path) => ask(server, 'GET', path, { headers })));
    const whole = answers.map((answer) => answer.text + JSON.stringify(answer.headers)).join('\n');
    expect(whole).not.toMatch(/evil|6666|203\.0\.113\.66|; Secure/);
    expect(answers[1]!.body.results[0].url).toMatch(`${server.url}/api/`);
    expect(server.log()).not.toContain('203.0.113.66');
    const { body } = await ask(server, 'GET', '/api/', { headers, from: trustedProxy });
    expect(body.users).toBe('https://evil.example:6666/evil/api/users/');
    expect(server.log()).toContain('"client":"203.0.113.66"');
  });

  it('of every answer say what browsers must not do with it', async () => {
    const paths = [
      '/api/',
      '/api/ipam/prefixes/',
      '/api/nowhere/',
      '/login/',
      '/nowhere',
      '/api/docs/',
      '/health/',
      '/api/swagger.json',
    ];
    const answers = await Promise.all(paths.map((path) => ask(server, 'GET', path)));
    answers.push(await ask(server, 'GET', '/api/ipam/prefixes/', { signedIn: false }));
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      if (headers['content-type']?.startsWith('text/html')) expect(headers).toHaveProperty('content-security-policy');
    }
  });

  it('let no other origin in', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' };
    for (const method of ['GET', 'OPTIONS', 'POST'])
      for (const path of ['/api/', '/api/ipam/prefixes/', '/login/']) {
        const { headers } = await ask(server, method, path, {
          headers: origin,
          body: method === 'POST' ? '{}' : undefined,
        });
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
  });

  it('carry the client’s request id only when it is a UUID', async () => {
    const id = '5a4f1c4e-7a90-4a83-9df5-6f4d3e6b2c11';
    expect((await ask(server, 'GET', '/api/', { headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id);
    const other = await ask(server, 'GET', '/api/', { headers: { 'x-request-id': 'a b' } });
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('Paths', () => {
  const climbing = [
    '/api/docs/../../package.json',
    '/api/docs/..%2f..%2f..%2fpackage.json',
    '/api/docs/%2e%2e/%2e%2e/package.json',
    '/api/docs/..\\..\\package.json',
    '/api/docs/%00',
    '/api/docs/.%00./x',
    '/api/docs//etc/passwd',
    '/api/docs/%c0%ae%c0%ae/x',
    '/../../etc/passwd',
    '//etc/passwd',
    '/api/../users/users/',
    '/api/ipam/../users/users/',
    '/api/ipam/%2e%2e/users/users/',
    '/api/ipam/prefixes/..%2f..%2fusers%2fusers/',
    '/api//ipam/prefixes/',
    '/api/ipam//prefixes/',
    '/api/ipam/prefixes//',
    '/API/ipam/prefixes/',
    '/api/ipam/prefixes/;a=b/',
    '/api/ipam/constructor/',
    '/api/__proto__/x/',
    '/api/constructor/prototype/',
    '/api/ipam/prefixes/x/constructor/',
    '/api/ipam/prefixes/x/__proto__/',
    '/api/%',
    '/api/%zz/',
    '/api/ipam/prefixes/%/',
    '/api/ipam/prefixes/\u00ff/',
    'http://evil.example/api/ipam/prefixes',
    'http://evil.example//x',
    '*',
    '/\\evil.example',
    '//evil.example/%2f..',
    '/login//evil.example',
  ];
  it.each(climbing)('lead nowhere: %s', async (path) => {
    const answer = await ask(server, 'GET', path);
    expect(complaintAbout(answer, path)).toBeUndefined();
    expect(answer.text).not.toMatch(/root:x:0|"workspaces"|"username"/);
    expect(String(answer.headers.location ?? '/')).toMatch(/^\/(?![/\\])/);
    expect([301, 302, 400, 404]).toContain(answer.status);
  });
});

describe('Large bodies', () => {
  const limit = 32 * 1024 * 1024;
  const tooMuch = Buffer.alloc(limit + 1024, 0x20);
  const json = 'Content-Type: application/json';
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 0x20), Buffer.from('\r\n')]);

  it('announced too large are refused before they are sent', async () => {
    const { statuses } = await exchange(head('POST', groups, json, `Content-Length: ${limit + 1}`), 8_000);
    expect(statuses).toEqual([413]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'that a client sends all the same end in an answer it hears: %s',
    async (method) => {
      const answer = await ask(server, method, groups, { body: tooMuch });
      expect(answer).toMatchObject({ status: 413, body: { detail: expect.stringContaining('32') } });
    },
  );

  it.each([
    ['whole', () => [head('POST', groups, json, `Content-Length: ${tooMuch.length}`), tooMuch]],
    [
      'in chunks',
      () => [head('POST', groups, json, 'Transfer-Encoding: chunked'), ...Array(33).fill(chunk), '0\r\n\r\n'],
    ],
  ])('leave the connection as it was: %s', async (_how, parts) => {
    const wire = await openWire(server);
    for (const part of parts()) wire.send(part);
    wire.send(head('GET', `${groups}?limit=1`, 'Connection: close'));
    const { text, closed } = await wire.received(25_000);
    expect(statusesIn(text)).toEqual([413, 200]);
    expect(closed).toBe(true);
  });

  it('that never end are not kept', async () => {
    const before = process.memoryUsage().rss;
    const wire = await openWire(server);
    wire.send(head('POST', groups, json, 'Transfer-Encoding: chunked'));
    for (let sent = 0; sent < 400; sent++) {
      wire.send(chunk);
      await new Promise((resolve) =>
        wire.socket.writableNeedDrain ? wire.socket.once('drain', resolve) : setImmediate(resolve),
      );
    }
    const { text } = await wire.received(3_000);
    expect(statusesIn(text)).toEqual([413]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  it('to the sign-in page are refused far earlier', async () => {
    expect((await ask(server, 'POST', '/login/', { body: 'a'.repeat(100_000) })).status).toBe(413);
  });

  it('that are compressed are not opened', async () => {
    const complaints = await gather(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'x'], async (encoding) => {
      const body = Buffer.from('1f8b08000000000000034bcc4d05005e0c1c9d04000000', 'hex');
      const answer = await ask(server, 'POST', groups, { body, headers: { 'content-encoding': encoding } });
      return answer.status === 415 ? undefined : `${encoding}: ${answer.status}`;
    });
    expect(complaints).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    '',
    'application/json-patch+json',
    '/',
  ])('of a type nobody reads are refused: %s', async (type) => {
    const answer = await ask(server, 'POST', groups, { body: '{"name":"x"}', headers: { 'content-type': type } });
    expect(notRefused(answer, type)).toBeUndefined();
    expect(answer.status).toBe(415);
  });
});
