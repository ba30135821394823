import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GuardedAgents, guardedAgents, guardedFetch, readAllowed, sendRequest } from '../src';

const opened: Server[] = [];
const kept: GuardedAgents[] = [];
afterAll(() => {
  for (const agents of kept) agents.destroy();
  for (const server of opened) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  opened.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

function send(url: string, allow: string[] = [], milliseconds = 60_000) {
  const agents = guardedAgents(readAllowed(allow));
  kept.push(agents);
  return sendRequest({
    url: new URL(url),
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'x-thing': 'a:b' },
    body: Buffer.from('hello'),
    agents,
    signal: AbortSignal.timeout(milliseconds),
    mostBytes: 1_000,
  });
}

test('a request is sent where it may go, and the beginning of the answer is read', async () => {
  const port = await listen((req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece) => pieces.push(piece));
    req.on('end', () => res.writeHead(201).end(`${req.method} ${req.headers['x-thing']} ${Buffer.concat(pieces)}`));
  });
  const wanted = { status: 201, text: 'POST a:b hello' };
  expect(await send(`http://127.0.0.1:${port}/`, ['127.0.0.0/8'])).toMatchObject(wanted);
  expect(await send(`http://localhost:${port}/`, ['localhost'])).toMatchObject(wanted);
});

test('nothing is connected where nothing is to be sent, by name or by address, in whatever form it is written', async () => {
  let asked = 0;
  const port = await listen((_req, res) => {
    asked++;
    res.end();
  });
  for (const host of [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
  ])
    await expect(send(`http://${host}:${port}/`)).rejects.toThrow(/where nothing is sent/);
  await expect(send('https://127.0.0.1/')).rejects.toThrow(/where nothing is sent/);
  await expect(send('ftp://example.com/')).rejects.toThrow('Only http and https are spoken.');
  expect(asked).toBe(0);
});

test('a redirect is an answer, not a way around', async () => {
  const port = await listen((_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  expect((await send(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).status).toBe(302);
});

test('an answer that never ends is read no further than is wanted', async () => {
  const port = await listen((_req, res) => {
    res.writeHead(200);
    const more = () => {
      while (res.write('x'.repeat(10_000)));
    };
    res.on('drain', more);
    more();
  });
  const { status, text } = await send(`http://127.0.0.1:${port}/`, ['127.0.0.1']);
  expect([status, text.length]).toEqual([200, 1_000]);
});

test('a body that drips is waited for until the time is up, and the status counts; without one it has failed', async () => {
  const dripping = await listen((_req, res) => {
    res.writeHead(200).write('begin');
  });
  expect(await send(`http://127.0.0.1:${dripping}/`, ['127.0.0.1'], 2_000)).toMatchObject({
    status: 200,
    text: 'begin',
  });
  const silent = await listen(() => undefined);
  await expect(send(`http://127.0.0.1:${silent}/`, ['127.0.0.1'], 300)).rejects.toThrow(/abort/i);
});

test('a server that changes to another protocol has not answered', async () => {
  const port = await listen(() => undefined);
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
  opened.at(-1)!.on('request', (req) => req.socket.write(switching));
  await expect(send(`http://127.0.0.1:${port}/`, ['127.0.0.0/8'])).rejects.toThrow('another protocol');
});

test('whoever fetches waits for a silent server as long as is allowed, and no longer than they want to', async () => {
  const port = await listen(() => undefined);
  const agents = guardedAgents(readAllowed(['127.0.0.0/8']));
  kept.push(agents);
  const url = `http://127.0.0.1:${port}/`;
  const signals = [undefined, AbortSignal.timeout(60_000), AbortSignal.abort()];
  const patient = guardedFetch({ agents, timeout: 300, mostBytes: 1_000 });
  for (const signal of signals) await expect(patient(url, { signal })).rejects.toThrow('aborted');
  const open = guardedFetch({ agents, timeout: 60_000, mostBytes: 1_000 });
  await expect(open(url, { signal: AbortSignal.timeout(300) })).rejects.toThrow('aborted');
});
