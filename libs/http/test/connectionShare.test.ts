import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type ConnectionBounds, type RunningServer, startServer } from '../src';
import { call, silent } from './server';

const bounds: ConnectionBounds = { total: 8, perAddress: 5, isShared: (address) => address === '127.0.0.99' };
let server: RunningServer;
const open: Line[] = [];

/** A connection from an address, what came back on it, and whether it is over. */
interface Line {
  socket: Socket;
  text: string;
  isOver: boolean;
}

async function dial(from: string): Promise<Line> {
  const line: Line = {
    socket: connect({ port: server.port, host: '127.0.0.1', localAddress: from }),
    text: '',
    isOver: false,
  };
  open.push(line);
  line.socket.on('data', (chunk) => {
    line.text += chunk;
  });
  line.socket.on('error', () => undefined);
  line.socket.on('close', () => {
    line.isOver = true;
  });
  await new Promise((resolve) => line.socket.once('connect', resolve));
  return line;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function dialMany(count: number, from: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (let each = 0; each < count; each++) lines.push(await dial(from));
  return lines;
}

const largePage = Buffer.alloc(48 * 1024 * 1024);

/** Takes a quarter of a large page at a time, with pauses between them. */
function takeSlowly(line: Line): void {
  let pauses = 0;
  line.socket.on('data', () => {
    if (line.text.length < ((pauses + 1) * largePage.length) / 4) return;
    pauses += 1;
    line.socket.pause();
    setTimeout(() => line.socket.resume(), 700);
  });
}

const over = (lines: Line[]) => lines.map(({ isOver }) => isOver);
const ask = (line: Line, path = '/') => line.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
/** One request from an address of its own, after everything sent before has been seen. */
const settled = () => call(server.port, '/');

async function serve(
  app: RequestListener = (req, res) => void (req.url === '/wait' ? waiting.push(() => res.end('late')) : res.end('ok')),
  more: Partial<ConnectionBounds> = {},
) {
  server = await startServer(app, {
    port: 0,
    host: '127.0.0.1',
    log: silent,
    graceMilliseconds: 100,
    connections: { ...bounds, ...more },
  });
}
let waiting: (() => void)[] = [];

afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  waiting = [];
  await server.stop();
});

describe('the share of connections', () => {
  it('of one address is kept to by closing the longest idle', async () => {
    await serve();
    const lines = await dialMany(5, '127.0.0.2');
    ask(lines[0]!);
    await until(() => lines[0]!.text.endsWith('ok'));
    const more = await dialMany(2, '127.0.0.2');
    await until(() => lines[1]!.isOver && lines[2]!.isOver);
    expect((await settled()).status).toBe(200);
    expect(over(lines)).toEqual([false, true, true, false, false]);
    expect(over(more)).toEqual([false, false]);
  });

  it('counts a request that has not arrived whole as idle', async () => {
    await serve();
    const lines = await dialMany(5, '127.0.0.2');
    lines[0]!.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-');
    await dial('127.0.0.2');
    await until(() => lines[0]!.isOver);
    expect(over(lines.slice(1))).toEqual([false, false, false, false]);
  });

  it('is refused in words when none is idle, and others go on', async () => {
    await serve();
    const lines = await dialMany(5, '127.0.0.2');
    for (const line of lines) ask(line, '/wait');
    await until(() => waiting.length === 5);
    const refused = await dial('127.0.0.2');
    ask(refused);
    await until(() => refused.isOver);
    expect(refused.text).toMatch(
      /^HTTP\/1\.1 429 [\s\S]*Retry-After: 2\r\n[\s\S]*\{"detail":"There are too many connections from your address\. [^"]*"\}$/,
    );
    expect((await settled()).text).toBe('ok');
    for (const answer of waiting) answer();
    await until(() => lines.every(({ text }) => text.endsWith('late')));
    const next = await dial('127.0.0.2');
    ask(next);
    await until(() => next.text.endsWith('ok'));
    expect(over(lines)).toEqual([true, false, false, false, false]);
  });

  it('in all is taken from whoever has most', async () => {
    await serve();
    const many = await dialMany(5, '127.0.0.2');
    const few = await dialMany(3, '127.0.0.3');
    await dial('127.0.0.4');
    await until(() => many[0]!.isOver);
    expect(over([...many.slice(1), ...few]).every((isOver) => !isOver)).toBe(true);
  });

  it('of an address that stands for many is bounded by all alone', async () => {
    await serve();
    const lines = await dialMany(7, '127.0.0.99');
    expect((await settled()).status).toBe(200);
    expect(over(lines)).toEqual(Array(7).fill(false));
    for (const line of lines) ask(line, '/wait');
    await until(() => waiting.length === 7);
    const last = await dial('127.0.0.3');
    ask(last, '/wait');
    await until(() => waiting.length === 8);
    const refused = await dial('127.0.0.4');
    await until(() => refused.isOver);
    expect(refused.text).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('of memory is kept to by ending answers nobody takes', async () => {
    let ended = 0;
    await serve((req, res) => {
      req.socket.once('close', () => {
        ended += 1;
      });
      res.end(largePage);
    });
    const lines = await dialMany(4, '127.0.0.2');
    for (const line of lines) {
      line.socket.pause();
      ask(line);
    }
    await until(() => ended > 0);
    for (const { socket } of lines) socket.resume();
    const whole = () => lines.filter(({ text }) => text.length > largePage.length).length;
    await until(() => whole() + ended === 4);
    expect(whole()).toBeGreaterThan(0);
  });

  it.each(['127.0.0.2', '127.0.0.99'])('ends where nothing of an answer is taken, at %s', async (from) => {
    const gone = new Set<string>();
    await serve(
      (req, res) => {
        req.socket.once('close', () => gone.add(req.url!));
        res.end(largePage);
      },
      { pauseMilliseconds: 2_000 },
    );
    const [silent, slow] = (await dialMany(2, from)) as [Line, Line];
    silent.socket.pause();
    takeSlowly(slow);
    ask(silent, '/silent');
    ask(slow, '/slow');
    await until(() => slow.text.length > largePage.length || slow.isOver);
    expect(slow.text.length).toBeGreaterThan(largePage.length);
    await until(() => gone.has('/silent'));
    silent.socket.resume();
    await until(() => silent.isOver);
    expect(silent.text.length).toBeLessThan(largePage.length);
  });
});
