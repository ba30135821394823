import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { adminToken, lineAbout, startRemoteService, startWorld, type World } from './world';

let service: Awaited<ReturnType<typeof startRemoteService>>;
let world: World;
/** As the other, but it does not wait long for who stays silent. */
let impatient: World;
const lines: string[] = [];
beforeAll(async () => {
  service = await startRemoteService();
  const remote = { dcim: service.url, tenancy: 'http://127.0.0.1:9' };
  world = await startWorld({ remote, logLines: lines });
  impatient = await startWorld({ remote, limits: { patience: 2_000 } });
});
afterAll(async () => {
  await world.stop();
  await impatient.stop();
  await service.stop();
});

describe('a service in another process', () => {
  it('learns who asks, in which request, from which address', async () => {
    const headers = {
      cookie: 'a=b',
      'x-forwarded-for': '192.0.2.1',
      'x-plumbline-identity': 'forged',
      'x-plumbline-other': 'forged',
    };
    const response = await world.ask('/api/dcim/racks/?limit=1', { headers });
    const { statement } = (await response.json()) as { statement: object };
    expect(statement).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      identity: { username: 'admin', isSuperuser: true },
      base: world.base,
      deadline: expect.any(Number),
    });
    const { url, headers: received } = service.requests.at(-1) ?? { headers: {} };
    expect(url).toBe('/api/dcim/racks/?limit=1');
    expect(received['x-request-id']).toBe(response.headers.get('x-request-id'));
    expect(received).not.toHaveProperty('authorization');
    expect(received).not.toHaveProperty('x-forwarded-for');
    expect(received).not.toHaveProperty('cookie');
    expect(received).not.toHaveProperty('x-plumbline-other');
  });

  it('is handed whatever the gateway takes, however long its head', async () => {
    const response = await world.ask('/api/dcim/racks/', { headers: { 'x-long': 'x'.repeat(15_900) } });
    expect(response.status).toBe(200);
  });

  it('receives the body and tells what the answer cost', async () => {
    const response = await world.ask('/api/dcim/racks/', { method: 'POST', body: '{"name":"r1"}' });
    expect(await response.json()).toMatchObject({ body: '{"name":"r1"}' });
    expect(response.headers.get('x-plumbline-cost')).toBeNull();
    expect(await lineAbout(response, lines)).toMatchObject({ sql: 3, bus: 1 });
  });

  it('keeps connections', async () => {
    for (let turn = 0; turn < 5; turn++) await world.ask('/api/dcim/racks/');
    const ports = new Set(service.requests.slice(-5).map(({ headers }) => headers.connection));
    expect([...ports]).toEqual(['keep-alive']);
  });

  it.each(['DELETE', 'OPTIONS', 'PATCH'])(
    'receives the body of a %s of which nobody said how long it is',
    async (method) => {
      const sent = 'GET /health/ HTTP/1.1\r\nHost: x\r\nX-Swallow: ';
      const body = new Blob([sent]).stream();
      const response = await world.ask('/api/dcim/racks/', { method, body, duplex: 'half' });
      expect(await response.json()).toMatchObject({ body: sent });
      expect(await (await world.ask('/api/dcim/racks/?limit=1')).json()).toMatchObject({ body: '' });
    },
  );

  it.each([
    ['HTTP/1.1', '', 'keep-alive'],
    ['HTTP/1.1', 'Connection: close\r\n', 'close'],
    ['HTTP/1.0', '', 'close'],
  ])('has no say in whether the connection of a client stays: %s (%j)', async (version, header, expected) => {
    const { port } = new URL(world.base);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /api/dcim/racks/ ${version}\r\nHost: x\r\nAuthorization: Token ${adminToken}\r\n${header}\r\n`);
    const [answer] = await once(socket.setEncoding('latin1'), 'data');
    expect(/^connection: (.*)$/im.exec(answer)?.[1]).toBe(expected);
    if (expected === 'close') await once(socket, 'end');
    socket.destroy();
  });

  it.each([
    ['refuses the connection', '/api/tenancy/tenants/', 'tenancy', 'none'],
    ['breaks off before it answers', '/api/dcim/racks/reset/', 'dcim', 'unknown'],
    ['stays silent', '/api/dcim/racks/silence/', 'dcim', 'unknown'],
  ])('is a 503 that names it when it %s, and says what became of a write', async (_what, path, name, outcome) => {
    const detail = expect.stringContaining(name);
    for (const [method, headers] of [
      ['GET', {}],
      ['POST', {}],
      ['DELETE', { 'idempotency-key': 'its own' }],
    ] as const) {
      const body = method === 'POST' ? '{}' : undefined;
      const response = await (path.includes('silence') ? impatient : world).ask(path, { method, body, headers });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(response.headers.get('api-version')).toBe('2.1');
      const key = method === 'POST' ? expect.stringMatching(/^[0-9a-f-]{36}$/) : 'its own';
      expect(await response.json()).toEqual({
        detail,
        ...(method === 'GET' ? {} : { outcome }),
        ...(method === 'GET' || outcome === 'none' ? {} : { idempotency_key: key }),
      });
    }
  });

  it('is told the key that a write was given, which no client can choose', async () => {
    const forged = { 'x-plumbline-request-key': 'forged' };
    await world.ask('/api/dcim/racks/', { method: 'POST', body: '{}', headers: forged });
    expect(service.requests.at(-1)!.headers['x-plumbline-request-key']).toMatch(/^[0-9a-f-]{36}$/);
    await world.ask('/api/dcim/racks/', {
      method: 'POST',
      body: '{}',
      headers: { ...forged, 'idempotency-key': 'own' },
    });
    expect(service.requests.at(-1)!.headers).not.toHaveProperty('x-plumbline-request-key');
    await world.ask('/api/dcim/racks/', { headers: forged });
    expect(service.requests.at(-1)!.headers).not.toHaveProperty('x-plumbline-request-key');
  });

  it('is heard as it speaks: what has come is passed on before the rest comes', async () => {
    const response = await world.ask('/api/dcim/racks/bit-by-bit/');
    const reader = response.body!.getReader();
    const first = await reader.read();
    service.goOn();
    const second = await reader.read();
    expect([first, second].map(({ value }) => Buffer.from(value!).toString())).toEqual(['one ', 'two']);
  });

  it('may answer before it has read the request, whose connection can be used again', async () => {
    const socket = connect(Number(new URL(world.base).port), '127.0.0.1').setEncoding('latin1');
    let answers = '';
    socket.on('data', (text) => {
      answers += text;
    });
    const asked = (method: string, path: string, header: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${adminToken}\r\n${header}\r\n\r\n`;
    const length = 20_000_000;
    socket.write(asked('POST', '/api/dcim/racks/unread/', `Content-Length: ${length}`) + ' '.repeat(length));
    socket.write(asked('GET', '/api/dcim/racks/?limit=1', 'Connection: close'));
    await once(socket, 'end');
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(answers).toContain('unread');
  });

  it('breaks off the answer to the client when it breaks off its own', async () => {
    const response = await world.ask('/api/dcim/racks/half/');
    await expect(response.text()).rejects.toThrow();
  });

  it('is handed nothing of a client that left before there was a connection to it', async () => {
    const logLines: string[] = [];
    const fresh = await startWorld({ remote: { dcim: service.url }, logLines });
    const opened = new Socket();
    const asked = new Promise<void>((resolve) => {
      const agent = Agent.prototype as unknown as { createConnection(): Socket };
      jest.spyOn(agent, 'createConnection').mockImplementationOnce(() => {
        resolve();
        return opened;
      });
    });
    try {
      const client = connect(Number(new URL(fresh.base).port), '127.0.0.1');
      client.write(`DELETE /api/dcim/racks/left/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${adminToken}\r\n\r\n`);
      await asked;
      client.destroy();
      while (!logLines.some((line) => line.includes('"aborted":true'))) await turn();
      opened.connect(service.port, '127.0.0.1');
      const closed = once(opened, 'close').then(() => 'closed');
      expect(await Promise.race([closed, once(opened, 'data').then(() => 'answered')])).toBe('closed');
      expect(service.requests.filter(({ url }) => url?.includes('racks/left'))).toEqual([]);
    } finally {
      await fresh.stop();
    }
  });

  it('is there again as soon as it is', async () => {
    expect((await world.ask('/api/dcim/racks/')).status).toBe(200);
  });
});
